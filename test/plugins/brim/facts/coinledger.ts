import type { BrokerFacts } from '../facts.ts'

export default {
  'own:coinledger/records.csv': {
    rows: 12,
    cash: { EUR: '501' },
    held: { BTC: '0.005', ETH: '0.21' },
    kinds: { ADJUSTMENT: 1, BUY: 1, DEPOSIT: 1, EXCHANGE: 2, FEE: 1, INTEREST: 2, TRANSFER: 1 },
    ignored: 0,
    // What was bought with 0.1 ETH is missing.
    refused: { 8: 'unclear-swap' },
    recount: { amount: 'Amount', by: 'Asset', skip: (row) => row['Asset'] !== 'EUR' },
    units: { amount: 'Amount', by: 'Asset', skip: (row) => row['Asset'] === 'EUR' || row['Internal Id'] === '103' },
  },
  'coinledger/rotki.csv': {
    rows: 28,
    cash: { EUR: '2.5' },
    held: { BCH: '0.7', BTC: '0.0105', COIN: '99', DOGE: '71.5', ETH: '0.668', USDT: '102.51276' },
    kinds: { ADJUSTMENT: 2, FEE: 2, INTEREST: 10, TRANSFER: 7 },
    ignored: 0,
    // Of each of these trades one side is missing.
    refused: {
      ...{ 2: 'unclear-swap', 6: 'unclear-swap', 7: 'unclear-swap' },
      ...{ 8: 'unclear-swap', 9: 'unclear-swap', 10: 'unclear-swap' },
    },
    recount: {
      amount: 'Amount',
      by: 'Asset',
      skip: (row) => row['Asset'] !== 'EUR' || row['Type'] === 'Buy',
    },
    units: { amount: 'Amount', by: 'Asset', skip: (row) => /^(Buy|Trade)$/.test(row['Type'] ?? '') || row['Asset'] === 'EUR' },
  },
} satisfies BrokerFacts
