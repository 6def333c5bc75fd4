import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { markLinesWhere } from '#db/marks.ts'
import type { BrokerTable } from '#db/schema.ts'
import { compiler, hotQuery } from '#db/statement.ts'
import type { Role } from '../access/service.ts'
import { inPieces } from '../shared/pieces.ts'

export type BrokerFields = {
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly website: string | null
  readonly currency: string | null
  readonly importPlugin: string | null
  readonly allowCashOverdraft: boolean
  readonly allowAssetShorting: boolean
  readonly archived: boolean
}

export type Broker = BrokerFields & {
  readonly id: number
  readonly role: Role
  /** Whether it counts for the member where they name none. */
  readonly included: boolean
  readonly memberCount: number
  readonly transactionCount: number
  readonly revision: number
  readonly createdBy: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The columns that say what a `BrokerFields` does. */
export type BrokerColumn = Exclude<
  keyof BrokerTable,
  'id' | 'transaction_count' | 'revision' | 'created_by' | 'created_at' | 'updated_at'
>

type Row = Selectable<BrokerTable> & { role: Role; included: number; member_count: number }

const base = () =>
  compiler
    .selectFrom('broker')
    .innerJoin('broker_access', 'broker_access.broker_id', 'broker.id')
    .selectAll('broker')
    .select(['broker_access.role', 'broker_access.included'])
    .select((expression) =>
      expression
        .selectFrom('broker_access as member')
        .whereRef('member.broker_id', '=', 'broker.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('member_count'),
    )

const listQuery = hotQuery(['userId', 'archived'], ({ userId, archived }: { userId: number; archived: number }) =>
  base()
    .where('broker_access.user_id', '=', userId)
    .where('broker.archived', '=', archived)
    .orderBy('broker.name_key')
    .orderBy('broker.id'),
)

const oneQuery = hotQuery(['id', 'userId'], ({ id, userId }: { id: number; userId: number }) =>
  base().where('broker.id', '=', id).where('broker_access.user_id', '=', userId),
)

/** The brokers of a member, by name. */
export async function listBrokersOf(db: Db | Tx, userId: number, archived: boolean): Promise<Broker[]> {
  return ((await listQuery(db, { userId, archived: archived ? 1 : 0 })) as Row[]).map(toBroker)
}

export async function findBroker(db: Db | Tx, id: number, userId: number): Promise<Broker | undefined> {
  const row = (await oneQuery(db, { id, userId }))[0] as Row | undefined
  return row && toBroker(row)
}

/** Whether another broker of the same creator has the name (compared without case). */
export async function isNameTaken(db: Db | Tx, createdBy: number | null, name: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('broker')
    .select('id')
    .where('created_by', 'is', createdBy)
    .where('name_key', '=', name.toLowerCase())
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertBroker(
  db: Db | Tx,
  broker: BrokerFields & { createdBy: number; createdAt: string },
): Promise<number> {
  const { id } = await db
    .insertInto('broker')
    .values({ ...toColumns(broker), created_by: broker.createdBy, created_at: broker.createdAt, updated_at: broker.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateBroker(db: Db | Tx, id: number, fields: BrokerFields, updatedAt: string): Promise<void> {
  await db
    .updateTable('broker')
    .set((expression) => ({ ...toColumns(fields), updated_at: updatedAt, revision: expression('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Removes a broker with everything that hangs on it, in pieces, between which the event loop is given back. Legs of its transfers at other brokers
 * stay, as transfers from or to outside. Assets that its reports made stay in the catalogue.
 */
export async function deleteBrokerRows(db: Tx, id: number): Promise<void> {
  await inPieces((limit) => deleteSomeLines(db, id, limit))
  for (const sql of HANGING_ON)
    await inPieces(async (limit) => db.sqlite.query<unknown, [number, number]>(sql).run(id, limit).changes)
  await db.deleteFrom('broker').where('id', '=', id).execute()
}

const HANGING_ON = [
  ['balance_day', 'broker_id, unit, date'],
  ['balance_month', 'broker_id, unit, month'],
  ['ledger_mark', 'broker_id, date'],
  ['report', 'id'],
].map(([table, key]) => `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE broker_id = ? LIMIT ?)`)

async function deleteSomeLines(db: Tx, brokerId: number, limit: number): Promise<number> {
  const sql = 'SELECT id, group_id FROM ledger_transaction WHERE broker_id = ? ORDER BY date, id LIMIT ?'
  const lines = db.sqlite.query<{ id: number; group_id: string | null }, [number, number]>(sql).all(brokerId, limit)
  const groups = new Set(lines.flatMap((line) => line.group_id ?? []))
  if (groups.size > 0) await cutLegsElsewhere(db, brokerId, JSON.stringify([...groups]))
  const ids = JSON.stringify(lines.map((line) => line.id))
  db.sqlite.query(`DELETE FROM ledger_transaction WHERE ${AMONG}`).run(ids)
  return lines.length
}

async function cutLegsElsewhere(db: Tx, brokerId: number, groups: string): Promise<void> {
  const sql =
    'SELECT id FROM ledger_transaction WHERE group_id IN (SELECT value FROM json_each(?)) AND broker_id <> ? ORDER BY id LIMIT ?'
  await inPieces(async (limit) => {
    const legs = db.sqlite.query<{ id: number }, [string, number, number]>(sql).all(groups, brokerId, limit)
    const ids = JSON.stringify(legs.map((leg) => leg.id))
    await markLinesWhere(db, AMONG, ids)
    db.sqlite.query(`UPDATE ledger_transaction SET group_id = NULL WHERE ${AMONG}`).run(ids)
    return legs.length
  })
}

const AMONG = 'id IN (SELECT value FROM json_each(?))'

export async function listReportIds(db: Db | Tx, brokerId: number): Promise<string[]> {
  return (await db.selectFrom('report').select('id').where('broker_id', '=', brokerId).execute()).map((row) => row.id)
}

/** The currency preference of a user. */
export async function findPreferences(
  db: Db | Tx,
  userId: number,
): Promise<{ currency: string | null; costBasisMethod: string | null }> {
  const row = await db.selectFrom('user').select(['currency', 'cost_basis_method']).where('id', '=', userId).executeTakeFirst()
  return { currency: row?.currency ?? null, costBasisMethod: row?.cost_basis_method ?? null }
}

function toColumns(fields: BrokerFields) {
  return {
    name: fields.name,
    name_key: fields.name.toLowerCase(),
    description: fields.description,
    icon: fields.icon,
    website: fields.website,
    currency: fields.currency,
    import_plugin: fields.importPlugin,
    allow_cash_overdraft: fields.allowCashOverdraft ? 1 : 0,
    allow_asset_shorting: fields.allowAssetShorting ? 1 : 0,
    archived: fields.archived ? 1 : 0,
  } satisfies Record<BrokerColumn, unknown>
}

function toBroker(row: Row): Broker {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    website: row.website,
    currency: row.currency,
    importPlugin: row.import_plugin,
    allowCashOverdraft: row.allow_cash_overdraft === 1,
    allowAssetShorting: row.allow_asset_shorting === 1,
    archived: row.archived === 1,
    role: row.role,
    included: row.included === 1,
    memberCount: row.member_count,
    transactionCount: row.transaction_count,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
