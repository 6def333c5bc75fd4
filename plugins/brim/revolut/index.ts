/**
 * Revolut: trading account statement (old and new), crypto statement (old and new), current account statement. Booked by hand: decimal signs and the
 * order of days follow from the whole file, amounts name their currency by its sign, and halves of one event stand in rows without a mark of it.
 */

import { unread } from '#plugins/kit/index.ts'
import type { BrokerPlugin, ParsedReport, ReportFile, ReportHead } from '../contract.ts'
import { parseCoins } from './coins.ts'
import { parseCrypto } from './crypto.ts'
import { parseCurrent } from './current.ts'
import icon from './icon.svg' with { type: 'text' }
import { FORMATS, findLayout, type Layout } from './layout.ts'
import { parseStatement } from './statement.ts'
import { parseTrading } from './trading.ts'

const CONFIDENCE: Readonly<Record<Layout['kind'], number>> = {
  trading: 0.98,
  statement: 0.97,
  coins: 0.98,
  account: 0.97,
  crypto: 0.92,
  gains: 0.95,
  consolidated: 0.95,
  funds: 0.95,
}

const TRADING = 'Take the account statement: More > Documents > Account statement > Excel.'
/** What the reports are that are taken by mistake, and which one to take. */
const OTHERS = {
  gains: `This is no report of transactions (Profit and loss statement). ${TRADING}`,
  consolidated: `This is no report of the transactions of one account (Consolidated statement). Of Invest and Crypto: ${TRADING} Of a current account: open it > Statement > Excel.`,
  funds: `This is the statement of flexible cash funds, which is not imported: enter what was paid in and out, and the interest, by hand. Of shares: ${TRADING}`,
} as const

export const revolut: BrokerPlugin = {
  code: 'revolut',
  name: 'Revolut',
  broker: 'Revolut',
  website: 'https://www.revolut.com',
  description: 'Trading account statement, crypto statement and current account statement of Revolut, old and new columns.',
  extensions: ['csv', 'xlsx', 'xls'],
  languages: ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'pt'],
  version: '1.4.0',
  docs: [
    'In the Revolut app open Invest (or Crypto) > More > Documents > Account statement, choose Excel and all time; for the current account open it > Statement > Excel.',
    'The crypto statement has no cash: what its purchases cost was paid from elsewhere. Give it a broker of its own that allows overdraft, or enter the deposits.',
    'The trading statement shows dividends after tax and trades with their fees; the profit and loss statement is not imported.',
  ].join('\n'),
  sampleColumns: ['Date', 'Ticker', 'Type', 'Quantity', 'Price per share', 'Total Amount', 'Currency', 'FX Rate'],
  assets: { 'icon.svg': icon },
  formats: FORMATS,
  recognises,
  parse,
}

function recognises(head: ReportHead): number {
  for (const table of head.tables) {
    const layout = findLayout(table)
    if (layout) return CONFIDENCE[layout.kind]
  }
  return 0
}

function parse(file: ReportFile): ParsedReport {
  for (const table of file.tables) {
    const layout = findLayout(table)
    if (layout?.kind === 'trading') return parseTrading(table, layout.header)
    if (layout?.kind === 'statement') return parseStatement(table, layout.header)
    if (layout?.kind === 'crypto') return parseCrypto(table, layout.header)
    if (layout?.kind === 'coins') return parseCoins(table, layout.header)
    if (layout?.kind === 'account') return parseCurrent(table, layout.header)
    if (layout !== undefined && !('header' in layout)) return unread('other-report', OTHERS[layout.kind])
  }
  const detail =
    'This is none of the statements of Revolut that can be imported. Export the account statement (not the profit and loss or consolidated statement) as Excel or CSV.'
  return unread('not-revolut', detail)
}
