import { count } from '../figures.ts'
import { Badge } from '../parts/basics.tsx'
import { Said } from '../parts/said.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Preview } from './report.ts'

/** So many lines of a review stand on one page. */
export const PAGE = 50

/** Rows as they stand in the file; not while amounts are hidden. */
export const RowText = ({ r, texts }: { r: Reader; texts: readonly string[] }) =>
  r.isPrivate && texts.length > 0 ? <p class="note">{r.words.imports.hiddenText}</p> : texts.map((text) => <code>{text}</code>)

const SEVERITY_TONES = { error: 'bad', warning: 'warn', info: 'plain' } as const

/** Everything that was noted, errors first, each with its row. */
export function Notes({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  const from = Number(r.query.get('from') ?? 0) || 0
  const order = ['error', 'warning', 'info']
  const sorted = preview.issues.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  const columns = words.noteColumns
  if (sorted.length === 0) return <p class="help">{words.nothingHere}</p>
  return (
    <Table
      r={r}
      caption={words.tabs.notes(count(r, preview.issues_total))}
      kind="noted"
      columns={[
        { key: 'row', text: columns.row },
        { key: 'note', text: columns.note },
      ]}
    >
      {sorted.slice(from, from + PAGE).map(({ row, file, severity, detail, text }) => (
        <tr>
          <td class="num">{[file, row ?? words.wholeFile].filter((one) => one !== null).join(' ')}</td>
          <td>
            <Badge tone={SEVERITY_TONES[severity]}>{words.severity[severity]}</Badge> <Said r={r} text={detail} />
            {text !== null && <RowText r={r} texts={[text]} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Rows of which nothing was made on purpose. */
export function Ignored({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  const columns = words.ignoredColumns
  if (preview.ignored.length === 0) return <p class="help">{words.nothingHere}</p>
  return (
    <Table
      r={r}
      caption={words.tabs.ignored(count(r, preview.ignored_total))}
      kind="noted"
      columns={[
        { key: 'row', text: columns.row },
        { key: 'reason', text: columns.reason },
      ]}
    >
      {preview.ignored.slice(0, PAGE).map(({ row, file, reason, text }) => (
        <tr>
          <td class="num">{[file, row].filter((one) => one !== null).join(' ')}</td>
          <td>
            <Said r={r} text={reason} />
            {text !== null && <RowText r={r} texts={[text]} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}
