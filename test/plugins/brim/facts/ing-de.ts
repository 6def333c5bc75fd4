import type { BrokerFacts } from '../facts.ts'

const TWO_TITLES = 'two columns have one title'

export default {
  'own:ing-de/depot.csv': {
    rows: 7,
    cash: {},
    held: {},
    kinds: {},
    ignored: 3,
    refused: 'positions-report',
    fixedColumns: TWO_TITLES,
  },
  // A savings account: oldest first, with categories and without balances.
  'own:ing-de/extra-konto.csv': {
    rows: 14,
    cash: { EUR: '303.09' },
    held: {},
    kinds: { DEPOSIT: 1, INTEREST: 1, TAX: 2 },
    ignored: 0,
    refused: { 18: 'unknown-type' },
    recount: {
      amount: 'Betrag',
      by: 'Währung',
      decimal: 'comma',
      header: 8,
      skip: (row) => /^Storno/.test(row['Buchungstext'] ?? ''),
    },
    fixedColumns: 'the currency has its place behind the amount',
  },
  // Money of a purchase, whose quantity the account does not say, and a dividend after taxes.
  'own:ing-de/girokonto.csv': {
    rows: 16,
    cash: { EUR: '1121.07' },
    held: {},
    kinds: { DEPOSIT: 1, DIVIDEND: 1, FEE: 1, WITHDRAWAL: 2 },
    ignored: 0,
    refused: {},
    options: { securities: 'cash' },
    fixedColumns: TWO_TITLES,
    recount: { amount: 'Betrag', by: 'Währung', decimal: 'comma', header: 10 },
  },
} satisfies BrokerFacts
