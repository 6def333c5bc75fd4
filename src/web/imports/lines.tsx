import { Amount, Day, Price, Quantity } from '../parts/amounts.tsx'
import { Badge, type BadgeTone, Icon } from '../parts/basics.tsx'
import { classes } from '../parts/classes.ts'
import { Said, said } from '../parts/said.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { type EntryOf, entriesOf, rowsText } from './entries.ts'
import { RowText } from './notes.tsx'
import type { Preview } from './report.ts'

const TONES: Readonly<Record<string, BadgeTone>> = {
  DIVIDEND: 'ok',
  INTEREST: 'ok',
  FEE: 'warn',
  TAX: 'warn',
  FX_CONVERSION: 'accent',
}

/** The transactions that a file becomes, each with a box, what was noted of it, and what it may repeat. */
export function Lines({ r, preview, site }: { r: Reader; preview: Preview; site: Site }) {
  const { imports: words } = r.words
  const entries = entriesOf(preview)
  const names = new Map(preview.assets.map(({ ref, name, symbol }) => [ref, name ?? symbol ?? ref]))
  const columns = words.entryColumns
  if (entries.length === 0) return <p class="help">{words.nothingHere}</p>
  return (
    <Table
      r={r}
      caption={words.transactions}
      kind="entries"
      columns={[
        { key: 'tick', text: <TickAll r={r} />, kind: 'tick' },
        { key: 'row', text: columns.row, kind: 'row-no' },
        { key: 'date', text: columns.date },
        { key: 'kind', text: columns.kind },
        { key: 'what', text: columns.what },
        { key: 'amount', text: columns.amount, isEnd: true },
      ]}
    >
      {entries.map((entry) => (
        <Entry r={r} entry={entry} names={names} site={site} />
      ))}
    </Table>
  )
}

const TickAll = ({ r }: { r: Reader }) => (
  <>
    <span class="sr">{r.words.imports.entryColumns.tick}</span>
    <input type="checkbox" data-all="include" aria-label={r.words.imports.importAll} checked />
  </>
)

type EntryProps = { r: Reader; entry: EntryOf; names: ReadonlyMap<string, string>; site: Site }

function Entry({ r, entry, names, site }: EntryProps) {
  const { imports: words } = r.words
  const [first] = entry.lines
  const isWarned = entry.issues.some(({ severity }) => severity !== 'info')
  const rows = rowsText(entry.rows)
  return (
    <>
      <tr {...classes('entry', isWarned && 'warned', first.outcome !== 'import' && 'out')}>
        <td class="tick">
          <Box r={r} entry={entry} rows={rows} />
        </td>
        <td class="row-no num">{entry.file === null ? rows : `${entry.file} ${rows}`}</td>
        <td class="date">
          <Day r={r} of={first.date} />
        </td>
        <td class="kind">
          <Badge tone={TONES[first.type] ?? 'plain'}>{words.types[first.type] ?? first.type}</Badge>
        </td>
        <td class="what">
          <What r={r} entry={entry} names={names} />
        </td>
        <td class="end amount">
          {entry.lines.map(({ amount, currency }) => (
            <span class="leg">
              {currency !== null && (
                <Amount
                  r={r}
                  of={amount}
                  currency={currency}
                  signed={first.type !== 'DEPOSIT' && first.type !== 'WITHDRAWAL'}
                  plus
                />
              )}
            </span>
          ))}
        </td>
      </tr>
      <Beside r={r} entry={entry} isWarned={isWarned} site={site} />
    </>
  )
}

function Box({ r, entry, rows }: { r: Reader; entry: EntryOf; rows: string }) {
  const { outcome } = entry.lines[0]
  const isFixed = outcome === 'duplicate' || outcome === 'left-out'
  return (
    <>
      <input type="hidden" name={isFixed ? 'fixed' : 'shown'} value={entry.keys} />
      <input
        type="checkbox"
        name="include"
        value={entry.keys}
        aria-label={r.words.imports.importRow(rows)}
        {...(outcome === 'import' ? { checked: true } : {})}
        {...(isFixed ? { disabled: true } : {})}
      />
    </>
  )
}

function What({ r, entry, names }: { r: Reader; entry: EntryOf; names: ReadonlyMap<string, string> }) {
  const { imports: words } = r.words
  const [line] = entry.lines
  const from = entry.lines.find(({ amount }) => amount.startsWith('-'))
  const to = entry.lines.find(({ amount }) => !amount.startsWith('-'))
  const isPair = line.asset === null && entry.lines.length === 2 && from && to
  const asset = line.asset === null ? undefined : (names.get(line.asset) ?? line.asset)
  return (
    <>
      <span class="name">{isPair ? `${from.currency} → ${to.currency}` : (asset ?? said(r, line.description ?? ''))}</span>
      {line.price !== null && (
        <span class="sub">
          <Quantity r={r} of={line.quantity.replace('-', '')} /> ×{' '}
          <Price r={r} of={line.price} currency={line.price_currency ?? line.currency} />
        </span>
      )}
      {line.price === null && asset !== undefined && line.quantity !== '0' && (
        <span class="sub">
          <Quantity r={r} of={line.quantity} />
        </span>
      )}
      {line.outcome !== 'import' && <Badge tone="warn">{words.outcomes[line.outcome]}</Badge>}
    </>
  )
}

/** What was noted of a transaction, how it was read, and the one that it may repeat: a row of its own below it. */
function Beside({ r, entry, isWarned, site }: { r: Reader; entry: EntryOf; isWarned: boolean; site: Site }) {
  const { imports: words } = r.words
  const { duplicate, existing_id: twin } = entry.lines[0]
  if (entry.issues.length === 0 && duplicate === 'none') return null
  const [loud, quiet] = [
    entry.issues.filter((one) => one.severity !== 'info'),
    entry.issues.filter((one) => one.severity === 'info'),
  ]
  const texts = [...new Set(entry.issues.flatMap(({ text }) => text ?? []))]
  return (
    <tr {...classes('note-row', isWarned && 'warned')}>
      <td colspan={2} />
      <td colspan={4}>
        {duplicate !== 'none' && (
          <p class="note warning">
            <Icon name="info" />
            <span>
              {words.duplicateOf[duplicate]}
              {twin !== null && site.hasPage(`/transactions/${twin}`) && (
                <>
                  : <a href={r.to(`/transactions/${twin}`)}>{words.twin}</a>
                </>
              )}
            </span>
          </p>
        )}
        {loud.map(({ detail }) => (
          <p class="note warning">
            <Icon name="alert" />
            <Said r={r} text={detail} />
          </p>
        ))}
        {(quiet.length > 0 || texts.length > 0) && (
          <details>
            <summary>{quiet.length > 0 ? words.howRead : words.rowOfFile(rowsText(entry.rows))}</summary>
            {quiet.map(({ detail }) => (
              <p class="note">
                <Said r={r} text={detail} />
              </p>
            ))}
            <RowText r={r} texts={texts} />
          </details>
        )}
      </td>
    </tr>
  )
}
