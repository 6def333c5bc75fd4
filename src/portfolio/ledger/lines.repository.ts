import type { Selectable } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { TransactionTable } from '#db/tables/ledger.ts'
import type { NamedLot } from '../../lots/lot.ts'
import { type Decimal, decimal, multiply, ONE, ZERO } from '../../shared/decimal.ts'
import { mainTag } from '../../shared/transaction-tag.ts'

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
  /** Of a split. */
  readonly ratio?: string | null
  /** Which lots it takes, where it says so. */
  readonly lots?: readonly NamedLot[] | null
  /** What reports split it by: the first of its tags that importers know, else its first. */
  readonly tag?: string | null
  /** Of a broker whose cash is not tracked: what the line moves of it comes from and goes to the outside. */
  readonly isUntracked?: true
  /** A split that no broker has booked: in no ledger, and without a transaction to be named. */
  readonly isUnbooked?: true
}

const COLUMNS = [
  ...(['id', 'broker_id', 'type', 'date', 'time', 'asset_id', 'quantity', 'amount', 'currency', 'fees', 'taxes'] as const),
  ...(['cost_basis', 'cost_share', 'ratio', 'group_id', 'price', 'price_currency', 'fx_rate', 'lots', 'tags'] as const),
]
type Row = Pick<Selectable<TransactionTable>, (typeof COLUMNS)[number]>

/** In the order of the index, which costs nothing; the times of a day come into it afterwards. */
const linesOfBroker = query<{ brokerId: number }>()((q, p) =>
  q.selectFrom('ledger_transaction').select(COLUMNS).where('broker_id', '=', p.brokerId).orderBy('date').orderBy('id'),
)
const linesOfDays = query<{ brokerId: number; days: readonly string[] }>()((q, p) =>
  q
    .selectFrom('ledger_transaction')
    .select(COLUMNS)
    .where('broker_id', '=', p.brokerId)
    .where('date', 'in', inList(p.days))
    .orderBy('date')
    .orderBy('id'),
)

/** Every line of a broker in ledger order: by day, time of day, id. */
export async function listLinesOfBroker(db: Reader, brokerId: number): Promise<Line[]> {
  const read = createReader()
  const lines: Line[] = []
  await linesOfBroker.each(db, { brokerId }, (row) => {
    lines.push(read.line(row))
  })
  return read.isTimed() ? lines.sort(inOrder) : lines
}

/** Those of some days. */
export async function listLinesOfDays(db: Reader, brokerId: number, days: readonly string[]): Promise<Line[]> {
  return toLines(await linesOfDays.all(db, { brokerId, days }))
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

/** Lines that are worth what the market says on their day. */
export function isInKind(line: Line): boolean {
  return (
    line.quantity !== ZERO && (line.type === 'FEE' || line.type === 'TAX' || line.type === 'DIVIDEND' || line.type === 'INTEREST')
  )
}

/** Lines by the part of their broker that counts. */
export function scaledLines(lines: readonly Line[], shareOf: (brokerId: number) => Decimal): Line[] {
  return lines.map((line) => scaled(line, shareOf(line.brokerId)))
}

const sharesOfUser = query<{ userId: number }>()((q, p) =>
  q.selectFrom('broker_access').select(['broker_id', 'share']).where('user_id', '=', p.userId),
)

/** The share of each broker that is the user's own. */
export async function listShares(db: Reader, userId: number): Promise<Map<number, Decimal>> {
  const rows = await sharesOfUser.all(db, { userId })
  return new Map(rows.map((row) => [row.broker_id, decimal(row.share)]))
}

function toLines(rows: readonly Row[]): Line[] {
  const read = createReader()
  const lines = rows.map(read.line)
  return read.isTimed() ? lines.sort(inOrder) : lines
}

/** By which lines are sorted into ledger order. */
export function inOrder(a: Line, b: Line): number {
  return isBefore(a, b) ? -1 : 1
}

/** So many different amounts of one reading are known again; later ones are read again each time. */
const MOST_AMOUNTS = 20_000

type Reading = {
  readonly text: <T extends string | null>(text: T) => T
  readonly number: (text: string) => Decimal
  readonly maybe: (text: string | null) => Decimal | null
}

/** Texts and amounts that come again in many lines are in memory once. `isTimed` = a line has a time, so that they are not in ledger order yet. */
function createReader() {
  const [texts, amounts] = [new Map<string, string>(), new Map<string, Decimal>()]
  const once = <T extends string | null>(text: T): T => {
    if (text === null) return text
    const known = texts.get(text)
    if (known !== undefined) return known as T
    texts.set(text, text)
    return text
  }
  const number = (text: string) => {
    if (text === '0') return ZERO
    const known = amounts.get(text)
    if (known !== undefined) return known
    const made = decimal(text)
    if (amounts.size < MOST_AMOUNTS) amounts.set(text, made)
    return made
  }
  const reading: Reading = { text: once, number, maybe: (text) => (text === null ? null : number(text)) }
  let [date, isTimed] = ['', false]
  return {
    line(row: Row): Line {
      if (row.date !== date) date = row.date
      if (row.time !== null) isTimed = true
      return toLine(row, date, reading)
    },
    isTimed: () => isTimed,
  }
}

function toLine(row: Row, date: string, { text, number, maybe }: Reading): Line {
  return {
    id: row.id,
    brokerId: row.broker_id,
    type: text(row.type),
    date,
    assetId: row.asset_id,
    quantity: number(row.quantity),
    amount: number(row.amount),
    currency: text(row.currency),
    fees: number(row.fees),
    taxes: number(row.taxes),
    costBasis: maybe(row.cost_basis),
    costShare: maybe(row.cost_share),
    groupId: row.group_id,
    price: maybe(row.price),
    priceCurrency: text(row.price_currency),
    fxRate: maybe(row.fx_rate),
    time: row.time,
    ratio: row.ratio,
    lots: readNamedLots(row.lots),
    tag: row.tags === '[]' ? null : text(mainTag(readTags(row.tags))),
  }
}

/** The column `tags` of a ledger line. */
function readTags(text: string): readonly string[] {
  return JSON.parse(text)
}

/** The column `lots` of a ledger line. */
function readNamedLots(text: string | null): NamedLot[] | null {
  if (text === null) return null
  return (JSON.parse(text) as [number, string][]).map(([lotId, quantity]) => ({ lotId, quantity: decimal(quantity) }))
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
