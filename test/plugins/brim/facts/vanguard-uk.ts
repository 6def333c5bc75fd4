import type { BrokerFacts } from '../facts.ts'
import type { Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** The symbol in brackets, else the name. */
const units: Recount = (rows) =>
  summed(rows, ({ Details = '' }) => {
    const [, verb = '', size = '', name = ''] = /^(Bought|Sold) ([\d.,]+) (.*)$/.exec(Details) ?? []
    const code = /\(([A-Z]+)\)$/.exec(name)?.[1] ?? name.replace('–', '-')
    return verb === '' ? [] : [[code, verb === 'Sold' ? `-${size}` : size]]
  })

export default {
  // Names and quantities stand in the text, with two kinds of dash; a dividend is taken back and paid again.
  'own:vanguard-uk/cash.csv': {
    rows: 12,
    cash: { GBP: '263.63' },
    held: { HBD: '1000', 'Harbour World Index Fund - Accumulation': '0.75' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 3, FEE: 1, INTEREST: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 11: 'unknown-type' },
    recount: { amount: 'Amount', by: { currency: 'GBP' }, skip: (row) => row['Amount'] === '1.1' },
    balances: 'the row that is refused moves it',
    units,
  },
  // The whole sheet of an account: trades are in both tables; of what pays a fee, and of a new name, the units are in the second one only.
  'own:vanguard-uk/sheet.csv': {
    rows: 22,
    cash: { GBP: '337' },
    held: { HBFB: '39.5' },
    kinds: { BUY: 1, DEPOSIT: 4, EXCHANGE: 2, FEE: 3, SELL: 1, WITHDRAWAL: 1 },
    ignored: 4,
    refused: { 16: 'unknown-type' },
    balances: 'the row that is refused moves it',
    fixedColumns: 'the two tables have different columns',
    undivided: 'the two tables have rows of the same trades',
  },
  'vanguard-uk/cash-report.csv': {
    rows: 20,
    cash: { GBP: '23.59' },
    held: {
      ...{ BAR: '293', FOO: '1550' },
      ...{ 'Emerging Markets Stock Index Fund - Accumulation': '6.77', 'U.S. Equity Index Fund - Accumulation': '0.9232' },
    },
    kinds: { BUY: 4, DEPOSIT: 4, DIVIDEND: 4, FEE: 4, INTEREST: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'GBP' } },
    units,
  },
} satisfies BrokerFacts
