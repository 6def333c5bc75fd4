import type { Child } from 'hono/jsx'
import { day } from '../figures.ts'
import { Bar } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'

type MonthsProps<M> = {
  r: Reader
  title: string
  months: readonly M[]
  /** The figures of a month after its bar. */
  columns: readonly { readonly text: string; readonly of: (month: M) => Child; readonly isSecond?: boolean }[]
  /** What the bar shows. */
  barOf: (month: M) => string
}

/** As many months as are shown. */
const SHOWN = 36

/** The last months, each with a bar. */
export function Months<M extends { readonly month: string }>(props: MonthsProps<M>) {
  const { r, title, months, columns, barOf } = props
  if (months.length === 0) return null
  const shown = [...months].sort((a, b) => (a.month < b.month ? 1 : -1)).slice(0, SHOWN)
  const most = Math.max(...shown.map((one) => Math.abs(Number(barOf(one)))))
  const heads = [
    { key: 'month', text: r.words.reports.month },
    { key: 'bar', text: <span class="sr">{r.words.reports.compared}</span>, kind: 'wide' },
    ...columns.map(({ text, isSecond }, index) => ({ key: String(index), text, isEnd: true, ...(isSecond && { kind: 'wide' }) })),
  ]
  return (
    <Card title={title} id="months" kind="months">
      <Table r={r} caption={title} columns={heads}>
        {shown.map((one) => (
          <tr>
            <th scope="row">
              <time class="num" datetime={one.month}>
                {day(r, one.month, { month: 'short', year: 'numeric' })}
              </time>
            </th>
            <td class="wide">
              <Bar share={most === 0 ? 0 : Math.abs(Number(barOf(one))) / most} tone={Number(barOf(one)) < 0 ? 'minus' : ''} />
            </td>
            {columns.map(({ of, isSecond }) => (
              <td class={isSecond ? 'end wide' : 'end'}>{of(one)}</td>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  )
}
