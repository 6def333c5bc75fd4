import type { BrokerFacts } from '../facts.ts'

export default {
  // Of 10 columns: the English report of 2023 with loan codes, and a kind of row that nobody knows.
  'own:estateguru/english.csv': {
    rows: 12,
    cash: { EUR: '167.35' },
    held: { 'EstateGuru loans EUR': '31.5' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 2, INTEREST: 3, SELL: 1 },
    ignored: 1,
    refused: { 12: 'unknown-type' },
    recount: {
      amount: 'Amount',
      by: 'Currency',
      skip: (row) => row['Cash Flow Status'] !== 'Approved' || row['Cash Flow Type'] === 'Revaluation',
    },
    balances: 'the balance of the row that cannot be read is missing',
  },
  // Principal that was due a year later came back early; commitments that were returned or cancelled stand there as money that comes in.
  'own:estateguru/statement.csv': {
    rows: 13,
    cash: { EUR: '350.11' },
    held: { 'EstateGuru loans EUR': '50' },
    kinds: { BUY: 1, DEPOSIT: 1, FEE: 1, INTEREST: 3, SELL: 1, WITHDRAWAL: 1 },
    ignored: 3,
    refused: { 12: 'unknown-status' },
    recount: { amount: 'Betrag', by: 'Währung', skip: (row) => row['Cashflow-Status'] !== 'Genehmigt' },
  },
} satisfies BrokerFacts
