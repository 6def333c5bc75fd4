import type { Db, Tx } from '#db/connection.ts'
import { type Decimal, decimal, multiply, ONE, ZERO } from '../shared/decimal.ts'
import type { NamedLot } from './lot-shelf.ts'

/** A ledger line as reports need it; amounts, quantities and costs already counted by the share of their broker. */
export type Line = {
  readonly id: number
  readonly brokerId: number
  readonly type: string
  readonly date: string
  readonly assetId: number | null
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly currency: string | null
  readonly fees: Decimal
  readonly taxes: Decimal
  readonly costBasis: Decimal | null
  readonly costShare: Decimal | null
  readonly groupId: string | null
  readonly price: Decimal | null
  readonly priceCurrency: string | null
  readonly fxRate: Decimal | null
  readonly time?: string | null
  /** Which lots it takes, where it says so. */
  readonly lots?: readonly NamedLot[] | null
}

type Cells = [
  ...[id: number, brokerId: number, type: string, date: string, assetId: number | null, quantity: string, amount: string],
  ...[currency: string | null, fees: string, taxes: string, costBasis: string | null, costShare: string | null],
  ...[groupId: string | null, price: string | null, priceCurrency: string | null, fxRate: string | null, time: string | null],
  lots: string | null,
]

const SQL = `SELECT id, broker_id, type, date, asset_id, quantity, amount, currency, fees, taxes, cost_basis, cost_share, group_id, price, price_currency, fx_rate, time, lots
  FROM ledger_transaction WHERE broker_id IN (SELECT value FROM json_each(?)) AND date <= ? ORDER BY date, coalesce(time, ''), id`

/** Every line of brokers up to a day, in ledger order; `shareOf` = the part of a broker that counts. */
export function listLines(
  db: Db | Tx,
  brokerIds: readonly number[],
  until: string,
  shareOf: ((brokerId: number) => Decimal) | null,
): Line[] {
  const rows = db.sqlite.query(SQL).values(JSON.stringify(brokerIds), until) as Cells[]
  const lines = rows.map(toLine)
  return shareOf === null ? lines : lines.map((line) => scaled(line, shareOf(line.brokerId)))
}

/** The share of each broker that is the user's own. */
export function listShares(db: Db | Tx, userId: number): Map<number, Decimal> {
  const rows = db.sqlite
    .query<{ broker_id: number; share: string }, [number]>('SELECT broker_id, share FROM broker_access WHERE user_id = ?')
    .all(userId)
  return new Map(rows.map((row) => [row.broker_id, decimal(row.share)]))
}

function toLine(row: Cells): Line {
  return {
    id: row[0],
    brokerId: row[1],
    type: row[2],
    date: row[3],
    assetId: row[4],
    quantity: number(row[5]),
    amount: number(row[6]),
    currency: row[7],
    fees: number(row[8]),
    taxes: number(row[9]),
    costBasis: maybe(row[10]),
    costShare: maybe(row[11]),
    groupId: row[12],
    price: maybe(row[13]),
    priceCurrency: row[14],
    fxRate: maybe(row[15]),
    time: row[16],
    lots: readNamedLots(row[17]),
  }
}

function number(text: string): Decimal {
  return text === '0' ? ZERO : decimal(text)
}

/** The column `lots` of a ledger line. */
export function readNamedLots(text: string | null): NamedLot[] | null {
  if (text === null) return null
  return (JSON.parse(text) as [number, string][]).map(([lotId, quantity]) => ({ lotId, quantity: decimal(quantity) }))
}

function maybe(text: string | null): Decimal | null {
  return text === null ? null : decimal(text)
}

function scaled(line: Line, share: Decimal): Line {
  if (share === ONE) return line
  const part = (value: Decimal) => multiply(value, share)
  return {
    ...line,
    quantity: part(line.quantity),
    amount: part(line.amount),
    fees: part(line.fees),
    taxes: part(line.taxes),
    costBasis: line.costBasis === null ? null : part(line.costBasis),
    lots: line.lots?.map(({ lotId, quantity }) => ({ lotId, quantity: part(quantity) })) ?? null,
  }
}
