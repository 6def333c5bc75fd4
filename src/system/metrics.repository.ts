import type { Db, Tx } from '#db/connection.ts'

type Totals = {
  readonly users: number
  readonly brokers: number
  readonly transactions: number
  /** Bytes, as recorded. */
  readonly uploads: number
  /** Bytes, as recorded. */
  readonly reports: number
}

/** `lastSuccess` is RFC 3339; `failing` counts the pairs (or is 1 for a source of prices) whose last attempt failed. */
type SourceState = {
  readonly kind: 'fx' | 'prices'
  readonly source: string
  readonly lastSuccess: string | null
  readonly failing: number
}

/** How many rows of the main tables there are; transactions from the counts that brokers keep, so that no ledger is read. */
export async function readTotals(db: Db | Tx): Promise<Totals> {
  const sql = `SELECT (SELECT count(*) FROM user) AS users, count(*) AS brokers, coalesce(sum(transaction_count), 0) AS transactions,
    (SELECT coalesce(sum(size), 0) FROM upload) AS uploads, (SELECT coalesce(sum(size), 0) FROM report) AS reports FROM broker`
  return db.sqlite.query<Totals, []>(sql).get() ?? { users: 0, brokers: 0, transactions: 0, uploads: 0, reports: 0 }
}

/** The number of jobs by state; states without jobs are missing. */
export async function countJobStates(db: Db | Tx): Promise<readonly { readonly state: string; readonly count: number }[]> {
  return db.sqlite.query<{ state: string; count: number }, []>('SELECT state, count(*) AS count FROM job GROUP BY state').all()
}

/** How the sources of rates and prices that were asked so far fare. */
export async function readSourceStates(db: Db | Tx): Promise<readonly SourceState[]> {
  const sql = `SELECT 'fx' AS kind, provider AS source, max(last_success) AS lastSuccess, count(last_error) AS failing
    FROM fx_sync_state GROUP BY provider UNION ALL
    SELECT 'prices', code, last_success, last_error IS NOT NULL FROM price_provider`
  return db.sqlite.query<SourceState, []>(sql).all()
}
