import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { FxRouteTable } from '#db/schema.ts'
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
  readonly createdBy: number | null
  readonly createdAt: string
}

type Row = Selectable<FxRouteTable>

const pairQuery = hotQuery(['base', 'quote'], ({ base, quote }: { base: string; quote: string }) =>
  compiler
    .selectFrom('fx_route')
    .selectAll()
    .where('base', '=', base)
    .where('quote', '=', quote)
    .orderBy('priority')
    .orderBy('id'),
)

/** The routes of one pair, in the order in which they are tried. */
export function listPairRoutes(db: Db | Tx, pair: { base: string; quote: string }): FxRoute[] {
  return (pairQuery(db, { base: pair.base, quote: pair.quote }) as Row[]).map(toRoute)
}

/** Every route: by pair, then in the order in which they are tried. */
export async function listAllRoutes(db: Db | Tx): Promise<FxRoute[]> {
  const rows = await db
    .selectFrom('fx_route')
    .selectAll()
    .orderBy('base')
    .orderBy('quote')
    .orderBy('priority')
    .orderBy('id')
    .execute()
  return rows.map(toRoute)
}

export async function findRoute(db: Db | Tx, id: number): Promise<FxRoute | undefined> {
  const row = await db.selectFrom('fx_route').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRoute(row)
}

export async function findRouteByKey(db: Db | Tx, key: string): Promise<FxRoute | undefined> {
  const row = await db.selectFrom('fx_route').selectAll().where('route_key', '=', key).executeTakeFirst()
  return row && toRoute(row)
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
      created_by: route.createdBy,
      created_at: route.createdAt,
    })
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
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}
