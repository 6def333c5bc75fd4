import type { Reader } from '#db/connection.ts'
import type { Ctx } from '../context.ts'
import { dayNumber, dayText } from '../shared/day-number.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'
import type { CarriedClose, Fraction } from './carried.ts'
import { type CloseTexts, readCloseTexts } from './close.repository.ts'
import { listSplits } from './event.repository.ts'
import { type ClosePack, eachTruePack } from './pack.repository.ts'
import { beforeSplits, type Split, type SplitRatio, splitRatios } from './splits.ts'

/**
 * Every close of an asset in columns, oldest first. `days` = days since 1970-01-01; `scaled` = the close x 10^12, exact below 2^53 and where it
 * is not, `exact` has them all; `fractions` = what those that splits were carried through are exactly, by their index. `currencies` = one for all,
 * or one each. `splits` = those that the catalogue knows, where there are any.
 */
export type CloseColumns = {
  readonly days: Int32Array
  readonly scaled: Float64Array
  readonly exact: readonly Decimal[] | null
  readonly fractions?: ReadonlyMap<number, Fraction>
  readonly currencies: string | readonly string[]
  readonly splits?: readonly SplitRatio[]
}

const PLACES = 12
const POWERS = Array.from({ length: PLACES + 1 }, (_, places) => 10 ** (PLACES - places))
const DAY_LENGTH = 10
const [POINT, ZERO_DIGIT] = [46, 48]
const CURRENCY = /[A-Z]+/g

/**
 * The whole history of assets, of those that have one: packed where it is, else by two queries each. Where an asset was split after its last close, that close counts
 * divided by the split, from the day of the split on, as in `loadCloses`.
 */
export async function loadCloseColumns(
  ctx: Pick<Ctx, 'reader'>,
  assetIds: readonly number[],
): Promise<Map<number, CloseColumns>> {
  const found = new Map<number, CloseColumns>()
  if (assetIds.length === 0) return found
  const splits = await listSplits(ctx.reader, assetIds, '9999-12-31')
  const packed = await packedColumns(ctx.reader, assetIds)
  let last = NO_DAYS
  for (const id of assetIds) {
    let columns = packed.get(id)
    if (columns === undefined) {
      const stored = await readColumns(ctx, id, last)
      if (stored === undefined) continue
      ;({ columns, last } = stored)
    }
    const known = splits.get(id) ?? []
    found.set(id, known.length === 0 ? columns : { ...withSplits(columns, known), splits: splitRatios(known) })
  }
  return found
}

/** The closes of those assets that are packed, as they are stored. */
export async function packedColumns(db: Reader, assetIds: readonly number[]): Promise<Map<number, CloseColumns>> {
  const found = new Map<number, CloseColumns>()
  let last: { bytes: Uint8Array; days: Int32Array } | undefined
  await eachTruePack(db, assetIds, (pack) => {
    const days =
      last !== undefined && Buffer.compare(last.bytes, pack.days) === 0 ? last.days : new Int32Array(bufferOf(pack.days))
    last = { bytes: pack.days, days }
    found.set(pack.assetId, { days, scaled: new Float64Array(bufferOf(pack.closes)), exact: null, currencies: pack.currency })
  })
  return found
}

/** The same of one asset, as its rows say; `undefined` without any. */
export async function readStoredColumns(ctx: Pick<Ctx, 'reader'>, id: number): Promise<CloseColumns | undefined> {
  return (await readColumns(ctx, id, NO_DAYS))?.columns
}

/** The bytes alone, where numbers may begin. */
function bufferOf(bytes: ClosePack['days']): ArrayBufferLike {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer
}

/** The close at an index, exactly, and its currency. */
export function closeOf(columns: CloseColumns, index: number): CarriedClose & { readonly currency: string } {
  const { scaled, exact, fractions, currencies } = columns
  const close = exact?.[index] ?? (BigInt(scaled[index] ?? 0) as Decimal)
  return {
    close,
    fraction: fractions?.get(index),
    currency: typeof currencies === 'string' ? currencies : (currencies[index] ?? ''),
  }
}

type Days = { readonly text: string; readonly days: Int32Array<ArrayBuffer> }

const NO_DAYS: Days = { text: '', days: new Int32Array() }

/** Assets that are traded on the same days share one column of days. */
async function readColumns(
  ctx: Pick<Ctx, 'reader'>,
  id: number,
  before: Days,
): Promise<{ columns: CloseColumns; last: Days } | undefined> {
  let texts = await readCloseTexts(ctx.reader, id)
  if (texts === undefined) return undefined
  let days = texts.days === before.text ? before.days : readDays(texts.days)
  if (!isAscending(days)) {
    texts = (await readCloseTexts(ctx.reader, id, true)) ?? texts
    days = readDays(texts.days)
  }
  const scaled = readScaled(texts, days.length)
  const columns = scaled === null ? readEach(texts, days) : { days, scaled, exact: null, currencies: texts.first }
  return { columns, last: { text: texts.days, days } }
}

/** What is in several currencies, or too long for binary numbers. */
function readEach({ closes, first }: CloseTexts, days: CloseColumns['days']): CloseColumns {
  const text = new TextDecoder().decode(closes)
  const exact = text.split(CURRENCY).map(decimal)
  const currencies = [first, ...(text.match(CURRENCY) ?? [])]
  const isOne = currencies.every((currency) => currency === first)
  const scaled = Float64Array.from(exact, Number)
  const isShort = scaled.every((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  return { days, scaled, exact: isShort ? null : exact, currencies: isOne ? first : currencies }
}

function readDays(text: string): Int32Array<ArrayBuffer> {
  const days = new Int32Array(text.length / DAY_LENGTH)
  for (let index = 0; index < days.length; index++) days[index] = dayNumber(text, index * DAY_LENGTH)
  return days
}

function isAscending(days: Int32Array): boolean {
  for (let index = 1; index < days.length; index++) if ((days[index] ?? 0) <= (days[index - 1] ?? 0)) return false
  return true
}

/** `null` when one of them has more digits than a binary number holds, is no plain decimal, or is in another currency than the first. */
function readScaled({ closes, first }: CloseTexts, count: number): Float64Array | null {
  const scaled = new Float64Array(count)
  const currency = new TextEncoder().encode(first)
  const [gap, letter] = [currency.length, currency[0] ?? Number.NaN]
  let [index, digits, places] = [0, 0, -1]
  for (let at = 0; at <= closes.length; at++) {
    const code = closes[at] ?? letter
    if (code >= ZERO_DIGIT && code < ZERO_DIGIT + 10) {
      digits = digits * 10 + code - ZERO_DIGIT
      if (places >= 0) places++
    } else if (code === POINT) places = 0
    else if (code === letter && (at === closes.length || isAt(closes, at, currency))) {
      const value = digits * (POWERS[Math.max(places, 0)] ?? Number.NaN)
      if (!(value <= Number.MAX_SAFE_INTEGER)) return null
      scaled[index++] = value
      digits = 0
      places = -1
      at += gap - 1
    } else return null
  }
  return index === count ? scaled : null
}

function isAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let index = 1; index < part.length; index++) if (bytes[at + index] !== part[index]) return false
  return true
}

/** On the day of a split between closes the last one counts again, in the new units. */
function withSplits(columns: CloseColumns, splits: readonly Split[]): CloseColumns {
  const { days } = columns
  const known = new Set(days)
  const added = [...new Set(splits.map((split) => dayNumber(split.date)))].filter(
    (day) => day > (days[0] ?? day) && !known.has(day),
  )
  if (added.length === 0) return columns
  const rows = Array.from(days, (day, index) => ({ day, ...closeOf(columns, index) }))
  for (const day of added) {
    const last = rows.findLast((row) => known.has(row.day) && row.day < day)
    if (last !== undefined)
      rows.push({ ...last, day, fraction: undefined, ...beforeSplits(last.close, dayText(last.day), dayText(day), splits) })
  }
  rows.sort((a, b) => a.day - b.day)
  return columnsOf(rows)
}

/** One close; `day` = days since 1970-01-01. */
type CloseRow = CarriedClose & { readonly day: number; readonly currency: string }

/** Closes in the order of their days as columns. */
export function columnsOf(rows: readonly CloseRow[]): CloseColumns {
  const exact = rows.map((row) => row.close)
  const fractions = rows.flatMap(({ fraction }, index) => (fraction === undefined ? [] : [[index, fraction] as const]))
  return {
    days: Int32Array.from(rows, (row) => row.day),
    scaled: Float64Array.from(exact, Number),
    exact,
    ...(fractions.length > 0 ? { fractions: new Map(fractions) } : {}),
    currencies: rows.map((row) => row.currency),
  }
}
