/**
 * Importer of Interactive Brokers reports: Flex Queries in XML and CSV, Activity statements and Transaction History in CSV. Booked by hand: one entry may stand
 * in a report at several levels, its fields are whichever the user chose, and actions, dividends and cancellations are records of several sections.
 */
import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile, ReportHead, Table } from '#plugins/brim/contract.ts'
import { RowRefusal, refuse, unread, XmlError } from '#plugins/kit/index.ts'
import type { TableEntries } from './cells.ts'
import type { SlashOrder } from './entry.ts'
import { flexPeriod, isFlexXml, readFlex } from './flex.ts'
import { isFlexHeader, readFlexCsv } from './flex-csv.ts'
import { FORMATS } from './formats.ts'
import icon from './icon.svg' with { type: 'text' }
import { reportOf } from './ledger.ts'
import { isStatement, readStatement } from './statement.ts'

function recognises(head: ReportHead): number {
  if (head.format === 'xml') return isFlexXml(head.text) ? 0.95 : 0
  return head.tables.some((table) => readerOf(table) !== undefined) ? 0.95 : 0
}

function readerOf(table: Table): (() => TableEntries) | undefined {
  const head = table.rows.slice(0, 40)
  if (isStatement(head)) return () => readStatement(table)
  return head.slice(0, 10).some((row) => isFlexHeader(row.cells)) ? () => readFlexCsv(table) : undefined
}

function parse(file: ReportFile, options: ImportOptions): ParsedReport {
  try {
    if (file.tables.length > 0) return parseTables(file, slashOrderOf(options))
    const [entries, period] = [readFlex(file.text), flexPeriod(file.text)]
    const report = reportOf({ entries, ignored: [], strays: [] }, slashOrderOf(options))
    return { ...report, rows: entries.map(({ row }) => row), ...(period === undefined ? {} : { period }) }
  } catch (error) {
    if (error instanceof XmlError) return { ...unread('xml-unreadable', error.message), rows: [] }
    if (error instanceof RowRefusal) return { ...unread(error.code, error.message), rows: [] }
    throw error
  }
}

function parseTables(file: ReportFile, slashOrder: SlashOrder): ParsedReport {
  const [read, ...others] = file.tables.flatMap((table) => readerOf(table) ?? [])
  if (read === undefined || others.length > 0)
    refuse(
      'not-a-report',
      'This is neither a Flex Query nor an Activity statement nor a Transaction History of Interactive Brokers.',
    )
  return reportOf(read(), slashOrder)
}

function slashOrderOf(options: ImportOptions): SlashOrder {
  const order = options['date_order']
  return order === 'dmy' || order === 'mdy' ? order : undefined
}

export const ibkr: BrokerPlugin = {
  code: 'ibkr',
  name: 'Interactive Brokers',
  broker: 'Interactive Brokers',
  website: 'https://www.interactivebrokers.com',
  description:
    'Activity Flex Queries in XML or CSV, Activity statements and the Transaction History in CSV, with several accounts, corporate actions, options and currency trades.',
  extensions: ['xml', 'csv'],
  languages: ['en', 'de', 'es', 'fr', 'pt', 'zh'],
  version: '8',
  docs: [
    'In the client portal open Performance & Reports, then Flex Queries, and create an Activity Flex Query in the format XML (best) or CSV.',
    'Choose these sections with all their fields: Trades (Executions), Cash Transactions (Detail), Corporate Actions (Detail), Transfers, Transaction Fees, Sales Tax, Financial Instrument Information.',
    'Choose the date format yyyy-MM-dd or yyyyMMdd. Run the query for a period without a gap to the last one; periods may overlap.',
    'The Activity statement and the Transaction History in CSV are read as well; they say less: no booking numbers, and the Transaction History only amounts in the base currency. Choose English: of German, Spanish, French, Portuguese and Chinese statements some sections are not known and refused.',
  ].join('\n'),
  sampleColumns: 'assetCategory symbol isin tradeDate quantity tradePrice proceeds ibCommission netCash transactionID'.split(' '),
  assets: { 'icon.svg': icon },
  formats: FORMATS,
  options: [
    {
      name: 'date_order',
      description:
        'Whether days like 01/02/2024 begin with the day (dmy) or the month (mdy); needed only when the file itself leaves it open.',
      example: 'mdy',
    },
  ],
  recognises,
  parse,
}
