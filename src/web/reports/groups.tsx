import type { Child } from 'hono/jsx'
import { Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'

type GroupsProps<G> = {
  r: Reader
  id: string
  title: string
  /** What a row is. */
  head: string
  rows: readonly G[]
  nameOf: (row: G) => Child
  columns: readonly { readonly text: string; readonly of: (row: G) => Child; readonly isSecond?: boolean }[]
}

/** As many rows as a table of sums shows. */
const SHOWN = 50

/** Sums of a report by what they are of. Nothing where there is one row only, which the whole says already. */
export function Groups<G>({ r, id, title, head, rows, nameOf, columns }: GroupsProps<G>) {
  if (rows.length === 0) return null
  const heads = [
    { key: 'name', text: head },
    ...columns.map(({ text, isSecond }, index) => ({ key: String(index), text, isEnd: true, ...(isSecond && { kind: 'wide' }) })),
  ]
  return (
    <Card title={title} id={id}>
      <Table r={r} caption={title} columns={heads}>
        {rows.slice(0, SHOWN).map((row) => (
          <tr>
            <th scope="row">{nameOf(row)}</th>
            {columns.map(({ of, isSecond }) => (
              <td class={isSecond ? 'end wide' : 'end'}>{of(row)}</td>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length > SHOWN && <p class="quiet small">{r.words.reports.restInCsv}</p>}
    </Card>
  )
}

type Columns<G> = GroupsProps<G>['columns']

/** Sums by year, the last first; nothing for a single year. */
export function YearGroups<G extends { readonly year: string | number }>({
  r,
  rows,
  columns,
}: {
  r: Reader
  rows: readonly G[]
  columns: Columns<G>
}) {
  const { reports: words } = r.words
  if (rows.length < 2) return null
  const given = { r, id: 'by-year', title: words.byYear, head: words.year, rows: [...rows].reverse(), columns }
  return <Groups {...given} nameOf={({ year }) => String(year)} />
}

/** Sums by tag; nothing where there is one. */
export function TagGroups<G extends { readonly tag: string | null }>({
  r,
  rows,
  columns,
}: {
  r: Reader
  rows: readonly G[]
  columns: Columns<G>
}) {
  const { reports: words } = r.words
  if (rows.length < 2) return null
  const given = { r, id: 'by-tag', title: words.byTag, head: words.tag, rows, columns }
  return <Groups {...given} nameOf={({ tag }) => tag ?? words.noTag} />
}
