import type { ExpressionBuilder } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { type Builder, inList, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import { isSeen, type Sight } from '#db/sight.ts'

/** Brokers with transactions of an asset: how many there are, and of how many of them a user is a member, and EDITOR or OWNER. */
export type Stake = { readonly brokers: number; readonly member: number; readonly editor: number }

type Conditions = ExpressionBuilder<Schema, 'asset'>

const WRITERS = ['OWNER', 'EDITOR'] as const

/** The brokers that use an asset, from one to the next along the index: the number of transactions does not matter. */
function fromUsed(q: Builder, assetId: number) {
  return q
    .withRecursive('used', (db) =>
      db
        .selectFrom('ledger_transaction')
        .select((eb) => eb.fn.min('broker_id').as('broker_id'))
        .where('asset_id', '=', assetId)
        .unionAll(
          db
            .selectFrom('used')
            .where('used.broker_id', 'is not', null)
            .select((eb) =>
              eb
                .selectFrom('ledger_transaction as line')
                .select((line) => line.fn.min('line.broker_id').as('next'))
                .where('line.asset_id', '=', assetId)
                .whereRef('line.broker_id', '>', 'used.broker_id')
                .$asScalar()
                .$notNull()
                .as('broker_id'),
            ),
        ),
    )
    .selectFrom('used')
}

const stakeOf = query<Sight & { assetId: number }>()((q, p) =>
  fromUsed(q, p.assetId)
    .leftJoin('broker_access as access', (join) =>
      join.onRef('access.broker_id', '=', 'used.broker_id').on('access.user_id', '=', p.userId).on(isSeen('access.broker_id', p)),
    )
    .where('used.broker_id', 'is not', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('brokers'),
      eb.fn.count<number>('access.role').as('member'),
      eb.fn.count<number>('access.role').filterWhere('access.role', 'in', WRITERS).as('editor'),
    ]),
)

const editorsOfAll = query<{ assetId: number }>()((q, p) =>
  fromUsed(q, p.assetId)
    .innerJoin('broker_access as access', 'access.broker_id', 'used.broker_id')
    .where('access.role', 'in', WRITERS)
    .select('access.user_id')
    .groupBy('access.user_id')
    .having(
      (eb) => eb.fn.countAll<number>(),
      '=',
      (eb) => eb.selectFrom('used as every').select((used) => used.fn.count<number>('every.broker_id').as('brokers')),
    ),
)

const useOf = query<{ assetId: number }>()((q, p) =>
  q.selectFrom('ledger_transaction').select('id').where('asset_id', '=', p.assetId).limit(1),
)

const reversedOf = query<{ assetId: number }>()((q, p) =>
  q.selectFrom('ledger_reversal').select('id').where('asset_id', '=', p.assetId).limit(1),
)

/** Whether a line of the asset was taken back by a report, which may bring it again. */
export async function isTakenBack(db: Reader, assetId: number): Promise<boolean> {
  return (await reversedOf.one(db, { assetId })) !== undefined
}

/** Whether no line that was taken back names the asset. */
export function isNotTakenBack(eb: Conditions) {
  return eb.not(eb.exists(eb.selectFrom('ledger_reversal as line').select('line.id').whereRef('line.asset_id', '=', 'asset.id')))
}

/** Whether no transaction, of whomever, names the asset. */
export function isUnused(eb: Conditions) {
  return eb.not(
    eb.exists(eb.selectFrom('ledger_transaction as line').select('line.id').whereRef('line.asset_id', '=', 'asset.id')),
  )
}

/** The memberships that somebody sees in brokers that use the asset. */
function membershipsOf(eb: Conditions, sight: Sight) {
  return eb
    .selectFrom('broker_access as access')
    .select('access.role')
    .where('access.user_id', '=', sight.userId)
    .where(isSeen('access.broker_id', sight))
    .where((access) =>
      access.exists(
        access
          .selectFrom('ledger_transaction as line')
          .select('line.id')
          .whereRef('line.asset_id', '=', 'asset.id')
          .whereRef('line.broker_id', '=', 'access.broker_id'),
      ),
    )
}

/**
 * Whether the asset is verified, used by a broker that the user has included (or by one more broker), or added by the user and used by nobody. A broker
 * that somebody shares unasked brings no assets.
 */
export function isKnownTo(eb: Conditions, sight: Sight, brokerId = 0) {
  return eb.or([
    eb('asset.verified', 'is not', null),
    eb.and([eb('asset.created_by', '=', sight.userId), isUnused(eb)]),
    eb.exists(
      membershipsOf(eb, sight).where((access) =>
        access.or([access('access.included', '=', 1), access('access.broker_id', '=', brokerId)]),
      ),
    ),
  ])
}

const knownAmong = query<Sight & { ids: readonly number[]; brokerId: number }>()((q, p) =>
  q
    .selectFrom('asset')
    .select('asset.id')
    .where('asset.id', 'in', inList(p.ids))
    .where((eb) => isKnownTo(eb, p, p.brokerId)),
)

/** The same, and what nobody uses, but for indexes that others added: reports compare with them without booking them. */
const bookableAmong = query<Sight & { ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .select('asset.id')
    .where('asset.id', 'in', inList(p.ids))
    .where((eb) =>
      eb.or([
        eb('asset.verified', 'is not', null),
        eb.and([eb.or([eb('asset.type', '<>', 'INDEX'), eb('asset.created_by', '=', p.userId)]), isUnused(eb)]),
        eb.exists(membershipsOf(eb, p)),
      ]),
    ),
)

const partnersAmong = query<Sight & { others: readonly number[] }>()((q, p) =>
  q
    .selectFrom('broker_access as mine')
    .innerJoin('broker_access as theirs', 'theirs.broker_id', 'mine.broker_id')
    .select('theirs.user_id as id')
    .distinct()
    .where('mine.user_id', '=', p.userId)
    .where(isSeen('mine.broker_id', p))
    .where('mine.included', '=', 1)
    .where('theirs.included', '=', 1)
    .where('theirs.user_id', 'in', inList(p.others)),
)

export async function findStake(db: Reader, assetId: number, sight: Sight): Promise<Stake> {
  return (await stakeOf.one(db, { assetId, ...sight })) ?? { brokers: 0, member: 0, editor: 0 }
}

/** Whether brokers use the asset of which nobody is an EDITOR of all. */
export async function isOfStrangers(db: Reader, assetId: number): Promise<boolean> {
  return (await isUsed(db, assetId)) && (await editorsOfAll.one(db, { assetId })) === undefined
}

/** Whether any transaction, of whomever, names the asset. */
export async function isUsed(db: Reader, assetId: number): Promise<boolean> {
  return (await useOf.one(db, { assetId })) !== undefined
}

/** Those of these ids that the user knows: see `isKnownTo`. */
export async function listKnownIds(db: Reader, sight: Sight, ids: readonly number[], brokerId = 0): Promise<Set<number>> {
  const rows = await knownAmong.all(db, { ids, brokerId, ...sight })
  return new Set(rows.map((row) => row.id))
}

/** Those of these ids that the user may book on: see `bookableAmong`. */
export async function listBookableIds(db: Reader, sight: Sight, ids: readonly number[]): Promise<Set<number>> {
  const rows = await bookableAmong.all(db, { ids, ...sight })
  return new Set(rows.map((row) => row.id))
}

/** Those among these users who share a broker with the user that both have included. */
export async function listPartners(db: Reader, sight: Sight, others: readonly number[]): Promise<Set<number>> {
  const rows = await partnersAmong.all(db, { others, ...sight })
  return new Set(rows.map((row) => row.id))
}
