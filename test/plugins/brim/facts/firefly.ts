import type { BrokerFacts } from '../facts.ts'
import { summed } from '../sums.ts'

const LEFT_OUT = new Set(['26', '27', '28'])
/** Whether money of one's own came in; a transfer between own accounts changes nothing. */
const SIGNS: Readonly<Record<string, string>> = { Deposit: '', 'Opening balance': '', Withdrawal: '-', Reconciliation: '-' }

export default {
  // The sign of a row is that of its kind or of neither: the side that is an asset account tells which way the money went.
  'own:firefly/transactions.csv': {
    rows: 10,
    cash: { EUR: '953.8' },
    held: {},
    kinds: { DEPOSIT: 2, TRANSFER: 2, WITHDRAWAL: 3 },
    ignored: 0,
    refused: { 8: 'two-currencies', 9: 'no-own-account', 10: 'unknown-type' },
    recount: (rows) =>
      summed(
        rows.filter((row) => !LEFT_OUT.has(row['journal_id'] ?? '') && row['type'] !== 'Transfer'),
        (row) => [[row['currency_code'] ?? '', `${SIGNS[row['type'] ?? '']}${(row['amount'] ?? '').replace(/['-]/g, '')}`]],
      ),
  },
} satisfies BrokerFacts
