import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import type { FxSyncSlotTable, FxSyncStateTable, FxSyncUserTable } from '#db/tables/fx.ts'
import type { Leg } from './catalogue.ts'
import { EVERYBODY } from './rate.repository.ts'
import { raiseOwnRatesVersion, raiseRatesVersion } from './version.repository.ts'

/** What is known of one series. */
export type SeriesState = Leg & {
  /** The days that were fetched without a gap; both `null` before the first sync that ended well. */
  readonly syncedFrom: string | null
  readonly syncedTo: string | null
  /** The day of the newest stored rate. */
  readonly latest: string | null
  readonly lastAttempt: string | null
  readonly lastSuccess: string | null
  readonly lastError: string | null
}

type Row = Omit<Selectable<FxSyncStateTable>, 'for_all'> & { readonly latest: string | null }

function states(q: Builder) {
  return q
    .selectFrom('fx_sync_state as state')
    .selectAll('state')
    .select(({ selectFrom }) =>
      selectFrom('fx_rate as rate')
        .select((is) => is.fn.max<string | null>('rate.date').as('newest'))
        .whereRef('rate.base', '=', 'state.base')
        .whereRef('rate.quote', '=', 'state.quote')
        .whereRef('rate.provider', '=', 'state.provider')
        .as('latest'),
    )
}

const allStates = query()((q) => states(q).orderBy('base').orderBy('quote').orderBy('provider'))
const statesFor = query<{ viewer: number }>()((q, p) =>
  states(q).where(countsFor(p.viewer)).orderBy('base').orderBy('quote').orderBy('provider'),
)
const oneState = query<Leg>()((q, p) =>
  states(q).where('base', '=', p.base).where('quote', '=', p.quote).where('provider', '=', p.provider),
)

/** Every series that was ever synced or stored, or those that were fetched for all or for `viewer`: by pair and provider. */
export async function listSeriesStates(db: Reader, viewer?: number): Promise<SeriesState[]> {
  return (viewer === undefined ? await allStates.all(db, {}) : await statesFor.all(db, { viewer })).map(toState)
}

function countsFor(viewer: number) {
  return ({ eb, or, exists, selectFrom }: ExpressionBuilder<Schema & { state: FxSyncStateTable }, 'state'>) =>
    or([
      eb('state.for_all', '=', 1),
      exists(
        selectFrom('fx_sync_user as own')
          .select('own.user_id')
          .where('own.user_id', '=', viewer)
          .whereRef('own.base', '=', 'state.base')
          .whereRef('own.quote', '=', 'state.quote')
          .whereRef('own.provider', '=', 'state.provider'),
      ),
    ])
}

export async function findSeriesState(db: Reader, leg: Leg): Promise<SeriesState | undefined> {
  const row = await oneState.one(db, leg)
  return row && toState(row)
}

const providersOf = query<{ base: string; quote: string }>()((q, p) =>
  q.selectFrom('fx_sync_state').select('provider').where('base', '=', p.base).where('quote', '=', p.quote).orderBy('provider'),
)

/** The providers that have rates of a pair, but MANUAL. */
export async function listPairProviders(db: Reader, pair: { base: string; quote: string }): Promise<string[]> {
  return (await providersOf.all(db, pair)).map((row) => row.provider)
}

const storedSeries = query<{ viewer: number }>()((q, p) =>
  q
    .selectFrom('fx_sync_state as state')
    .select(['base', 'quote', 'provider'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fx_rate as rate')
          .select('rate.date')
          .whereRef('rate.base', '=', 'state.base')
          .whereRef('rate.quote', '=', 'state.quote')
          .whereRef('rate.provider', '=', 'state.provider'),
      ),
    )
    .where(countsFor(p.viewer))
    .orderBy('base')
    .orderBy('quote')
    .orderBy('provider'),
)

/** Series with rates that were fetched for all or for `viewer`, by pair and provider. */
export async function listStoredSeries(db: Reader, viewer: number): Promise<Leg[]> {
  return await storedSeries.all(db, { viewer })
}

const addSeries = query<Leg & { forAll: number }>()((q, p) =>
  q
    .insertInto('fx_sync_state')
    .values({
      base: p.base,
      quote: p.quote,
      provider: p.provider,
      synced_from: null,
      synced_to: null,
      last_attempt: null,
      last_success: null,
      last_error: null,
      for_all: p.forAll,
    } satisfies Record<keyof FxSyncStateTable, unknown>)
    .onConflict((conflict) =>
      conflict
        .columns(['base', 'quote', 'provider'])
        .doUpdateSet({ for_all: 1 })
        .whereRef('fx_sync_state.for_all', '<', 'excluded.for_all'),
    ),
)
/** Where each column of a user of a series comes from. */
const SERIES_USER = {
  user_id: 'user.id',
  base: 'state.base',
  quote: 'state.quote',
  provider: 'state.provider',
} as const satisfies Record<keyof FxSyncUserTable, string>
// Object.keys does not know which keys there are.
const OF_SERIES_USER = Object.keys(SERIES_USER) as (keyof FxSyncUserTable)[]
const addUser = query<Leg & { userId: number }>()((q, p) =>
  q
    .insertInto('fx_sync_user')
    .columns(OF_SERIES_USER)
    .expression(
      q
        .selectFrom(['fx_sync_state as state', 'user'])
        .select(OF_SERIES_USER.map((name) => SERIES_USER[name]))
        .where('user.id', '=', p.userId)
        .where('state.base', '=', p.base)
        .where('state.quote', '=', p.quote)
        .where('state.provider', '=', p.provider)
        .where('state.for_all', '=', 0),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'base', 'quote', 'provider']).doNothing()),
)

/** Makes sure that a series has a row, and counts for a user, or for all (`EVERYBODY`), from now on; `null` = for nobody more than before. */
export async function claimSeries(db: Tx, leg: Leg, userId: number | null): Promise<void> {
  if ((await addSeries.run(db, { ...leg, forAll: userId === EVERYBODY ? 1 : 0 })) > 0) await raiseRatesVersion(db)
  if (userId !== null && userId !== EVERYBODY && (await addUser.run(db, { ...leg, userId })) > 0)
    await raiseOwnRatesVersion(db, userId)
}

const updateCovered = query<Leg & { from: string; to: string }>()((q, p) =>
  q
    .updateTable('fx_sync_state')
    .set({ synced_from: p.from, synced_to: p.to })
    .where(isLeg(p))
    .where((is) => is.or([is('synced_from', 'is distinct from', p.from), is('synced_to', 'is distinct from', p.to)])),
)

/** Notes which days of a series, which has a row, are complete now; nothing is written where that is known. */
export async function noteCovered(db: Tx, leg: Leg, covered: { from: string; to: string }): Promise<void> {
  if ((await updateCovered.run(db, { ...leg, ...covered })) > 0) await raiseRatesVersion(db)
}

const noteSuccess = query<Leg & { at: string }>()((q, p) =>
  q.updateTable('fx_sync_state').set({ last_attempt: p.at, last_success: p.at, last_error: null }).where(isLeg(p)),
)
const noteFailure = query<Leg & { at: string; error: string }>()((q, p) =>
  q.updateTable('fx_sync_state').set({ last_attempt: p.at, last_error: p.error }).where(isLeg(p)),
)

/** Notes how a sync of a series, which has a row, ended: `error` is `null` when it ended well. */
export async function noteOutcome(db: Tx, leg: Leg, at: string, error: string | null): Promise<void> {
  if (error === null) await noteSuccess.run(db, { ...leg, at })
  else await noteFailure.run(db, { ...leg, at, error })
  await raiseRatesVersion(db)
}

function isLeg({ base, quote, provider }: Leg) {
  return (is: ExpressionBuilder<Schema, 'fx_sync_state'>) => is.and({ base, quote, provider })
}

const slotOf = query<{ slot: string }>()((q, p) => q.selectFrom('fx_sync_slot').select('slot').where('slot', '=', p.slot))
const addSlot = query<{ slot: string }>()((q, p) =>
  q
    .insertInto('fx_sync_slot')
    .values({ slot: p.slot } satisfies Record<keyof FxSyncSlotTable, unknown>)
    .onConflict((conflict) => conflict.column('slot').doNothing()),
)
const deleteSlots = query<{ before: string }>()((q, p) => q.deleteFrom('fx_sync_slot').where('slot', '<', p.before))

/** Whether some process has taken an instant of the schedule. */
export async function isSlotTaken(db: Reader, slot: string): Promise<boolean> {
  return (await slotOf.one(db, { slot })) !== undefined
}

/** Takes an instant of the schedule for this process; false when it was taken before. Older ones are deleted after `keep`. */
export async function claimSlot(db: Tx, slot: string, keep: string): Promise<boolean> {
  await deleteSlots.run(db, { before: keep })
  return (await addSlot.run(db, { slot })) > 0
}

function toState(row: Row): SeriesState {
  return {
    base: row.base,
    quote: row.quote,
    provider: row.provider,
    syncedFrom: row.synced_from,
    syncedTo: row.synced_to,
    latest: row.latest,
    lastAttempt: row.last_attempt,
    lastSuccess: row.last_success,
    lastError: row.last_error,
  }
}
