import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow, sideOf } from '../recount.ts'

/** Amounts have no sign: the balance of the last row with a number, where the file starts from nothing. */
function lastBalance(rows: readonly RawRow[]): Record<string, string> {
  const last = rows.filter((row) => row['#'] !== '').at(-1)
  return { EUR: figure(last?.['Balance'] ?? '', 'comma').toFixed() }
}

export default {
  'own:lande/statement.csv': {
    rows: 9,
    cash: { EUR: '1051.37' },
    held: { 'Lande loans EUR': '50' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 2, SELL: 1, WITHDRAWAL: 1 },
    ignored: 2,
    refused: {},
    recount: lastBalance,
  },
  'lande/lande.csv': {
    rows: 25,
    cash: { EUR: '5.5' },
    held: { 'Lande loans EUR': '500' },
    kinds: { BUY: 10, DEPOSIT: 1, INTEREST: 11 },
    ignored: 2,
    refused: {},
    recount: lastBalance,
    units: {
      amount: 'Amount',
      by: { currency: 'Lande loans EUR' },
      decimal: 'comma',
      sign: sideOf('Type', /^Investment$/, /^Principal$/),
    },
  },
} satisfies BrokerFacts
