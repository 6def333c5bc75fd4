import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import type { FxRouteTable } from '#db/tables/fx.ts'
import type { ChainStep } from './graph.ts'
import { raiseOwnRatesVersion, raiseRatesVersion } from './version.repository.ts'

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
  /** Of an automatic route, which nobody registered: the first day for which it is needed. */
  readonly neededFrom: string | null
}

type Row = Selectable<FxRouteTable>

function routes(q: Builder) {
  return q.selectFrom('fx_route').selectAll().orderBy('base').orderBy('quote').orderBy('priority').orderBy('id')
}

const routesOfPair = query<{ base: string; quote: string; viewer: number }>()((q, p) =>
  routes(q).where('base', '=', p.base).where('quote', '=', p.quote).where(countsFor(p.viewer)),
)
const allRoutes = query()(routes)
const routesFor = query<{ viewer: number }>()((q, p) => routes(q).where(countsFor(p.viewer)))
const routeOf = query<{ id: number; viewer: number }>()((q, p) =>
  q.selectFrom('fx_route').selectAll().where('id', '=', p.id).where(countsFor(p.viewer)),
)
const routeByKey = query<{ key: string; viewer: number }>()((q, p) =>
  q.selectFrom('fx_route').selectAll().where('route_key', '=', p.key).where('needed_from', 'is', null).where(countsFor(p.viewer)),
)

/** The routes of one pair that count for a user, in the order in which they are tried. */
export async function listPairRoutes(db: Reader, pair: { base: string; quote: string }, viewer: number): Promise<FxRoute[]> {
  return (await routesOfPair.all(db, { base: pair.base, quote: pair.quote, viewer })).map(toRoute)
}

/** Every route of everybody, or those that count for `viewer`: by pair, then in the order in which they are tried. */
export async function listAllRoutes(db: Reader, viewer?: number): Promise<FxRoute[]> {
  return (viewer === undefined ? await allRoutes.all(db, {}) : await routesFor.all(db, { viewer })).map(toRoute)
}

/** A route that counts for `viewer`. */
export async function findRoute(db: Reader, id: number, viewer: number): Promise<FxRoute | undefined> {
  const row = await routeOf.one(db, { id, viewer })
  return row && toRoute(row)
}

/** The same chain among the routes that somebody registered and that count for `viewer`. */
export async function findRouteByKey(db: Reader, key: string, viewer: number): Promise<FxRoute | undefined> {
  const row = await routeByKey.one(db, { key, viewer })
  return row && toRoute(row)
}

function countsFor(viewer: number) {
  return (q: ExpressionBuilder<Schema, 'fx_route'>) => q.or([q('user_id', 'is', null), q('user_id', '=', viewer)])
}

const insert = query<Omit<Row, 'id'>>()((q, p) =>
  q
    .insertInto('fx_route')
    .values({
      base: p.base,
      quote: p.quote,
      route_key: p.route_key,
      steps: p.steps,
      priority: p.priority,
      user_id: p.user_id,
      created_by: p.created_by,
      created_at: p.created_at,
      needed_from: p.needed_from,
    } satisfies Record<keyof Omit<Row, 'id'>, unknown>)
    .returning('id'),
)
const update = query<{ id: number; priority: number }>()((q, p) =>
  q.updateTable('fx_route').set({ priority: p.priority }).where('id', '=', p.id),
)
const remove = query<{ id: number }>()((q, p) => q.deleteFrom('fx_route').where('id', '=', p.id))

export async function insertRoute(db: Tx, route: Omit<FxRoute, 'id'>): Promise<number> {
  const row = await insert.one(db, toRow(route))
  if (row === undefined) throw new Error('an insertion answers its id')
  await raiseRouteVersion(db, route)
  return row.id
}

export async function updateRoutePriority(db: Tx, route: FxRoute, priority: number): Promise<void> {
  await update.run(db, { id: route.id, priority })
  await raiseRouteVersion(db, route)
}

export async function deleteRoute(db: Tx, route: FxRoute): Promise<void> {
  await remove.run(db, { id: route.id })
  await raiseRouteVersion(db, route)
}

async function raiseRouteVersion(db: Tx, { userId }: Pick<FxRoute, 'userId'>): Promise<void> {
  if (userId === null) await raiseRatesVersion(db)
  else await raiseOwnRatesVersion(db, userId)
}

function toRow(route: Omit<FxRoute, 'id'>): Omit<Row, 'id'> {
  return {
    base: route.base,
    quote: route.quote,
    route_key: route.key,
    steps: JSON.stringify(route.steps),
    priority: route.priority,
    user_id: route.userId,
    created_by: route.createdBy,
    created_at: route.createdAt,
    needed_from: route.neededFrom,
  }
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
    neededFrom: row.needed_from,
  }
}
