import type { BrokerFacts } from '../facts.ts'
import { figure, sideOf } from '../recount.ts'

/** By place, for five columns are called Valuta. */
function byPlace(_: unknown, file: string): Record<string, string> {
  const sums: Record<string, string> = {}
  for (const line of file.trim().split('\n').slice(1)) {
    const cells = line.split('\t')
    const [type = '', amount = '', currency = '', cancelledOn] = [cells[5], cells[13], cells[14], cells[23]]
    if (amount === '' || cancelledOn !== '' || type.startsWith('TILDELING')) continue
    sums[currency] = figure(sums[currency] ?? '0')
      .plus(figure(amount, 'comma'))
      .toFixed()
  }
  return sums
}

const antal = { amount: 'Antal', by: 'ISIN', sign: sideOf('Transaktionstyp', /^KÖPT$/, /^SÅLT$/) } as const

export default {
  // A dividend and what takes it back are both left out; a split of 2 for 1 as two rows; fees in kroner of a purchase in dollars.
  'own:nordnet/transactions-and-notes.csv': {
    rows: 17,
    cash: { NOK: '7081.24', USD: '100' },
    held: { NO0000009991: '15', US0000009994: '2' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 2, FEE: 1, FX_CONVERSION: 2, INTEREST: 1, SELL: 1, SPLIT: 1, TAX: 1 },
    ignored: 2,
    refused: { 2: 'unknown-type' },
    recount: byPlace,
    balances: 'rows that were cancelled moved it for a day',
    fixedColumns: 'five have the title Valuta',
  },
  'own:nordnet/before-2018.csv': {
    rows: 4,
    cash: { SEK: '1616' },
    held: {},
    kinds: { BUY: 1, DEPOSIT: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Belopp', by: 'Valuta', decimal: 'comma' },
    units: { ...antal, decimal: 'comma' },
  },
  'own:nordnet/danish.csv': {
    rows: 10,
    cash: { DKK: '9375.75' },
    held: { DK0000009991: '4' },
    kinds: { DEPOSIT: 1, DIVIDEND: 1, INTEREST: 2, TAX: 1, TRANSFER: 3, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Beløb', by: { currency: 'DKK' }, decimal: 'comma' },
    units: { ...antal, decimal: 'comma', sign: sideOf('Transaktionstype', /^INLÄGG VP$/, /^UTTAG VP$/) },
    fixedColumns: 'five have the title Valuta',
  },
  'nordnet/depot-2016.csv': {
    rows: 3,
    cash: { SEK: '102' },
    held: { SE0006993986: '34' },
    kinds: { BUY: 1, DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Belopp', by: 'Valuta', decimal: 'comma', encoding: 'latin1' },
    units: { ...antal, decimal: 'comma', encoding: 'latin1' },
  },
  'nordnet/depot-2016.xlsx': {
    rows: 3,
    cash: { SEK: '102' },
    held: { SE0006993986: '34' },
    kinds: { BUY: 1, DEPOSIT: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Belopp', by: 'Valuta' },
    units: antal,
  },
} satisfies BrokerFacts
