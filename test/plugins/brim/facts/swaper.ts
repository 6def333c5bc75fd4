import type { BrokerFacts } from '../facts.ts'
import { sideOf } from '../recount.ts'

export default {
  // 25 and 15 were lent; 25 and 8.50 came back.
  'own:swaper/statement.csv': {
    rows: 8,
    cash: { EUR: '94.01' },
    held: { 'Swaper loans EUR': '6.5' },
    kinds: { BUY: 2, DEPOSIT: 1, INTEREST: 2, SELL: 2 },
    ignored: 0,
    refused: {},
    recount: { amount: 'Amount', by: { currency: 'EUR' }, decimal: 'comma' },
    units: {
      amount: 'Amount',
      by: { currency: 'Swaper loans EUR' },
      decimal: 'comma',
      sign: sideOf('Transaction type', /^INVESTMENT$/, /PRINCIPAL$/),
    },
  },
  'swaper/swaper.csv': {
    rows: 8,
    cash: { EUR: '2010.33' },
    held: { 'Swaper loans EUR': '-10' },
    kinds: { BUY: 1, DEPOSIT: 1, INTEREST: 3, SELL: 2 },
    ignored: 0,
    refused: {},
    partial: 'the loans that were repaid are older',
    recount: { amount: 'Amount', by: { currency: 'EUR' }, decimal: 'comma' },
    units: {
      amount: 'Amount',
      by: { currency: 'Swaper loans EUR' },
      decimal: 'comma',
      sign: sideOf('Transaction type', /^INVESTMENT$/, /PRINCIPAL$/),
    },
  },
} satisfies BrokerFacts
