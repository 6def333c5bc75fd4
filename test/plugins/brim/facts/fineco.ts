import type { BrokerFacts } from '../facts.ts'
import { figure, type RawRow } from '../recount.ts'
import { summed } from '../sums.ts'

const inComma = (row: RawRow, title: string) => figure(row[title] || '0', 'comma')

export default {
  // Amounts are in euros where price and rate make them so, in dollars where there is no rate; a row that proves neither is refused.
  'own:fineco/dossier.csv': {
    rows: 15,
    cash: { EUR: '-4278.23', USD: '-100' },
    held: { IE00B0000015: '15', IT0009999996: '3000', US4110000006: '10', US7390000005: '4' },
    kinds: { BUY: 4, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 2 },
    ignored: 0,
    refused: { 12: 'unclear-currency', 13: 'unclear-currency', 15: 'unclear-event' },
  },
  'own:fineco/movimenti.csv': {
    rows: 9,
    cash: { EUR: '1419.8' },
    held: {},
    kinds: { DEPOSIT: 1, FEE: 1, INTEREST: 1, TAX: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: { 6: 'security-elsewhere' },
    options: { currency: 'EUR' },
    recount: (_rows, text) =>
      summed(
        text
          .split('\n')
          .slice(2)
          .map((line) => line.split(';'))
          .filter((cells) => cells[6] === 'Contabilizzato' && cells[4] !== 'Compravendita Titoli')
          .map(([, , into = '', out = '']) => ({ into, out })),
        (row) => [
          ['EUR', inComma(row, 'into')],
          ['EUR', inComma(row, 'out')],
        ],
      ),
  },
} satisfies BrokerFacts
