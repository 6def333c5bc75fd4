import type { BrokerFacts } from '../facts.ts'

const COMMON = { held: {}, ignored: 0, refused: {}, options: { currency: 'EUR' } } as const
const RECOUNT = { amount: 'Amount', by: { currency: 'EUR' }, decimal: 'comma' } as const

export default {
  'own:bunq/statement.csv': {
    ...COMMON,
    rows: 4,
    cash: { EUR: '1460.27' },
    kinds: { DEPOSIT: 1, INTEREST: 1, WITHDRAWAL: 1 },
    recount: RECOUNT,
  },
  'bunq/sk-single-deposit.csv': { ...COMMON, rows: 2, cash: { EUR: '1000' }, kinds: { DEPOSIT: 1 }, recount: RECOUNT },
  'bunq/sk-single-interest.csv': { ...COMMON, rows: 2, cash: { EUR: '3.5' }, kinds: { INTEREST: 1 }, recount: RECOUNT },
  'bunq/sk-single-withdrawal.csv': { ...COMMON, rows: 2, cash: { EUR: '-100' }, kinds: { WITHDRAWAL: 1 }, recount: RECOUNT },
} satisfies BrokerFacts
