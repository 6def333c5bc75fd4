import type { BrokerFacts } from '../facts.ts'

export default {
  'own:wealthsimple/activities.csv': {
    rows: 8,
    cash: { CAD: '228.15' },
    held: { HLTP: '5', MDW: '15' },
    kinds: { BUY: 2, DEPOSIT: 1, DIVIDEND: 1, INTEREST: 1, SELL: 1 },
    ignored: 1,
    refused: {},
    recount: { amount: 'net_cash_amount', by: 'currency' },
  },
} satisfies BrokerFacts
