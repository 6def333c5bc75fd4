import type { BrokerFacts } from '../facts.ts'
import type { RawRow } from '../recount.ts'

/** Signed, but of dividends, where it says on how many units. */
const antal = {
  amount: 'Antal',
  by: 'ISIN',
  sign: ({ 'Typ av transaktion': type = '' }: RawRow) => (/^(Köp|Sälj|Split|Övrigt|Byte|Värdepapper)/.test(type) ? undefined : 0),
} as const

export default {
  // 12000 - 3019 - 6337 - 1000 + 3.15 + 15.79 - 2.37 - 41 + 1221 + 7.25; a split of 2 for 1, a fund that became another.
  'own:avanza/transaktioner.csv': {
    rows: 15,
    cash: { SEK: '2847.82' },
    held: { LU0000009993: '12.5', SE0000009991: '6', US0000009994: '3' },
    kinds: { BUY: 3, DEPOSIT: 1, DIVIDEND: 1, EXCHANGE: 2, FEE: 1, INTEREST: 1, SELL: 1, SPLIT: 1, TAX: 2 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Belopp', by: 'Transaktionsvaluta', decimal: 'comma' },
    units: { ...antal, decimal: 'comma' },
  },
  'own:avanza/kinds.csv': {
    rows: 12,
    cash: { SEK: '801.65' },
    held: { SE0000009991: '4' },
    kinds: { DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 3, TAX: 2, TRANSFER: 3 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Belopp', by: 'Transaktionsvaluta', decimal: 'comma' },
    units: { ...antal, decimal: 'comma' },
  },
  'avanza/etg.csv': {
    rows: 21,
    cash: { SEK: '-94340.33' },
    held: {
      LU0302296149: '-3.6545',
      LU2553958823: '3.6545',
      NO0010827280: '-352.033838',
      SE0004841500: '6.3572',
      SE0007126000: '2',
      US78409V1044: '2',
    },
    kinds: { BUY: 3, DEPOSIT: 3, DIVIDEND: 1, EXCHANGE: 2, FEE: 2, INTEREST: 2, SELL: 1, TAX: 3, WITHDRAWAL: 3 },
    ignored: 0,
    refused: {},
    partial: 'it has single rows of several years',
    recount: { amount: 'Belopp', by: 'Transaktionsvaluta', decimal: 'comma' },
    units: { ...antal, decimal: 'comma' },
  },
  'avanza/excel-2015.xlsx': {
    rows: 10,
    cash: { SEK: '13481.23' },
    held: { SE0000000003: '75', SE0000000004: '-15', SE0000000005: '15' },
    kinds: { BUY: 1, DEPOSIT: 4, EXCHANGE: 2, INTEREST: 1, TAX: 1 },
    ignored: 0,
    refused: {},
    partial: 'the shares that are split were bought before',
    recount: { amount: 'Belopp', by: 'Valuta' },
    units: antal,
  },
} satisfies BrokerFacts
