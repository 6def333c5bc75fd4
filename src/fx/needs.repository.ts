import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { isSeen, type Sight } from '#db/sight.ts'

/** A user who may have reports, with the currency that they chose for them and the brokers that they may read. */
export type Reporter = { readonly id: number; readonly currency: string | null; readonly brokerIds: readonly number[] }

/** The first and the last day of something. */
export type Span = { readonly from: string; readonly to: string }

const members = query()((q) =>
  q
    .selectFrom('user')
    .innerJoin('broker_access as access', 'access.user_id', 'user.id')
    .select(['user.id', 'user.currency', 'access.broker_id'])
    .where('user.is_active', '=', 1)
    .orderBy('user.id')
    .orderBy('access.broker_id'),
)
const brokersOf = query<Sight>()((q, p) =>
  q
    .selectFrom('broker_access')
    .select('broker_id')
    .where('user_id', '=', p.userId)
    .where(isSeen('broker_id', p))
    .orderBy('broker_id'),
)

/** Every active user who may read a broker. */
export async function listReporters(db: Reader): Promise<Reporter[]> {
  const rows = Map.groupBy(await members.all(db, {}), (row) => row.id)
  return [...rows].map(([id, some]) => ({
    id,
    currency: some[0]?.currency ?? null,
    brokerIds: some.map((row) => row.broker_id),
  }))
}

/** The brokers that somebody may read. */
export async function listReadableBrokers(db: Reader, sight: Sight): Promise<number[]> {
  return (await brokersOf.all(db, sight)).map((row) => row.broker_id)
}

const versionOf = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_mark')
    .select(({ fn }) => fn.sum<number | null>('mark').as('total'))
    .where('broker_id', '=', p.brokerId),
)
const sizeOf = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('broker').select('transaction_count').where('id', '=', p.brokerId),
)
const endOf = (direction: 'asc' | 'desc') =>
  query<{ brokerId: number }>()((q, p) =>
    q.selectFrom('ledger_transaction').select('date').where('broker_id', '=', p.brokerId).orderBy('date', direction).limit(1),
  )
const [firstLine, lastLine] = [endOf('asc'), endOf('desc')]

/** How often lines of a broker were written. */
export async function readLedgerVersion(db: Reader, brokerId: number): Promise<number> {
  return (await versionOf.one(db, { brokerId }))?.total ?? 0
}

/** How many lines a broker has, and the days of the first and the last; `undefined` without lines. */
export async function findLedgerSpan(db: Reader, brokerId: number): Promise<(Span & { readonly lines: number }) | undefined> {
  const [from, to, size] = [
    await firstLine.one(db, { brokerId }),
    await lastLine.one(db, { brokerId }),
    await sizeOf.one(db, { brokerId }),
  ]
  return from && to && { from: from.date, to: to.date, lines: size?.transaction_count ?? 0 }
}

type Days = Span & { readonly brokerId: number }

const currenciesBetween = query<Days>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select((is) => ['currency', 'price_currency', is.fn.min('date').as('from'), is.fn.max('date').as('to')])
    .where('broker_id', '=', p.brokerId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .groupBy(['currency', 'price_currency']),
)
const assetsBetween = query<Days>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select((is) => ['asset_id', is.fn.min('date').as('from'), is.fn.max('date').as('to')])
    .where('broker_id', '=', p.brokerId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .groupBy('asset_id'),
)

/** The currencies of amounts and of prices in the lines of some days, with their first and last day; one may come twice. */
export async function listLineCurrencies(db: Reader, days: Days): Promise<(Span & { readonly currency: string })[]> {
  return (await currenciesBetween.all(db, days)).flatMap(({ currency, price_currency: price, from, to }) =>
    [currency, price].flatMap((code) => (code === null ? [] : [{ currency: code, from, to }])),
  )
}

/** The assets in the lines of some days, with their first and last day. */
export async function listLineAssets(db: Reader, days: Days): Promise<(Span & { readonly assetId: number })[]> {
  return (await assetsBetween.all(db, days)).flatMap(({ asset_id: assetId, from, to }) =>
    assetId === null ? [] : [{ assetId, from, to }],
  )
}

const changes = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('balance_month').select(['unit', 'change']).where('broker_id', '=', p.brokerId),
)

/** Every net change of a month at a broker, unit by unit: a currency, or `#` and the id of an asset. */
export async function eachChange(
  db: Reader,
  brokerId: number,
  visit: (row: { readonly unit: string; readonly change: string }) => undefined,
): Promise<void> {
  await changes.each(db, { brokerId }, visit)
}

const currenciesOf = query<{ assetIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .leftJoin('price_mark as version', 'version.asset_id', 'asset.id')
    .select(['asset.id', 'asset.currency', 'version.mark as version'])
    .where('asset.id', 'in', inList(p.assetIds)),
)
const currenciesOfCloses = query<{ assetId: number }>()((q, p) =>
  q.selectFrom('price').select('currency').distinct().where('asset_id', '=', p.assetId),
)

/** The currency of each of some assets, and how often its prices were written. */
export async function listAssetCurrencies(
  db: Reader,
  assetIds: readonly number[],
): Promise<{ readonly id: number; readonly currency: string; readonly version: number }[]> {
  return (await currenciesOf.all(db, { assetIds })).map((row) => ({ ...row, version: row.version ?? 0 }))
}

/** The currencies of the closes of an asset. */
export async function listCloseCurrencies(db: Reader, assetId: number): Promise<string[]> {
  return (await currenciesOfCloses.all(db, { assetId })).map((row) => row.currency)
}
