import type { BrokerFacts } from '../facts.ts'

export default {
  // 200.50 - 50 + 10; the repayment waits for the user to say what it is.
  'own:debitum/statement.csv': {
    rows: 5,
    cash: { EUR: '160.5' },
    held: { 'Debitum loans EUR': '50' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 1 },
    ignored: 0,
    refused: { 4: 'mixed-repayment' },
  },
  'debitum/debitum.csv': {
    rows: 4,
    cash: { EUR: '131.91' },
    held: {},
    kinds: { DEPOSIT: 1, INTEREST: 1 },
    ignored: 0,
    refused: { 3: 'mixed-repayment' },
    recount: {
      amount: 'Turnover',
      by: { currency: 'EUR' },
      skip: (row) => row['Transaction Type'] === 'REPAYMENT',
    },
  },
} satisfies BrokerFacts
