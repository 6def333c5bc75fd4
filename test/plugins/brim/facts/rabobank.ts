import type { BrokerFacts } from '../facts.ts'

export default {
  // 1250 - 200 - 783 - 3.10 + 0.87 + 15.30 + 274.75; of the dividend of 18.00, 2.70 were withheld.
  'own:rabobank/mutaties.csv': {
    rows: 9,
    cash: { EUR: '554.82' },
    held: { NL0000009998: '5' },
    kinds: { BUY: 1, DEPOSIT: 1, DIVIDEND: 1, FEE: 1, INTEREST: 1, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 2: 'unknown-type' },
    recount: {
      ...{ amount: 'Bedrag', by: 'Valuta mutatie', decimal: 'comma' },
      skip: (row) => row['Type mutatie'] === 'Overboeking stukken',
    },
    units: { amount: 'Volume', by: 'Isin code', decimal: 'comma', skip: (row) => !/Fondsen$/.test(row['Type mutatie'] ?? '') },
  },
  'rabobank/etg.csv': {
    rows: 13,
    cash: { EUR: '121.3' },
    held: { NL0014857104: '3.5404', NL0014065450: '1.3894' },
    kinds: { BUY: 5, DEPOSIT: 2, DIVIDEND: 2, FEE: 1, INTEREST: 1, SELL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Bedrag', by: 'Valuta mutatie', decimal: 'comma' },
    units: { amount: 'Volume', by: 'Isin code', decimal: 'comma', skip: (row) => !/Fondsen$/.test(row['Type mutatie'] ?? '') },
  },
} satisfies BrokerFacts
