import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

const UNREAD = /^(Fee Transfer|Capital Distribution)/

/** A conversion moves the money that its description names, too. */
const money: Recount = (rows) =>
  summed(rows, (row) => {
    const { Description = '', Quantity = '' } = row
    if (UNREAD.test(Description)) return []
    const [pounds, isDollars] = [change(row), /^\d+ U\.S\. DOLLARS/.test(Description)]
    return [
      ['GBP', pounds] as const,
      ...(isDollars ? [['USD', pounds.startsWith('-') ? Quantity : `-${Quantity}`] as const] : []),
    ]
  })

/** A debit brings units, a credit takes them. */
const units: Recount = (rows) =>
  summed(rows, (row) => {
    const { Symbol: code = '', Sedol = '', Quantity = '' } = row
    if (Sedol === 'n/a' || Quantity === 'n/a') return []
    return [[code === 'n/a' ? Sedol : code, change(row).startsWith('-') ? Quantity : `-${Quantity}`]]
  })

function change({ Debit = '', Credit = '' }: RawRow): string {
  return Debit === 'n/a' ? figure(Credit).toFixed() : figure(Debit).negated().toFixed()
}

export default {
  // 5000 - 586.08 + 250 - 374.01 + 1.32 - 4.99 + 12.6 - 800.51 + 198.51 + 79 + 60; 1000 - 100 dollars.
  'own:interactive-investor/transactions.csv': {
    rows: 14,
    cash: { GBP: '3835.84', USD: '900' },
    held: { BHRBW75: '310.25', 'HRB.A': '80' },
    kinds: { BUY: 2, DEPOSIT: 2, DIVIDEND: 1, FEE: 1, FX_CONVERSION: 4, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: { 2: 'unknown-type', 3: 'unknown-type' },
    recount: money,
    units,
  },
  'own:interactive-investor/portfolio.csv': {
    rows: 4,
    cash: {},
    held: {},
    kinds: {},
    ignored: 3,
    refused: 'positions-report',
    options: { positions_day: '2026-06-30' },
  },
} satisfies BrokerFacts
