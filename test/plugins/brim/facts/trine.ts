import type { BrokerFacts } from '../facts.ts'

export default {
  // 115 was lent, 12.50 came back; a repayment holds interest and the late fee of the borrower.
  'own:trine/transactions.csv': {
    rows: 8,
    cash: { EUR: '9.72' },
    held: { 'Trine loans EUR': '102.5' },
    kinds: { BUY: 2, DEPOSIT: 1, INTEREST: 4, SELL: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: {},
    recount: { amount: 'AvailableBalanceChange', by: { currency: 'EUR' } },
  },
  // 10 that became 12, 5 that are 4 and a half, and a write-off, of which no report tells how it looks.
  'own:trine/odd.csv': {
    rows: 7,
    cash: { EUR: '20' },
    held: { 'Trine loans EUR': '40' },
    kinds: { BUY: 1, DEPOSIT: 1 },
    ignored: 1,
    refused: { 4: 'figures-contradict', 5: 'figures-contradict', 6: 'unknown-type' },
    balances: 'rows that are refused are missing from them',
  },
} satisfies BrokerFacts
