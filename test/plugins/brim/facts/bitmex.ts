import type { BrokerFacts } from '../facts.ts'
import { figure, type Recount } from '../recount.ts'
import { summed } from '../sums.ts'

/** Hundred millionths of what is completed; the fee of a withdrawal is inside. */
const satoshis: Recount = (rows) =>
  summed(rows, (row) =>
    row['transactStatus'] === 'Completed' && row['walletBalance'] !== ''
      ? [['BTC', figure(row['amount'] ?? '').times('0.00000001')]]
      : [],
  )

export default {
  'own:bitmex/wallet.csv': {
    rows: 6,
    cash: {},
    held: { BTC: '0.024985' },
    kinds: { FEE: 2, INTEREST: 1, TRANSFER: 2 },
    ignored: 1,
    refused: {},
    units: satoshis,
  },
  'bitmex/wallet-history-rotki.csv': {
    rows: 10,
    cash: {},
    held: { BTC: '0.05085304' },
    kinds: { FEE: 4, INTEREST: 3, TRANSFER: 1 },
    ignored: 1,
    refused: {},
    units: satoshis,
  },
} satisfies BrokerFacts
