import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { AssetChangeTable } from '#db/tables/assets.ts'
import type { Change, NewChange } from './asset-change.ts'

type ChangeRow = Omit<Change, 'id' | 'username' | 'userId' | 'action'> & {
  readonly assetId: number
  readonly userId: number
  readonly action: string
}

const MAX_TEXT = 500

const assetOf = query<{ id: number }>()((q, p) => q.selectFrom('asset').select('id').where('id', '=', p.id))

const insertOne = query<ChangeRow>()((q, p) =>
  q.insertInto('asset_change').values({
    asset_id: p.assetId,
    at: p.at,
    user_id: p.userId,
    action: p.action,
    field: p.field,
    old: p.old,
    new: p.new,
    count: p.count,
    first_day: p.firstDay,
    last_day: p.lastDay,
    merged_from: p.mergedFrom,
  } satisfies Record<Exclude<keyof AssetChangeTable, 'id'>, unknown>),
)

const changesOf = query<{ assetId: number; before: number; limit: number }>()((q, p) =>
  q
    .selectFrom('asset_change as change')
    .leftJoin('user', 'user.id', 'change.user_id')
    .select(['change.id', 'change.at', 'change.user_id as userId', 'user.username', 'change.action', 'change.field'])
    .select(['change.old', 'change.new', 'change.count', 'change.first_day as firstDay', 'change.last_day as lastDay'])
    .select('change.merged_from as mergedFrom')
    .$narrowType<{ action: Change['action'] }>()
    .where('change.asset_id', '=', p.assetId)
    .where('change.id', '<', p.before)
    .orderBy('change.id', 'desc')
    .limit(p.limit),
)

const moveAll = query<{ from: number; to: number }>()((q, p) =>
  q
    .updateTable('asset_change')
    .set((eb) => ({ asset_id: p.to, merged_from: eb.fn.coalesce('merged_from', eb.val(p.from)) }))
    .where('asset_id', '=', p.from),
)

/** Nothing where the asset is gone meanwhile. */
export async function insertChange(
  db: Tx,
  assetId: number,
  by: { at: string; userId: number },
  change: NewChange,
): Promise<void> {
  if ((await assetOf.one(db, { id: assetId })) === undefined) return
  const text = (value: string | null | undefined) => value?.slice(0, MAX_TEXT).toWellFormed() ?? null
  const { action, field = null, old, new: after, count = null, firstDay = null, lastDay = null, mergedFrom = null } = change
  const figures = { count, firstDay, lastDay, mergedFrom }
  await insertOne.run(db, { assetId, ...by, action, field, old: text(old), new: text(after), ...figures })
}

/** The changes of an asset before one of them, newest first. */
export async function listChanges(
  db: Reader,
  assetId: number,
  page: { readonly before: number; readonly limit: number },
): Promise<Change[]> {
  return await changesOf.all(db, { assetId, ...page })
}

/** Gives the changes of one asset to another, with where they are from. */
export async function moveChanges(db: Tx, fromId: number, toId: number): Promise<void> {
  await moveAll.run(db, { from: fromId, to: toId })
}
