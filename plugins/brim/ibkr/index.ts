/** Importer of Interactive Brokers reports: Flex Queries in XML. */
import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile, ReportHead } from '#plugins/brim/contract.ts'
import { type SlashOrder, UnreadableEntry } from './entry.ts'
import { isFlexXml, readFlex, XmlError } from './flex.ts'
import icon from './icon.svg' with { type: 'text' }
import { reportOf } from './ledger.ts'

function recognises(head: ReportHead): number {
  return head.format === 'xml' && isFlexXml(head.text) ? 0.95 : 0
}

function parse(file: ReportFile, options: ImportOptions): ParsedReport {
  try {
    return reportOf(readFlex(file.text), slashOrderOf(options))
  } catch (error) {
    if (error instanceof XmlError) return failed('xml-unreadable', error.message)
    if (error instanceof UnreadableEntry) return failed(error.code, error.message)
    throw error
  }
}

function slashOrderOf(options: ImportOptions): SlashOrder {
  const order = options['date_order']
  return order === 'dmy' || order === 'mdy' ? order : undefined
}

function failed(code: string, detail: string): ParsedReport {
  return { transactions: [], assets: [], issues: [{ row: null, severity: 'error', code, detail }], ignored: [], rows: [] }
}

export const ibkr: BrokerPlugin = {
  code: 'ibkr',
  name: 'Interactive Brokers',
  broker: 'Interactive Brokers',
  website: 'https://www.interactivebrokers.com',
  description: 'Activity Flex Queries in XML, with several accounts, corporate actions, options and currency trades.',
  extensions: ['xml'],
  languages: ['en'],
  version: '1',
  docs: [
    'In the client portal open Performance & Reports, then Flex Queries, and create an Activity Flex Query in the format XML.',
    'Choose these sections with all their fields: Trades (Executions), Cash Transactions (Detail), Corporate Actions (Detail), Transfers, Transaction Fees, Sales Tax, Financial Instrument Information.',
    'Choose the date format yyyy-MM-dd or yyyyMMdd. Run the query for a period without a gap to the last one; periods may overlap.',
  ].join('\n'),
  sampleColumns: [
    'assetCategory',
    'symbol',
    'isin',
    'tradeDate',
    'quantity',
    'tradePrice',
    'proceeds',
    'ibCommission',
    'netCash',
    'transactionID',
  ],
  assets: { 'icon.svg': icon },
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
