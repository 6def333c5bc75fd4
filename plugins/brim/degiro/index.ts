/**
 * DEGIRO: the transactions report and the account statement, in every language of the broker. Booked by hand: titles are unnamed or cut off, what a row is
 * stands in a sentence of any language, and an order is put together from rows of trades, fees and conversions.
 */

import { squeeze, undoneRows, unread, unreadColumns, withoutUndone } from '#plugins/kit/index.ts'
import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile, ReportHead, RowIssue, Table } from '../contract.ts'
import { positionsDay } from '../report-day.ts'
import { parseAccount } from './account.ts'
import { FORMATS } from './formats.ts'
import icon from './icon.svg' with { type: 'text' }
import { bodyOf, type Found, findLayout, readDay } from './layout.ts'
import { parsePortfolio } from './portfolio.ts'
import { parseTransactions } from './transactions.ts'

const UNKNOWN = 'This is neither the account statement nor the transactions report of DEGIRO. Export one of them as CSV.'

export const degiro: BrokerPlugin = {
  code: 'degiro',
  name: 'DEGIRO',
  broker: 'DEGIRO (flatexDEGIRO Bank)',
  website: 'https://www.degiro.com',
  description: 'Account statement and transactions report of DEGIRO, in any language, old and new columns.',
  extensions: ['csv', 'xlsx', 'xls'],
  languages: ['en', 'nl', 'de', 'fr', 'es', 'pt', 'it', 'cs', 'pl', 'da', 'sv', 'no', 'fi'],
  version: '1.4.0',
  docs: [
    'In DEGIRO open Inbox > Account overview (or Activity > Account statement), choose the period and Export > CSV.',
    'The account statement has everything: trades, dividends, fees, deposits. The transactions report (Activity > Transactions > Export) has trades only.',
    'Both may be imported into one broker: an order that was filled once on a day is recognised in both.',
    'The portfolio (Portfolio > Export) has positions and closes; of which day says the option positions_day.',
    'Cash sweeps to and from the cash account at flatexDEGIRO Bank are left out, the balance of the statement counts both sides.',
  ].join('\n'),
  sampleColumns: ['Date', 'Time', 'Value date', 'Product', 'ISIN', 'Description', 'FX', 'Change', '', 'Balance', '', 'Order Id'],
  assets: { 'icon.svg': icon },
  formats: FORMATS,
  options: [positionsDay],
  recognises,
  parse,
  parseInSteps,
}

function recognises(head: ReportHead): number {
  for (const table of head.tables) {
    const found = findLayout(table)
    if (!found) continue
    const { layout } = found
    if (layout.kind === 'portfolio') return 0.9
    const body = bodyOf(found.table, layout.header)
    if (body.length === 0) return 0.9
    return body.some((row) => readDay(row.cells[0] ?? '') !== undefined) ? 0.98 : 0
  }
  return 0
}

function parse(file: ReportFile, options: ImportOptions = {}): ParsedReport {
  const steps = parseInSteps(file, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* parseInSteps(file: ReportFile, options: ImportOptions = {}): Generator<undefined, ParsedReport> {
  for (const table of file.tables) {
    const found = findLayout(table)
    if (!found) continue
    const report = yield* parseFound(found, options)
    const { said, undone } = addedTo(table, found)
    return withoutUndone({ ...report, issues: [...said, ...report.issues] }, undone)
  }
  return unread('not-degiro', UNKNOWN)
}

function* parseFound({ layout, table }: Found, options: ImportOptions): Generator<undefined, ParsedReport> {
  if (layout.kind === 'account') return yield* parseAccount(table, layout.header)
  if (layout.kind === 'transactions') return parseTransactions(table, layout.header, layout.columns)
  return parsePortfolio(table, layout.header, options)
}

/** Columns stand where they always did, but for the one that was added: it is named, whatever its title. */
function addedTo({ rows }: Table, { layout, added }: Found): Record<'said' | 'undone', RowIssue[]> {
  const header = rows.findIndex(({ number }) => number === layout.header.number)
  const title = squeeze(rows[header]?.cells[added ?? -1] ?? '')
  if (added === undefined || title === '') return { said: [], undone: [] }
  const detail = `Nothing is read of the column ${title.slice(0, 60)}, which is new.`
  const isRead = (index: number) => index !== added
  const warnings = unreadColumns({ rows, header }, isRead)
  const said = warnings.length > 0 ? warnings : [{ row: null, severity: 'info' as const, code: 'column-unread', detail }]
  return { said, undone: undoneRows({ rows, header }, isRead) }
}
