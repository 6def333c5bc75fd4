/** Closes of many assets as they come, row by row, gathered by what they name their asset by. Pure. */
import { fromMinorUnit, isCurrency } from '../../shared/currency.ts'
import { addDays, isDay } from '../../shared/date.ts'
import { divide, formatDecimal, multiply, tryDecimal, whole } from '../../shared/decimal.ts'
import { FIRST_PRICE_DAY } from '../rows.ts'
import { createFaults, type Faults } from './faults.ts'

/** One row as it was sent; `''` where nothing is said. `line`: its place in the list, or its line in the file. */
export type NamedClose = {
  readonly assetId: string
  readonly isin: string
  readonly symbol: string
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly line: number
}

/** What closes of one asset have in common; `currency` is ISO 4217, `''` = the asset's. */
export type CloseName = Pick<NamedClose, 'assetId' | 'isin' | 'symbol' | 'currency'>

/** The closes of one name, in ISO currencies: lists of equal length, in the order in which they came. */
export type NamedCloses = {
  readonly name: CloseName
  readonly days: string[]
  readonly closes: string[]
  readonly lines: number[]
}

/** `add` takes the next row. */
export type CloseBook = {
  readonly add: (row: NamedClose) => void
  readonly groups: () => readonly NamedCloses[]
  readonly faults: Faults
}

type Group = NamedCloses & { readonly key: CloseName; readonly divisor: number; readonly fault: string | undefined }

/** So many names at once: each is looked up, and each asset is written by itself. */
const MAX_NAMES = 10_000
const [MINUS, POINT, ZERO_DIGIT, NINE] = [45, 46, 48, 57]
/** So many characters are within what a decimal takes, however they are divided by a point. */
const MAX_SHORT = 13
const NO_DECIMAL = 'Must be a decimal number such as 12.5, of at most 28 digits, 12 of them after the point.'

/** An empty book for closes that are entered on `today`; `isFile`: they are lines of a file, which faults name. */
export function createBook(today: string, isFile: boolean): CloseBook {
  const faults = createFaults(isFile)
  const groups = new Map<string, Group>()
  const days = new Map<string, string>()
  const tomorrow = addDays(today, 1)
  let last: Group | undefined
  const groupOf = (row: NamedClose) => {
    if (last !== undefined && isOf(row, last.key)) return last
    const key = `${row.assetId}\0${row.isin}\0${row.symbol}\0${row.currency}`
    const group = groups.get(key) ?? newGroup(row)
    if (groups.size < MAX_NAMES) groups.set(key, group)
    else if (!groups.has(key))
      faults.add(`/${row.line}`, `There are more than ${MAX_NAMES} assets; send them in several requests.`)
    last = group
    return group
  }
  const dayOf = (text: string, line: number) => {
    const known = days.get(text)
    if (known !== undefined) return known
    if (!isDay(text)) return void faults.add(`/${line}/date`, 'Must be a day that exists, as YYYY-MM-DD.')
    if (text < FIRST_PRICE_DAY || text > tomorrow)
      return void faults.add(`/${line}/date`, `Must be from ${FIRST_PRICE_DAY} to ${tomorrow}.`)
    days.set(text, text)
    return text
  }
  const add = (row: NamedClose) => {
    const group = groupOf(row)
    if (group.fault !== undefined)
      faults.add(`/${row.line}${row.assetId + row.isin + row.symbol === '' ? '' : '/currency'}`, group.fault)
    const day = dayOf(row.date, row.line)
    const close = closeText(row.close, group, (detail) => faults.add(`/${row.line}/close`, detail))
    if (day === undefined || close === undefined || group.fault !== undefined) return
    group.days.push(day)
    group.closes.push(close)
    group.lines.push(row.line)
  }
  return { add, groups: () => [...groups.values()], faults }
}

function newGroup({ assetId, isin, symbol, currency }: NamedClose): Group {
  const unit = fromMinorUnit(currency) ?? { currency, divisor: 1 }
  const unnamed = assetId + isin + symbol === '' ? 'Names no asset: say its isin, symbol or asset_id.' : undefined
  const unknown =
    currency === '' || isCurrency(unit.currency) ? undefined : 'Must be an ISO 4217 currency code such as EUR, or GBX, ILA, ZAc.'
  const name = { assetId, isin, symbol, currency: unit.currency }
  const key = { assetId, isin, symbol, currency }
  return { key, name, divisor: unit.divisor, fault: unnamed ?? unknown, ...{ days: [], closes: [], lines: [] } }
}

function isOf(row: NamedClose, key: CloseName): boolean {
  return row.symbol === key.symbol && row.isin === key.isin && row.assetId === key.assetId && row.currency === key.currency
}

function closeText(text: string, { divisor, name }: Group, fault: (detail: string) => void): string | undefined {
  const short = divisor === 1 ? shortText(text) : undefined
  if (short !== undefined) return short
  const value = tryDecimal(text)
  if (typeof value === 'string') return void fault(NO_DECIMAL)
  const close = divide(value, whole(divisor))
  if (multiply(close, whole(divisor)) !== value)
    return void fault(`Has more than 12 places after the point once it is in ${name.currency}.`)
  return formatDecimal(close)
}

/** What `formatDecimal` makes of a short plain decimal above 0, which nearly all are: without zeros at its end. `undefined` for everything else. */
function shortText(text: string): string | undefined {
  const first = text.charCodeAt(0)
  if (text.length > MAX_SHORT || first === MINUS || (first === ZERO_DIGIT && text.charCodeAt(1) !== POINT)) return undefined
  let [point, end] = [-1, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && point < 0 && at > 0 && at < text.length - 1) point = at
    else if (code < ZERO_DIGIT || code > NINE) return undefined
    else if (point < 0 || code > ZERO_DIGIT) end = at + 1
  }
  return end === text.length ? text : text.slice(0, end)
}
