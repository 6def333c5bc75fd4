import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, columnsFrom, pick, query } from '#db/query.ts'
import { isSeen, type Sight } from '#db/sight.ts'
import type { BrokerTable } from '#db/tables/brokers.ts'
import type { BrokerCash, Role } from '../access/service.ts'

export type BrokerFields = {
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly website: string | null
  readonly currency: string | null
  readonly importPlugin: string | null
  readonly allowCashOverdraft: boolean
  readonly allowAssetShorting: boolean
  readonly cash: BrokerCash
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

type Columns = Pick<Selectable<BrokerTable>, BrokerColumn>

const COLUMNS = columnsFrom<BrokerFields, Columns>({
  name: (broker) => broker.name,
  name_key: (broker) => broker.name.toLowerCase(),
  description: (broker) => broker.description,
  icon: (broker) => broker.icon,
  website: (broker) => broker.website,
  currency: (broker) => broker.currency,
  import_plugin: (broker) => broker.importPlugin,
  allow_cash_overdraft: (broker) => (broker.allowCashOverdraft ? 1 : 0),
  allow_asset_shorting: (broker) => (broker.allowAssetShorting ? 1 : 0),
  cash: (broker) => broker.cash,
  archived: (broker) => (broker.archived ? 1 : 0),
})

type Row = Selectable<BrokerTable> & { role: Role; included: number; member_count: number }

const base = (q: Builder) =>
  q
    .selectFrom('broker')
    .innerJoin('broker_access', 'broker_access.broker_id', 'broker.id')
    .selectAll('broker')
    .select(['broker_access.role', 'broker_access.included'])
    .select((expression) =>
      expression
        .selectFrom('broker_access as member')
        .whereRef('member.broker_id', '=', 'broker.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('member_count'),
    )

const brokersOf = query<Sight & { archived: number }>()((q, p) =>
  base(q)
    .where('broker_access.user_id', '=', p.userId)
    .where(isSeen('broker_access.broker_id', p))
    .where('broker.archived', '=', p.archived)
    .orderBy('broker.name_key')
    .orderBy('broker.id'),
)

/** The brokers of a member, by name. */
export async function listBrokersOf(db: Reader, sight: Sight, archived: boolean): Promise<Broker[]> {
  return (await brokersOf.all(db, { ...sight, archived: archived ? 1 : 0 })).map(toBroker)
}

const brokerOf = query<Sight & { id: number }>()((q, p) =>
  base(q).where('broker.id', '=', p.id).where('broker_access.user_id', '=', p.userId).where(isSeen('broker_access.broker_id', p)),
)

/** A broker as a member sees it. */
export async function findBroker(db: Reader, id: number, sight: Sight): Promise<Broker | undefined> {
  const row = await brokerOf.one(db, { id, ...sight })
  return row && toBroker(row)
}

const otherOfName = query<{ createdBy: number | null; nameKey: string; exceptId: number }>()((q, p) =>
  q
    .selectFrom('broker')
    .select('id')
    .where('created_by', 'is not distinct from', p.createdBy)
    .where('name_key', '=', p.nameKey)
    .where('id', '!=', p.exceptId),
)

/** Whether another broker of the same creator has the name (compared without case). */
export async function isNameTaken(db: Reader, createdBy: number | null, name: string, exceptId: number): Promise<boolean> {
  return (await otherOfName.one(db, { createdBy, nameKey: name.toLowerCase(), exceptId })) !== undefined
}

type NewBroker = Columns & { readonly created_by: number; readonly created_at: string; readonly updated_at: string }

const insertRow = query<NewBroker>()((q, p) =>
  q
    .insertInto('broker')
    .values({ ...pick(p, COLUMNS.names), created_by: p.created_by, created_at: p.created_at, updated_at: p.updated_at })
    .returning('id'),
)

export async function insertBroker(db: Tx, broker: BrokerFields & { createdBy: number; createdAt: string }): Promise<number> {
  const { createdBy, createdAt } = broker
  const values = { ...COLUMNS.of(broker), created_by: createdBy, created_at: createdAt, updated_at: createdAt }
  const row = await insertRow.one(db, values)
  if (row === undefined) throw new Error('a broker that was inserted has no id')
  return row.id
}

const updateRow = query<Columns & { id: number; updated_at: string }>()((q, p) =>
  q
    .updateTable('broker')
    .set((broker) => ({ ...pick(p, COLUMNS.names), updated_at: p.updated_at, revision: broker('revision', '+', 1) }))
    .where('id', '=', p.id),
)

export async function updateBroker(db: Tx, id: number, fields: BrokerFields, updatedAt: string): Promise<void> {
  await updateRow.run(db, { ...COLUMNS.of(fields), id, updated_at: updatedAt })
}

const deleteRow = query<{ id: number }>()((q, p) => q.deleteFrom('broker').where('id', '=', p.id))

/** Removes the row of a broker with its members; its ledger and reports are gone before. */
export async function deleteBrokerRow(db: Tx, id: number): Promise<void> {
  await deleteRow.run(db, { id })
}

const preferencesOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('user').select(['currency', 'cost_basis_method']).where('id', '=', p.userId),
)

/** The currency preference of a user. */
export async function findPreferences(
  db: Reader,
  userId: number,
): Promise<{ currency: string | null; costBasisMethod: string | null }> {
  const row = await preferencesOf.one(db, { userId })
  return { currency: row?.currency ?? null, costBasisMethod: row?.cost_basis_method ?? null }
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
    cash: row.cash,
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

const iconsCleared = query<{ userId: number }>()((q, p) =>
  q
    .updateTable('broker')
    .set({ icon: null })
    .where('icon', 'in', (inner) => inner.selectFrom('upload').select('upload.id').where('uploaded_by', '=', p.userId)),
)

/** Takes the icons away that a user uploaded. */
export async function clearIcons(db: Tx, userId: number): Promise<void> {
  await iconsCleared.run(db, { userId })
}
