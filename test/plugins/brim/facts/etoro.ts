import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Positions have no sign; fees inside a withdrawal change no equity. The last separator of an amount is the decimal one. */
const activity = (rows: readonly RawRow[]) => {
  const sums = rows.map(({ Type = '', Amount = '', ...row }) => {
    if (Type === 'Start Copy' || (/Conversion Fee/.test(Type) && !/[1-9]/.test(row['Realized Equity Change'] ?? '')))
      return figure('0')
    const size = figure(Amount, Amount.lastIndexOf(',') > Amount.lastIndexOf('.') ? 'comma' : 'dot')
    return Type === 'Open Position' || Amount.includes('(') ? size.neg() : size
  })
  return { USD: sums.reduce((all, one) => all.plus(one), figure('0')).toFixed() }
}

/** Units of positions, whose contracts for difference are assets of their own. */
const units: Recount = (rows) =>
  summed(rows, ({ Type = '', Details = '', Units = '', ...row }) => {
    const code = row['Asset type'] === 'CFD' ? `${Details} (CFD)` : (Details.split('/')[0] ?? '')
    if (!/^(Open Position|Position closed)$/.test(Type)) return []
    return [[code, Type === 'Open Position' ? figure(Units) : figure(Units).negated()]]
  })

export default {
  'etoro/etg.csv': {
    rows: 29,
    cash: { USD: '-104.12' },
    held: {
      AMAT: '-0.002556',
      AMD: '-0.051214',
      'NKE/USD (CFD)': '0.398451',
      OLED: '-0.102626',
      SLAB: '0.219575',
      SWKS: '0.888488',
    },
    kinds: { BUY: 5, DIVIDEND: 11, FEE: 3, INTEREST: 1, SELL: 4, TAX: 1, WITHDRAWAL: 1 },
    ignored: 2,
    refused: {},
    recount: activity,
    partial: 'it has single rows of several years',
    units,
  },
  'own:etoro/activity.csv': {
    rows: 15,
    cash: { USD: '805.33' },
    held: { INVL: '40' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 2, TAX: 1, WITHDRAWAL: 1 },
    ignored: 4,
    refused: {},
    recount: activity,
    units,
  },
} satisfies BrokerFacts
