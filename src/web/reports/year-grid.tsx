import type { Child } from 'hono/jsx'
import { day } from '../figures.ts'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'

type YearGridProps = {
  r: Reader
  id: string
  title: string
  /** Ascending. */
  years: readonly { readonly year: string; readonly whole: Child }[]
  /** By `YYYY-MM`; months without are empty. */
  months: ReadonlyMap<string, Child>
  aside?: Child
}

/** As many years as are shown, the last ones. */
const SHOWN = 40
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** A row a year, a column a month, and the year as a whole, as its own figure of the answer. */
export const YearGrid = ({ r, id, title, years, months, aside }: YearGridProps) => {
  if (years.length === 0) return null
  const columns = [
    { key: 'year', text: r.words.reports.year },
    ...MONTHS.map((month) => ({ key: month, text: day(r, `2000-${month}`, { month: 'short' }), isEnd: true })),
    { key: 'whole', text: r.words.reports.wholeYear, isEnd: true },
  ]
  return (
    <Card title={title} id={id} kind="grid-of-years" aside={aside}>
      <Table r={r} isWide caption={title} columns={columns}>
        {[...years]
          .slice(-SHOWN)
          .reverse()
          .map(({ year, whole }) => (
            <tr>
              <th scope="row" class="num">
                {year}
              </th>
              {MONTHS.map((month) => (
                <td class="end">{months.get(`${year}-${month}`)}</td>
              ))}
              <td class="end">
                <b>{whole}</b>
              </td>
            </tr>
          ))}
      </Table>
    </Card>
  )
}
