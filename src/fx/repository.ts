import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Schema } from '#db/schema.ts'
import type { FxRouteTable } from '#db/schema-fx.ts'
import { compiler, hotQuery } from '#db/statement.ts'
import type { ChainStep } from './graph.ts'

/** A registered route of a pair; it serves both directions. */
export type FxRoute = {
  readonly id: number
  readonly base: string
  readonly quote: string
  readonly key: string
  /** As registered. */
  readonly steps: readonly ChainStep[]
  /** Smaller ones are tried first. */
  readonly priority: number
  /** For whom alone it counts; `null` = for all. */
  readonly userId: number | null
  readonly createdBy: number | null
  readonly createdAt: string
}

type Row = Selectable<FxRouteTable>

const pairQuery = hotQuery(
  ['base', 'quote', 'viewer'],
  ({ base, quote, viewer }: { base: string; quote: string; viewer: number }) =>
    compiler
      .selectFrom('fx_route')
      .selectAll()
      .where('base', '=', base)
      .where('quote', '=', quote)
      .where(countsFor(viewer))
      .orderBy('priority')
      .orderBy('id'),
)

/** The routes of one pair that count for a user, in the order in which they are tried. */
export async function listPairRoutes(db: Db | Tx, pair: { base: string; quote: string }, viewer: number): Promise<FxRoute[]> {
  return ((await pairQuery(db, { base: pair.base, quote: pair.quote, viewer })) as Row[]).map(toRoute)
}

/** Every route of everybody, or those that count for `viewer`: by pair, then in the order in which they are tried. */
export async function listAllRoutes(db: Db | Tx, viewer?: number): Promise<FxRoute[]> {
  const rows = await db
    .selectFrom('fx_route')
    .selectAll()
    .$if(viewer !== undefined, (query) => query.where(countsFor(viewer ?? 0)))
    .orderBy('base')
    .orderBy('quote')
    .orderBy('priority')
    .orderBy('id')
    .execute()
  return rows.map(toRoute)
}

/** A route that counts for `viewer`. */
export async function findRoute(db: Db | Tx, id: number, viewer: number): Promise<FxRoute | undefined> {
  const row = await db.selectFrom('fx_route').selectAll().where('id', '=', id).where(countsFor(viewer)).executeTakeFirst()
  return row && toRoute(row)
}

/** The same chain among the routes that count for `viewer`. */
export async function findRouteByKey(db: Db | Tx, key: string, viewer: number): Promise<FxRoute | undefined> {
  const query = db.selectFrom('fx_route').selectAll().where('route_key', '=', key).where(countsFor(viewer))
  const row = await query.executeTakeFirst()
  return row && toRoute(row)
}

function countsFor(viewer: number) {
  return (q: ExpressionBuilder<Schema, 'fx_route'>) => q.or([q('user_id', 'is', null), q('user_id', '=', viewer)])
}

export async function insertRoute(db: Db | Tx, route: Omit<FxRoute, 'id'>): Promise<number> {
  const { id } = await db
    .insertInto('fx_route')
    .values({
      base: route.base,
      quote: route.quote,
      route_key: route.key,
      steps: JSON.stringify(route.steps),
      priority: route.priority,
      user_id: route.userId,
      created_by: route.createdBy,
      created_at: route.createdAt,
    } satisfies Record<Exclude<keyof FxRouteTable, 'id'>, unknown>)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRoutePriority(db: Db | Tx, id: number, priority: number): Promise<void> {
  await db.updateTable('fx_route').set({ priority }).where('id', '=', id).execute()
}

export async function deleteRoute(db: Db | Tx, id: number): Promise<void> {
  await db.deleteFrom('fx_route').where('id', '=', id).execute()
}

function toRoute(row: Row): FxRoute {
  return {
    id: row.id,
    base: row.base,
    quote: row.quote,
    key: row.route_key,
    steps: JSON.parse(row.steps),
    priority: row.priority,
    userId: row.user_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}
