import Decimal from 'decimal.js'
import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow } from '../recount.ts'

/** Twelve places are held. */
function countCut(rows: readonly RawRow[]): Record<string, string> {
  const dated = rows.filter((row) => row['Date'] !== '')
  const figures = dated.map((row) => figure(row['Turnover'] ?? '', 'comma').toDecimalPlaces(12, Decimal.ROUND_DOWN))
  return { EUR: Decimal.sum(0, ...figures).toFixed() }
}

/** What is lent comes in, what is repaid or sold goes out. */
function principal(rows: readonly RawRow[], kinds: RegExp, decimal: 'comma' | 'dot'): Record<string, string> {
  const moved = rows.filter((row) => row['Date'] !== '' && kinds.test(row['Details'] ?? ''))
  return { 'Mintos loans EUR': Decimal.sum(0, ...moved.map((row) => figure(row['Turnover'] ?? '', decimal).negated())).toFixed() }
}

export default {
  // Lent 120 and 50; 20.125 came back and 50 were sold; a premium of 0.75 is part of a price, one of 0.40 of another.
  'own:mintos/statement.csv': {
    rows: 15,
    cash: { EUR: '275.535', PLN: '428.5' },
    held: { 'Mintos loans EUR': '99.875' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, FX_CONVERSION: 2, INTEREST: 2, SELL: 2, TAX: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    balances: 'a premium is part of its trade, and the balance between the two rows is neither',
    recount: { amount: 'Turnover', by: 'Currency' },
  },
  'own:mintos/principal-without-day.csv': {
    rows: 7,
    cash: { EUR: '39.761415926' },
    held: { 'Mintos loans EUR': '0.25' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 1, INTEREST: 1, SELL: 1 },
    ignored: 0,
    refused: { 7: 'invalid-date' },
    recount: { amount: 'Turnover', by: 'Currency', decimal: 'comma', skip: (row) => row['Date'] === '' },
  },
  'mintos/mintos.csv': {
    rows: 20,
    cash: { EUR: '10.866723714' },
    held: { 'Mintos loans EUR': '-10.192750759' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, INTEREST: 7, SELL: 6, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 20: 'invalid-date' },
    partial: 'it has single rows of several years',
    balances: 'it has single rows of several years',
    recount: countCut,
    units: (rows) => principal(rows, /principal (increase|repayment|rebuy)/, 'comma'),
  },
  'mintos/cvigo.csv': {
    rows: 16,
    cash: { EUR: '283.75' },
    held: { 'Mintos loans EUR': '40' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, INTEREST: 6, SELL: 3, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    options: { currency: 'EUR' },
    recount: { amount: 'Turnover', by: { currency: 'EUR' } },
    units: (rows) =>
      principal(rows, /investment in loan|principal received|- secondary market transaction|small loan parts/, 'dot'),
  },
} satisfies BrokerFacts
