import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

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

const totals = query()((q) =>
  q.selectFrom('broker').select(({ fn, selectFrom, val }) => [
    selectFrom('user').select(fn.countAll<number>().as('n')).$asScalar().as('users'),
    fn.countAll<number>().as('brokers'),
    fn.coalesce(fn.sum<number>('transaction_count'), val(0)).as('transactions'),
    selectFrom('upload')
      .select((upload) => upload.fn.sum<number | null>('size').as('n'))
      .$asScalar()
      .as('uploads'),
    selectFrom('report')
      .select((report) => report.fn.sum<number | null>('size').as('n'))
      .$asScalar()
      .as('reports'),
  ]),
)

/** How many rows of the main tables there are; transactions from the counts of brokers, so that no ledger is read. */
export async function readTotals(db: Reader): Promise<Totals> {
  const row = await totals.one(db, {})
  return {
    users: row?.users ?? 0,
    brokers: row?.brokers ?? 0,
    transactions: row?.transactions ?? 0,
    uploads: row?.uploads ?? 0,
    reports: row?.reports ?? 0,
  }
}

const jobStates = query()((q) =>
  q
    .selectFrom('job')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state'),
)

/** The number of jobs by state; states without jobs are missing. */
export async function countJobStates(db: Reader): Promise<readonly { readonly state: string; readonly count: number }[]> {
  return await jobStates.all(db, {})
}

const rateSources = query()((q) =>
  q
    .selectFrom('fx_sync_state')
    .select(({ fn }) => [
      'provider as source',
      fn.max('last_success').as('lastSuccess'),
      fn.count<number>('last_error').as('failing'),
    ])
    .groupBy('provider'),
)
const priceSources = query()((q) =>
  q.selectFrom('price_provider').select(['code as source', 'last_success as lastSuccess', 'last_error']),
)

/** How the sources of rates and prices that were used so far do. */
export async function readSourceStates(db: Reader): Promise<readonly SourceState[]> {
  const rates = (await rateSources.all(db, {})).map((row): SourceState => ({ kind: 'fx', ...row }))
  const prices = (await priceSources.all(db, {})).map(({ last_error, ...row }): SourceState => {
    return { kind: 'prices', ...row, failing: last_error === null ? 0 : 1 }
  })
  return [...rates, ...prices]
}
