import type { BrokerFacts } from '../facts.ts'

export default {
  'own:consorsbank/konto.csv': {
    rows: 9,
    cash: { EUR: '1238.8' },
    held: {},
    kinds: { DEPOSIT: 1, WITHDRAWAL: 1 },
    ignored: 1,
    refused: { 6: 'unknown-type' },
    options: { securities: 'leave-out' },
    recount: {
      amount: 'Betrag',
      by: 'Währung',
      decimal: 'comma',
      header: 4,
      skip: (row) => /^(ABSCHLUSS|WERTPAPIERE)$/.test(row['Buchungstext'] ?? ''),
    },
  },
  // Without the column of the currency; days are written in two ways.
  'own:consorsbank/older.csv': {
    rows: 3,
    cash: { EUR: '1131.1' },
    held: {},
    kinds: { DEPOSIT: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Betrag in EUR', by: { currency: 'EUR' }, decimal: 'comma' },
  },
} satisfies BrokerFacts
