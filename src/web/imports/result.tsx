import { count, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Quantity } from '../parts/amounts.tsx'
import { Card, Verdict } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import { Warnings } from '../parts/warnings.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { Accounting } from './accounting.tsx'
import type { Broker, Report, Undone } from './report.ts'
import { ReportHead } from './review.tsx'

export type Summary = AnswerOf<'GET /brokers/{id}/summary'>
type ResultProps = {
  r: Reader
  site: Site
  report: Report
  broker: Broker
  reader: string | undefined
  /** Transactions that came from the report and are there. */
  stored: number
  /** What an undo would take away; absent for who may not. */
  undone: Undone | undefined
  summary: Summary
}

/** What became of a report that is imported, what is left to do, and the way back. */
export function Result(props: ResultProps) {
  const { r, report, broker, reader, stored, undone } = props
  const { imports: words } = r.words
  return (
    <>
      <ReportHead r={r} report={report} broker={broker} reader={reader} step={3} />
      <Verdict tone="ok" title={words.doneTitle(stored, count(r, stored))}>
        <Outcome {...props} />
      </Verdict>
      <Left {...props} />
      {report.counts && <Accounting r={r} rows={report.counts} />}
      {undone && <ChangesOf r={r} changes={undone.changes} columns={words.changesColumns} title={words.changes} isUndone />}
      {undone && (
        <p class="buttons">
          <a class="button" href={r.to('/imports/new', { broker_id: broker.id })}>
            {words.another}
          </a>
          <a class="button danger" href={r.to(`/imports/${report.id}/undo`)}>
            {words.undo}
          </a>
        </p>
      )}
    </>
  )
}

/** Of imports by older releases nothing is known. */
const UNKNOWN = { duplicates: 0, skipped: 0, openings: 0, assets: 0, prices: 0 }

function Outcome({ r, site, report }: ResultProps) {
  const { imports: words } = r.words
  const { duplicates, skipped, openings, assets, prices } = report.outcome ?? UNKNOWN
  return (
    <>
      <ul>
        {openings > 0 && <li>{words.doneOpenings(openings, count(r, openings))}</li>}
        {duplicates > 0 && <li>{words.doneDuplicates(duplicates, count(r, duplicates))}</li>}
        {skipped > 0 && <li>{words.doneSkipped(skipped, count(r, skipped))}</li>}
        {assets > 0 && <li>{words.doneAssets(assets, count(r, assets))}</li>}
        {prices > 0 && <li>{words.donePrices(prices, count(r, prices))}</li>}
        {report.imported_at && <li>{words.doneAt(instant(r, report.imported_at))}</li>}
      </ul>
      <p class="buttons">
        {site.hasPage('/transactions') && (
          <a class="button small" href={r.to('/transactions', { report_id: report.id })}>
            {words.seeTransactions}
          </a>
        )}
        <a class="button small" href={r.to('/')}>
          {words.seeOverview}
        </a>
      </p>
    </>
  )
}

/** One press each: sources of prices, rates of currencies, whatever the broker lacks now. */
function Left({ r, site, broker, summary, undone }: ResultProps) {
  const { imports: words } = r.words
  const { warnings } = summary
  if (undone === undefined) return null
  if (warnings.length === 0)
    return (
      <Card title={words.next} id="next">
        <p class="help">{words.allDone}</p>
      </Card>
    )
  const of = ['GET /brokers/{id}/summary', { params: { id: broker.id } }] as const
  return <Warnings r={r} site={site} of={of} warnings={warnings} title={words.next} />
}

type Columns = { readonly what: string; readonly before: string; readonly change: string; readonly after: string }
type Changes = Undone['changes']
const SHOWN = 25

/**
 * Holdings and cash before and after. The figures are those of an undo: with `isUndone` they are read from its end, so that what an undo takes
 * away is what the import brought.
 */
export function ChangesOf(props: { r: Reader; changes: Changes; columns: Columns; title: string; isUndone?: boolean }) {
  const { r, changes, columns, title, isUndone } = props
  const turned = (text: string) => (isUndone ? negated(text) : text)
  if (changes.assets.length === 0 && changes.cash.length === 0) return null
  const rest = changes.assets_total - Math.min(SHOWN, changes.assets.length)
  return (
    <Card title={title} id="changes">
      <Table
        r={r}
        caption={title}
        kind="changes"
        isWide
        columns={[
          { key: 'what', text: columns.what },
          { key: 'before', text: columns.before, isEnd: true },
          { key: 'change', text: columns.change, isEnd: true },
          { key: 'after', text: columns.after, isEnd: true },
        ]}
      >
        {changes.cash.map(({ currency, before, change, after }) => (
          <tr>
            <th scope="row">{currency}</th>
            <td class="end">
              <Amount r={r} of={isUndone ? after : before} currency={currency} />
            </td>
            <td class="end">
              <Amount r={r} of={turned(change)} currency={currency} plus />
            </td>
            <td class="end">
              <Amount r={r} of={isUndone ? before : after} currency={currency} />
            </td>
          </tr>
        ))}
        {changes.assets.slice(0, SHOWN).map(({ name, isin, ref, before, change, after }) => (
          <tr>
            <th scope="row">{name ?? isin ?? ref}</th>
            <td class="end">
              <Quantity r={r} of={isUndone ? after : before} />
            </td>
            <td class="end">
              <Quantity r={r} of={turned(change)} />
            </td>
            <td class="end">
              <Quantity r={r} of={isUndone ? before : after} />
            </td>
          </tr>
        ))}
      </Table>
      {rest > 0 && <p class="help">{r.words.imports.shortMore(count(r, rest))}</p>}
    </Card>
  )
}

/** The same figure with the other sign, without going through floating point. */
function negated(text: string): string {
  if (!/[1-9]/.test(text)) return text
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}
