import type { Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'

export type StoredFile = { readonly id: string; readonly size: number }
export type LedgerLine = {
  readonly brokerId: number
  readonly date: string
  readonly assetId: number | null
  readonly quantity: string
  readonly amount: string
  readonly currency: string | null
}
export type StoredBalance = { readonly key: string; readonly change: string; readonly lowest: string | null }

const lines = query()((q) =>
  q
    .selectFrom('ledger_transaction')
    .select(['broker_id as brokerId', 'date', 'asset_id as assetId', 'quantity', 'amount', 'currency']),
)

/** Hands over every ledger line, in no order. */
export async function eachLine(db: Reader, visit: (line: LedgerLine) => undefined): Promise<void> {
  await lines.each(db, {}, visit)
}

const days = query()((q) => q.selectFrom('balance_day').select(['broker_id', 'unit', 'date as period', 'change']))
const months = query()((q) => q.selectFrom('balance_month').select(['broker_id', 'unit', 'month as period', 'change', 'lowest']))

/** The stored balances per broker, unit and day, by `broker unit day`. */
export async function listDayBalances(db: Reader): Promise<StoredBalance[]> {
  return (await days.all(db, {})).map((row) => ({ key: keyOf(row), change: row.change, lowest: null }))
}

/** The same per month, with the lowest point in it. */
export async function listMonthBalances(db: Reader): Promise<StoredBalance[]> {
  return (await months.all(db, {})).map((row) => ({ key: keyOf(row), change: row.change, lowest: row.lowest }))
}

function keyOf(row: { readonly broker_id: number; readonly unit: string; readonly period: string }): string {
  return `${row.broker_id} ${row.unit} ${row.period}`
}

const counts = query()((q) =>
  q
    .selectFrom('broker')
    .select(['id', 'transaction_count as stored'])
    .select((broker) =>
      broker
        .selectFrom('ledger_transaction as line')
        .whereRef('line.broker_id', '=', 'broker.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('real'),
    ),
)

/** Brokers whose stored number of lines is not the real one. */
export async function countFaults(db: Reader): Promise<{ brokerId: number; real: number; fault: string }[]> {
  return (await counts.all(db, {}))
    .filter(({ stored, real }) => stored !== real)
    .map(({ id, stored, real }) => ({
      brokerId: id,
      real: real ?? 0,
      fault: `broker ${id} counts ${stored} lines and has ${real}`,
    }))
}

const uploads = query()((q) => q.selectFrom('upload').select(['id', 'size']))
const reports = query()((q) => q.selectFrom('report').select(['id', 'size']))

export function listFileRows(db: Reader, of: 'uploads' | 'reports'): Promise<StoredFile[]> {
  return (of === 'uploads' ? uploads : reports).all(db, {})
}
