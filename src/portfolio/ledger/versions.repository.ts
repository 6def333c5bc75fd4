import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'

const totalOfBroker = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_mark')
    .select(({ fn }) => fn.sum<number | null>('mark').as('total'))
    .where('broker_id', '=', p.brokerId),
)

/** How often lines of a broker were written. */
export async function sumLedgerVersions(db: Reader, brokerId: number): Promise<number> {
  return (await totalOfBroker.one(db, { brokerId }))?.total ?? 0
}

const daysOfBroker = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('ledger_mark').select(['date', 'mark']).where('broker_id', '=', p.brokerId),
)

/** The same per day; days never written are left out. */
export async function readLedgerVersions(db: Reader, brokerId: number): Promise<Map<string, number>> {
  return new Map((await daysOfBroker.all(db, { brokerId })).map(({ date, mark }) => [date, mark]))
}

const ofAssets = query<{ assetIds: readonly number[] }>()((q, p) =>
  q.selectFrom('price_mark').select(['asset_id', 'mark']).where('asset_id', 'in', inList(p.assetIds)),
)

/** How often prices and events of assets were written; assets of which that never happened are left out. */
export async function readPriceVersions(db: Reader, assetIds: readonly number[]): Promise<Map<number, number>> {
  return new Map((await ofAssets.all(db, { assetIds })).map((row) => [row.asset_id, row.mark]))
}

const ofRates = query()((q) => q.selectFrom('rate_mark').select('mark'))

/** How often rates, routes or their series that count for all were written. */
export async function readRateVersion(db: Reader): Promise<number> {
  return (await ofRates.one(db, {}))?.mark ?? 0
}

const ofOwnRates = query<{ userId: number }>()((q, p) =>
  q.selectFrom('fx_own_mark').select('mark').where('user_id', '=', p.userId),
)

/** How often rates and routes that count for one user only were written; 0 for users who have none. */
export async function readOwnRateVersion(db: Reader, userId: number): Promise<number> {
  return (await ofOwnRates.one(db, { userId }))?.mark ?? 0
}
