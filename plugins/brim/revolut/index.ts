/**
 * Revolut: trading account statement (old and new), crypto statement (old and new), current account statement. Booked by hand: decimal signs and the
 * order of days follow from the whole file, amounts name their currency by its sign, and halves of one event stand in rows without a mark of it.
 */

import { unread } from '#plugins/kit/index.ts'
import type { BrokerPlugin, ParsedReport, ReportFile, ReportHead, Table } from '../contract.ts'
import { coins } from './coins.ts'
import { crypto } from './crypto.ts'
import { current } from './current.ts'
import icon from './icon.svg' with { type: 'text' }
import { otherStatement, type Statement } from './rows.ts'
import { activities } from './statement.ts'
import { trading } from './trading.ts'

const TRADING = 'Take the account statement: More > Documents > Account statement > Excel.'
const NOT_GAINS = `This is no report of transactions (Profit and loss statement). ${TRADING}`
const NOT_CONSOLIDATED = `This is no report of the transactions of one account (Consolidated statement). Of Invest and Crypto: ${TRADING} Of a current account: open it > Statement > Excel.`
const NOT_FUNDS = `This is the statement of flexible cash funds, which is not imported: enter what was paid in and out, and the interest, by hand. Of shares: ${TRADING}`

/** The first that a table is counts. */
const STATEMENTS: readonly Statement[] = [
  ...[trading, coins, crypto, current, activities],
  otherStatement(
    { name: 'Profit and loss statement', instead: NOT_GAINS },
    ['Date acquired', 'Date sold', 'Cost basis', 'Gross proceeds', 'Gross PnL', 'Currency'],
    ['Symbol', 'Security name', 'ISIN', 'Country', 'Quantity'],
  ),
  otherStatement(
    { name: 'Consolidated statement', instead: NOT_CONSOLIDATED },
    ['Date|Data', 'Description|Descrição', 'Category|Categoria', 'Money in/out|Dinheiro a entrar/sair', 'Balance|Saldo'],
    ['Tax withheld', 'Other taxes', 'Fees'],
  ),
  // Its figures are in columns such as `Value, USD`.
  otherStatement(
    { name: 'Statement of flexible cash funds', instead: NOT_FUNDS },
    ['Date', 'Description', 'Price per share', 'Quantity of shares'],
    ['FX Rate'],
  ),
]

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
  formats: STATEMENTS.map(({ format }) => format),
  recognises,
  parse,
}

/** The first table that is a statement, and what parses it. */
function findIn(tables: readonly Table[]): { readonly confidence: number; readonly parse: () => ParsedReport } | undefined {
  for (const table of tables)
    for (const { confidence, find } of STATEMENTS) {
      const found = find(table)
      if (found) return { confidence, parse: found }
    }
  return undefined
}

function recognises({ tables }: ReportHead): number {
  return findIn(tables)?.confidence ?? 0
}

function parse({ tables }: ReportFile): ParsedReport {
  const detail =
    'This is none of the statements of Revolut that can be imported. Export the account statement (not the profit and loss or consolidated statement) as Excel or CSV.'
  return findIn(tables)?.parse() ?? unread('not-revolut', detail)
}
