import type { Child } from 'hono/jsx'
import type { AnswerOf } from '../operations.ts'
import { Day } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import type { Brokers } from './frame.tsx'
import { AssetName, Linked, RowsPager, shownOf } from './rows.tsx'

export type TypeNames = AnswerOf<'GET /utilities/transaction-types'>

type Line = {
  readonly transaction_id: number
  readonly broker_id: number
  readonly asset_id: number | null
  readonly symbol: string | null
  readonly name: string | null
  readonly isin: string | null
  readonly type: string
  readonly date: string
}

type LinesProps<L> = {
  r: Reader
  site: Site
  title: string
  lines: readonly L[]
  types: TypeNames
  brokers: Brokers
  columns: readonly { readonly text: string; readonly of: (line: L) => Child; readonly isSecond?: boolean }[]
}

/** Transactions that a report counts, the last ones first, each with its figures. */
export function Lines<L extends Line>({ r, site, title, lines, types, brokers, columns }: LinesProps<L>) {
  const shown = shownOf(r, lines)
  const { reports: words } = r.words
  const heads = [
    { key: 'date', text: words.day },
    { key: 'what', text: words.what },
    { key: 'broker', text: words.broker, kind: 'wide' },
    ...columns.map(({ text, isSecond }, index) => ({ key: String(index), text, isEnd: true, ...(isSecond && { kind: 'wide' }) })),
  ]
  const nameOf = (type: string) => types.find(({ code }) => code === type)?.name ?? type
  const brokerOf = (id: number) => brokers.find((one) => one.id === id)?.name
  return (
    <Card title={title} id="lines">
      <Table r={r} caption={title} columns={heads}>
        {shown.rows.map((line) => (
          <tr>
            <td>
              <Linked r={r} site={site} path={`/transactions/${line.transaction_id}`}>
                <Day r={r} of={line.date} />
              </Linked>
            </td>
            <td>
              <AssetName r={r} site={site} of={line} />
              <span class="sub">{nameOf(line.type)}</span>
            </td>
            <td class="wide">{brokerOf(line.broker_id)}</td>
            {columns.map(({ of, isSecond }) => (
              <td class={isSecond ? 'end wide' : 'end'}>{of(line)}</td>
            ))}
          </tr>
        ))}
      </Table>
      <RowsPager r={r} shown={shown} />
    </Card>
  )
}
