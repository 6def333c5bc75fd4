import type { BrokerFacts } from '../facts.ts'

export default {
  'own:bitpanda/trades.csv': {
    rows: 8,
    cash: { EUR: '126' },
    held: { ETH: '0.0095', XAU: '0.5' },
    kinds: { BUY: 2, DEPOSIT: 1, FEE: 1, SELL: 1, TRANSFER: 1 },
    ignored: 0,
    // What a transfer between products was is not known.
    refused: { 9: 'unclear-transfer' },
  },
} satisfies BrokerFacts
