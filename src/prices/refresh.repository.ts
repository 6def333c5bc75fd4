import type { NotNull } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, inList, query } from '#db/query.ts'
import type { PriceProviderTable, PriceRefreshTable, PriceSlotTable } from '#db/tables/prices.ts'
import type { PriceSource } from '../assets/service.ts'
import type { AssetType } from '../shared/asset-type.ts'
import type { CircuitState } from '../sources/circuit-breaker.service.ts'
import type { NotedRewrite } from './rewritten.ts'

/** An asset whose prices can be fetched; `last` = its newest price of a provider. */
export type Refreshable = {
  readonly id: number
  readonly symbol: string
  readonly currency: string
  readonly source: PriceSource | null
  readonly type: AssetType
  readonly isin: string | null
  readonly exchange: string | null
  readonly last: string | null
}

export type ProviderState = CircuitState

/** How the last refresh of an asset that has a price source ended; `null` where there was none yet. */
export type RefreshState = {
  readonly assetId: number
  readonly symbol: string
  readonly provider: string
  readonly lastAttempt: string | null
  readonly lastSuccess: string | null
  readonly lastError: string | null
  readonly rewrite: NotedRewrite | null
}

type Attempt = { readonly id: number; readonly at: string; readonly success: string | null; readonly error: string | null }
/** How a refresh ended: `error` is `null` when it ended well, `isFetched` when closes came all the same. */
export type Ending = { readonly error: string | null; readonly isFetched: boolean }

const refreshableOf = query<{ ids: readonly number[] }>()((q, p) => refreshable(q).where('asset.id', 'in', inList(p.ids)))

const allRefreshable = query()((q) => refreshable(q).where('price_source', 'is not', null).where('archived', '=', 0))

const assetOf = query<{ id: number }>()((q, p) => q.selectFrom('asset').select('id').where('id', '=', p.id))

const writeAttempt = query<Attempt>()((q, p) =>
  q
    .insertInto('price_refresh')
    .values({
      asset_id: p.id,
      last_attempt: p.at,
      last_success: p.success,
      last_error: p.error,
      rewritten: null,
    } satisfies Record<keyof PriceRefreshTable, unknown>)
    .onConflict((conflict) =>
      conflict.column('asset_id').doUpdateSet((eb) => ({
        last_attempt: eb.ref('excluded.last_attempt'),
        last_success: eb.fn.coalesce('excluded.last_success', 'price_refresh.last_success'),
        last_error: eb.ref('excluded.last_error'),
      })),
    ),
)

const rewriteOf = query<{ id: number }>()((q, p) =>
  q.selectFrom('price_refresh').select('rewritten').where('asset_id', '=', p.id),
)

const writeRewritten = query<{ id: number; rewritten: string | null }>()((q, p) =>
  q.updateTable('price_refresh').set({ rewritten: p.rewritten }).where('asset_id', '=', p.id),
)

const firstDays = query<{ id: number; provider: string }>()((q, p) =>
  q
    .selectFrom('price')
    .select((eb) => eb.fn.min<string | null>('date').as('day'))
    .where('asset_id', '=', p.id)
    .where('source', '=', p.provider),
)

const providerStates = query()((q) => stateOf(q).orderBy('code'))

const providerState = query<{ code: string }>()((q, p) => stateOf(q).where('code', '=', p.code))

const writeState = query<ProviderState>()((q, p) =>
  q
    .insertInto('price_provider')
    .values({
      code: p.code,
      last_attempt: p.lastAttempt,
      last_success: p.lastSuccess,
      last_error: p.lastError,
      failures: p.failures,
      closed_until: p.closedUntil,
    } satisfies Record<keyof PriceProviderTable, unknown>)
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((eb) => ({
        last_attempt: eb.ref('excluded.last_attempt'),
        last_success: eb.ref('excluded.last_success'),
        last_error: eb.ref('excluded.last_error'),
        failures: eb.ref('excluded.failures'),
        closed_until: eb.ref('excluded.closed_until'),
      })),
    ),
)

const deleteSlots = query<{ before: string }>()((q, p) => q.deleteFrom('price_slot').where('slot', '<', p.before))

const insertSlot = query<{ slot: string }>()((q, p) =>
  q
    .insertInto('price_slot')
    .values({ slot: p.slot } satisfies Record<keyof PriceSlotTable, unknown>)
    .onConflict((conflict) => conflict.column('slot').doNothing()),
)

const statesAfter = query<{ after: number; limit: number }>()((q, p) => states(q).where('asset.id', '>', p.after).limit(p.limit))

const failedAfter = query<{ after: number; limit: number }>()((q, p) =>
  states(q).where('last_error', 'is not', null).where('asset.id', '>', p.after).limit(p.limit),
)

/** The assets of these ids; without ids all that are not archived and have a source. */
export async function listRefreshable(db: Reader, ids: readonly number[] | undefined): Promise<Refreshable[]> {
  const rows = ids === undefined ? await allRefreshable.all(db, {}) : await refreshableOf.all(db, { ids })
  return rows.map(({ price_source, ...row }) => ({
    ...row,
    source: price_source === null ? null : (JSON.parse(price_source) as PriceSource),
  }))
}

/** Notes how the refresh of an asset ended. Nothing where the asset is gone meanwhile. */
export async function noteAsset(db: Tx, id: number, at: string, { error, isFetched }: Ending): Promise<void> {
  if ((await assetOf.one(db, { id })) === undefined) return
  await writeAttempt.run(db, { id, at, success: isFetched ? at : null, error })
}

/** What the source of an asset was found to have rewritten. */
export async function findNotedRewrite(db: Reader, id: number): Promise<NotedRewrite | null> {
  return readRewrite((await rewriteOf.one(db, { id }))?.rewritten ?? null)
}

/** Notes what a source has rewritten, of an asset that was refreshed before; `null` = nothing any more. */
export async function writeNotedRewrite(db: Tx, id: number, rewrite: NotedRewrite | null): Promise<void> {
  await writeRewritten.run(db, { id, rewritten: rewrite === null ? null : JSON.stringify(rewrite) })
}

/** The first day of which there is a close of a provider. */
export async function findFirstDayOf(db: Reader, id: number, provider: string): Promise<string | undefined> {
  return (await firstDays.one(db, { id, provider }))?.day ?? undefined
}

export async function listProviderStates(db: Reader): Promise<ProviderState[]> {
  return await providerStates.all(db, {})
}

export async function findProviderState(db: Reader, code: string): Promise<ProviderState | undefined> {
  return await providerState.one(db, { code })
}

export async function writeProviderState(db: Tx, state: ProviderState): Promise<void> {
  await writeState.run(db, state)
}

/** Takes an instant of the schedule for this process; false when it was taken before. Those before `keep` are deleted first. */
export async function claimSlot(db: Tx, slot: string, keep: string): Promise<boolean> {
  await deleteSlots.run(db, { before: keep })
  return (await insertSlot.run(db, { slot })) > 0
}

/** Of assets that are not archived, by id; with `failed` only those whose last refresh failed. */
export async function listRefreshStates(
  db: Reader,
  failed: boolean,
  page: { readonly after: number; readonly limit: number },
): Promise<RefreshState[]> {
  const rows = await (failed ? failedAfter : statesAfter).all(db, page)
  return rows.map(({ rewritten, ...row }) => ({ ...row, rewrite: readRewrite(rewritten) }))
}

function readRewrite(text: string | null): NotedRewrite | null {
  return text === null ? null : (JSON.parse(text) as NotedRewrite)
}

function refreshable(q: Builder) {
  return q
    .selectFrom('asset')
    .select(['asset.id', 'asset.symbol', 'asset.currency', 'asset.price_source', 'asset.type', 'asset.isin', 'asset.exchange'])
    .$narrowType<{ type: AssetType }>()
    .select((eb) =>
      eb
        .selectFrom('price')
        .select('price.date')
        .whereRef('price.asset_id', '=', 'asset.id')
        .where('price.source', '<>', 'MANUAL')
        .orderBy('price.date', 'desc')
        .limit(1)
        .as('last'),
    )
    .orderBy('asset.id')
}

function stateOf(q: Builder) {
  return q
    .selectFrom('price_provider')
    .select(['code', 'last_attempt as lastAttempt', 'last_success as lastSuccess', 'last_error as lastError', 'failures'])
    .select('closed_until as closedUntil')
}

function states(q: Builder) {
  return q
    .selectFrom('asset')
    .leftJoin('price_refresh as refresh', 'refresh.asset_id', 'asset.id')
    .select(['asset.id as assetId', 'asset.symbol', 'asset.source_provider as provider'])
    .select(['refresh.last_attempt as lastAttempt', 'refresh.last_success as lastSuccess', 'refresh.last_error as lastError'])
    .select('refresh.rewritten')
    .where('source_provider', 'is not', null)
    .$narrowType<{ provider: NotNull }>()
    .where('archived', '=', 0)
    .orderBy('asset.id')
}
