import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, inList, pick, query } from '#db/query.ts'
import type { OpeningChangeTable, TransactionTable } from '#db/tables/ledger.ts'
import { type Decimal, decimal, ZERO } from '../shared/decimal.ts'
import { OPENING } from '../shared/transaction-type.ts'
import { unitOfAsset } from './balances.ts'
import { readTags, type TransactionRow } from './repository.ts'
import { raiseDayVersions } from './version.repository.ts'

/** An opening position as it is stored: `size` units of an asset, or of a currency. */
export type Opening = {
  readonly row: TransactionRow
  readonly unit: string
  readonly date: string
  readonly size: Decimal
}

/** A split that says its ratio. */
export type RatioSplit = {
  readonly id: number
  readonly unit: string
  readonly date: string
  readonly ratio: string
  readonly quantity: Decimal
  readonly reportId: string | null
}

const taggedTransfers = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .selectAll()
    .where('broker_id', '=', p.brokerId)
    .where('type', '=', sql.lit('TRANSFER'))
    .where('tags', '<>', sql.lit('[]'))
    .orderBy('date')
    .orderBy('id'),
)

/** The opening positions of a broker, by day: incoming transfers from nowhere with the tag `opening`. */
export async function listOpenings(db: Reader, brokerId: number): Promise<Opening[]> {
  const rows = await taggedTransfers.all(db, { brokerId })
  return rows.filter((row) => row.group_id === null && readTags(row.tags).includes(OPENING)).flatMap(openingOf)
}

/** A row as an opening; none where nothing comes in. */
export function openingOf(row: TransactionRow): Opening[] {
  const [quantity, amount] = [decimal(row.quantity), decimal(row.amount)]
  if (row.asset_id !== null && quantity > ZERO) return [{ row, unit: unitOfAsset(row.asset_id), date: row.date, size: quantity }]
  return row.asset_id === null && row.currency !== null && amount > ZERO
    ? [{ row, unit: row.currency, date: row.date, size: amount }]
    : []
}

const splitsByRatio = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(['id', 'asset_id', 'date', 'ratio', 'quantity', 'report_id'])
    .where('broker_id', '=', p.brokerId)
    .where('type', '=', sql.lit('SPLIT'))
    .where('ratio', 'is not', sql.lit(null))
    .orderBy('date')
    .orderBy('id'),
)

/** The splits of a broker that say their ratio, by day. */
export async function listRatioSplits(db: Reader, brokerId: number): Promise<RatioSplit[]> {
  return (await splitsByRatio.all(db, { brokerId })).flatMap(({ id, asset_id, date, ratio, quantity, report_id }) =>
    asset_id === null || ratio === null
      ? []
      : [{ id, unit: unitOfAsset(asset_id), date, ratio, quantity: decimal(quantity), reportId: report_id }],
  )
}

type FirstOf<K> = { brokerId: number; of: K; exceptReport: string; limit: number }
function firstLines(q: Builder, p: Omit<FirstOf<unknown>, 'of'>) {
  return q
    .selectFrom('ledger_transaction')
    .select(['id', 'date', 'report_id'])
    .where('broker_id', '=', p.brokerId)
    .where('report_id', 'is distinct from', p.exceptReport)
    .orderBy('date')
    .orderBy('id')
    .limit(p.limit)
}
const firstOfAsset = query<FirstOf<number>>()((q, p) => firstLines(q, p).where('asset_id', '=', p.of))
const firstOfCurrency = query<FirstOf<string>>()((q, p) => firstLines(q, p).where('currency', '=', p.of))
const someLine = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('ledger_transaction').select('id').where('broker_id', '=', p.brokerId).limit(1),
)

/** The first `limit` lines of an asset or a currency at a broker, by day; without those of one report. */
export async function listFirstLines(
  db: Reader,
  brokerId: number,
  of: { readonly assetId: number } | { readonly currency: string },
  { limit, exceptReport = '' }: { readonly limit: number; readonly exceptReport?: string | undefined },
): Promise<{ id: number; date: string; reportId: string | null }[]> {
  const rows =
    'assetId' in of
      ? await firstOfAsset.all(db, { brokerId, of: of.assetId, limit, exceptReport })
      : await firstOfCurrency.all(db, { brokerId, of: of.currency, limit, exceptReport })
  return rows.map(({ id, date, report_id }) => ({ id, date, reportId: report_id }))
}

/** Whether a broker has lines. */
export async function hasLines(db: Reader, brokerId: number): Promise<boolean> {
  return (await someLine.one(db, { brokerId })) !== undefined
}

const ROW = {
  ...{ broker_id: true, type: true, date: true, time: true, settled_on: true, asset_id: true, quantity: true, price: true },
  ...{ price_currency: true, fx_rate: true, amount: true, currency: true, fees: true, taxes: true, cost_basis: true },
  ...{ ratio: true, cost_share: true, group_id: true, external_id: true, report_id: true, source_row: true },
  ...{ description: true, tags: true, lots: true, account: true, revision: true, created_by: true, created_at: true },
  ...{ updated_at: true },
} as const satisfies Record<keyof Omit<TransactionTable, 'id'>, true>
// Object.keys does not know which there are.
const NAMES = Object.keys(ROW) as (keyof typeof ROW)[]

const insertNew = query<Omit<TransactionRow, 'id'>>()((q, p) =>
  q.insertInto('ledger_transaction').values(pick(p, NAMES)).returning('id'),
)
const insertOld = query<TransactionRow>()((q, p) =>
  q
    .insertInto('ledger_transaction')
    .values({ ...pick(p, NAMES), id: p.id })
    .returning('id'),
)

/** Inserts a row as it is, under its old id where it has one; returns its id. */
export async function insertRow(db: Tx, row: Omit<TransactionRow, 'id'> & { readonly id?: number | undefined }): Promise<number> {
  await raiseDayVersions(db, row.broker_id, [row.date])
  const { id, ...rest } = row
  const made = id === undefined ? await insertNew.one(db, rest) : await insertOld.one(db, { ...rest, id })
  if (made === undefined) throw new Error('a line that was inserted has no id')
  return made.id
}

const rowsAmong = query<{ ids: readonly number[] }>()((q, p) =>
  q.selectFrom('ledger_transaction').selectAll().where('id', 'in', inList(p.ids)),
)

/** Rows by id, in no order. */
export async function listRows(db: Reader, ids: readonly number[]): Promise<TransactionRow[]> {
  return ids.length === 0 ? [] : await rowsAmong.all(db, { ids })
}

/** What an import did to the openings of a unit: the rows before it, and ids and revisions of those after it. */
export type OpeningChange = {
  readonly unit: string
  readonly before: readonly TransactionRow[]
  readonly after: readonly (readonly [id: number, revision: number])[]
  /** The id in `before` of the line that was no more than its ledger needed. */
  readonly least: number | null
}

type ChangeRow = Selectable<OpeningChangeTable>
const insertChange = query<Omit<ChangeRow, 'id'>>()((q, p) =>
  q.insertInto('opening_change').values(pick(p, ['report_id', 'broker_id', 'unit', 'before', 'after', 'least'])),
)
const changesOf = query<{ reportId: string; brokerId: number }>()((q, p) =>
  q
    .selectFrom('opening_change')
    .selectAll()
    .where('report_id', '=', p.reportId)
    .where('broker_id', '=', p.brokerId)
    .orderBy('id'),
)
const deleteChanges = query<{ reportId: string }>()((q, p) => q.deleteFrom('opening_change').where('report_id', '=', p.reportId))
const moveChanges = query<{ from: string; into: string }>()((q, p) =>
  q.updateTable('opening_change').set({ unit: p.into }).where('unit', '=', p.from),
)

export async function insertOpeningChange(
  db: Tx,
  { reportId, brokerId, unit, before, after, least }: OpeningChange & { readonly reportId: string; readonly brokerId: number },
): Promise<void> {
  const row = { report_id: reportId, broker_id: brokerId, unit, least }
  await insertChange.run(db, { ...row, before: JSON.stringify(before), after: JSON.stringify(after) })
}

/** What the import of a report did to the openings of a broker. */
export async function listOpeningChanges(db: Reader, reportId: string, brokerId: number): Promise<OpeningChange[]> {
  return (await changesOf.all(db, { reportId, brokerId })).map(({ unit, before, after, least }) => ({
    ...{ unit, least },
    before: JSON.parse(before) as TransactionRow[], // what insertOpeningChange wrote
    after: JSON.parse(after) as [number, number][],
  }))
}

/** Removes what is noted of an import: it is undone, or will never be. */
export async function deleteOpeningChanges(db: Tx, reportId: string): Promise<void> {
  await deleteChanges.run(db, { reportId })
}

/** Turns what imports did to one asset into what they did to another. */
export async function moveOpeningChanges(db: Tx, from: number, into: number): Promise<void> {
  await moveChanges.run(db, { from: unitOfAsset(from), into: unitOfAsset(into) })
}
