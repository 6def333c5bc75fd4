import type { BrokerFacts } from '../facts.ts'
import type { RawRow } from '../recount.ts'
import { type Entry, summed } from '../sums.ts'

/** What a wallet has more or less after a row. */
function changesOf(row: RawRow): Entry[] {
  const [got, given] = ['Destination', 'Origin'].map(
    (side): Entry => [row[`${side} Currency`] ?? '', row[`${side} Amount`] ?? ''],
  )
  const minus: Entry = [given?.[0] ?? '', `-${given?.[1]}`]
  return row['Type'] === 'in' && got ? [got] : row['Type'] === 'out' ? [minus] : got ? [got, minus] : []
}

export default {
  // What a card pays for comes in as money and buys; what goes to a bank or another chain is sold or swapped first. 10 less a fee of 1 is not 10.
  'own:uphold/history.csv': {
    rows: 11,
    cash: { GBP: '49' },
    held: { BAT: '6.25', BTC: '0.0003' },
    kinds: { BUY: 2, DEPOSIT: 2, EXCHANGE: 2, FEE: 1, SELL: 1, TRANSFER: 3, WITHDRAWAL: 1 },
    ignored: 2,
    refused: { 11: 'unclear-fee' },
    recount: (rows) => {
      const read = rows.filter((row) => row['Status'] === 'completed' && row['Origin Currency'] !== 'EUR')
      return { GBP: summed(read, changesOf)['GBP'] ?? '' }
    },
  },
} satisfies BrokerFacts
