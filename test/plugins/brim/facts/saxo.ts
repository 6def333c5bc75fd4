import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow } from '../recount.ts'
import { summed } from '../sums.ts'

/** The last separator of an amount is the decimal one; it is in the currency of the instrument at a rate of 1, else in euros. */
const amounts = (rows: readonly RawRow[]) => {
  const sums: Record<string, string> = {}
  for (const row of rows) {
    const [cell = '', unit = ''] = [row['Amount'], row['Conversion Rate'] === '1' ? row['Instrument currency'] : 'EUR']
    if (cell === '1,234') continue
    sums[unit] = figure(cell, cell.includes(',') ? 'comma' : 'dot')
      .plus(sums[unit] ?? 0)
      .toFixed()
  }
  return sums
}

/** What events say. */
const traded = (rows: readonly RawRow[]) =>
  summed(rows, (row) => {
    const [, side = '', units = ''] = /^(Buy|Koop|Sell|Verkoop) ([\d.]+) @/.exec(row['Event'] ?? '') ?? []
    if (side === '' || row['Amount'] === '1,234') return []
    return [[row['Instrument ISIN'] ?? '', /^(Buy|Koop)$/.test(side) ? units : figure(units).negated()]]
  })

export default {
  'saxo/etg.csv': {
    rows: 31,
    cash: { EUR: '-107.71', USD: '513.73' },
    held: { IE00B3XXRP09: '1.5', IE00BK5BQT80: '29', US0231351067: '2', US30303M1027: '1', US67066G1040: '3' },
    kinds: { BUY: 11, DEPOSIT: 11, DIVIDEND: 2, FEE: 4, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    options: { currency: 'EUR' },
    recount: amounts,
    units: traded,
  },
  'own:saxo/transactions.csv': {
    rows: 7,
    cash: { EUR: '4.6', USD: '402.86' },
    held: { IE0000000095: '8' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, SELL: 1 },
    ignored: 0,
    refused: { '6': 'invalid-number' },
    options: { currency: 'EUR' },
    recount: amounts,
    units: traded,
  },
  'own:saxo/transacties.csv': {
    rows: 11,
    cash: { EUR: '842.82', USD: '381' },
    held: { IE0000000095: '6', NL0000000109: '3000', US0000000109: '20' },
    kinds: { BUY: 2, DEPOSIT: 2, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    refused: { '3': 'unclear-event' },
    options: { currency: 'EUR' },
    recount: { amount: 'Boekingsbedrag', by: '_Valuta' },
    units: (rows) =>
      summed(rows, (row) => {
        const [, side = '', units = ''] = /^(\w+) -?([\d.]+) @/.exec(row['Acties'] ?? '') ?? []
        return side === '' ? [] : [[row['Instrument ISIN'] ?? '', side === 'Verkoop' ? figure(units).negated() : units]]
      }),
  },
} satisfies BrokerFacts
