import type { Db, Tx } from '#db/connection.ts'
import type { NamedLot } from '../../lots/lot.ts'
import { type Decimal, decimal, multiply, ONE, ZERO } from '../../shared/decimal.ts'

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
  /** `amount` as a binary number, for series of returns only. */
  readonly cash?: number
  /** Which lots it takes, where it says so. */
  readonly lots?: readonly NamedLot[] | null
}

type Cells = [
  ...[id: number, brokerId: number, type: string, date: string, assetId: number | null, quantity: string, amount: string],
  ...[currency: string | null, fees: string, taxes: string, costBasis: string | null, costShare: string | null],
  ...[groupId: string | null, price: string | null, priceCurrency: string | null, fxRate: string | null, time: string | null],
  lots: string | null,
]

const SCALE = 1e12
const COLUMNS =
  'id, broker_id, type, date, asset_id, quantity, amount, currency, fees, taxes, cost_basis, cost_share, group_id, price, price_currency, fx_rate, time, lots'
/** The order of the index, which costs nothing; the times of a day come into it afterwards. */
const ORDER = 'ORDER BY date, id'
const AFTER = `SELECT ${COLUMNS} FROM ledger_transaction WHERE broker_id = ? AND (date, id) > (?, ?) ${ORDER} LIMIT ?`
/** Rows read at a time: their texts are gone before the next ones come. */
const MOST_ROWS = 5_000
const OF_DAYS = `SELECT ${COLUMNS} FROM ledger_transaction WHERE broker_id = ? AND date IN (SELECT value FROM json_each(?)) ${ORDER}`

/** Every line of a broker in ledger order: by day, time of day, id. */
export async function listLinesOfBroker(db: Db | Tx, brokerId: number): Promise<Line[]> {
  const read = createReader()
  const lines: Line[] = []
  for (let [count, last] = [MOST_ROWS, { date: '', id: 0 }]; count === MOST_ROWS; ) {
    const rows = db.sqlite.query(AFTER).values(brokerId, last.date, last.id, MOST_ROWS) as Cells[]
    for (const row of rows) lines.push(read.line(row))
    count = rows.length
    last = lines.at(-1) ?? last
  }
  return read.isTimed() ? lines.sort(inOrder) : lines
}

/** Those of some days. */
export async function listLinesOfDays(db: Db | Tx, brokerId: number, days: readonly string[]): Promise<Line[]> {
  return toLines(db.sqlite.query(OF_DAYS).values(brokerId, JSON.stringify(days)) as Cells[])
}

/** Whether a line comes before another in ledger order, over all brokers. */
export function isBefore(a: Line, b: Line): boolean {
  if (a.date !== b.date) return a.date < b.date
  const [early, late] = [a.time ?? '', b.time ?? '']
  return early === late ? a.id < b.id : early < late
}

/** The index of the first line on or after a day, of lines in ledger order. */
export function firstFrom(lines: readonly Line[], day: string): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lines[middle]?.date ?? '') < day) low = middle + 1
    else high = middle
  }
  return low
}

/** Lines by the part of their broker that counts. */
export function scaledLines(lines: readonly Line[], shareOf: (brokerId: number) => Decimal): Line[] {
  return lines.map((line) => scaled(line, shareOf(line.brokerId)))
}

/** The share of each broker that is the user's own. */
export async function listShares(db: Db | Tx, userId: number): Promise<Map<number, Decimal>> {
  const rows = db.sqlite
    .query<{ broker_id: number; share: string }, [number]>('SELECT broker_id, share FROM broker_access WHERE user_id = ?')
    .all(userId)
  return new Map(rows.map((row) => [row.broker_id, decimal(row.share)]))
}

function toLines(rows: readonly Cells[]): Line[] {
  const read = createReader()
  const lines = rows.map(read.line)
  return read.isTimed() ? lines.sort(inOrder) : lines
}

function inOrder(a: Line, b: Line): number {
  return isBefore(a, b) ? -1 : 1
}

/** Texts that come again in many lines are kept once. `isTimed` = a line has a time, so that they are not in ledger order yet. */
function createReader() {
  const texts = new Map<string, string>()
  const once = <T extends string | null>(text: T): T => {
    if (text === null) return text
    const known = texts.get(text)
    if (known !== undefined) return known as T
    texts.set(text, text)
    return text
  }
  let [date, isTimed] = ['', false]
  return {
    line(row: Cells): Line {
      if (row[3] !== date) date = row[3]
      if (row[16] !== null) isTimed = true
      return toLine(row, date, once)
    },
    isTimed: () => isTimed,
  }
}

function toLine(row: Cells, date: string, once: <T extends string | null>(text: T) => T): Line {
  const amount = number(row[6])
  return {
    id: row[0],
    brokerId: row[1],
    type: once(row[2]),
    date,
    assetId: row[4],
    quantity: number(row[5]),
    amount,
    cash: Number(amount) / SCALE,
    currency: once(row[7]),
    fees: number(row[8]),
    taxes: number(row[9]),
    costBasis: maybe(row[10]),
    costShare: maybe(row[11]),
    groupId: row[12],
    price: maybe(row[13]),
    priceCurrency: once(row[14]),
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
    cash: Number(part(line.amount)) / SCALE,
    fees: part(line.fees),
    taxes: part(line.taxes),
    costBasis: line.costBasis === null ? null : part(line.costBasis),
    lots: line.lots?.map(({ lotId, quantity }) => ({ lotId, quantity: part(quantity) })) ?? null,
  }
}
