import type { AssetDraft, ParsedReport, RowIssue, StatedBalance } from '#plugins/brim/contract.ts'
import { isDay } from '../../shared/date.ts'
import { decimalFault } from '../../shared/decimal.ts'
import type { Stated } from '../report.ts'
import type { Section } from './row-order.ts'

const MOST = 250_000
const MAX_ISSUES = 100
const MAX_TEXT = 300

/**
 * What a report states beside its rows, as far as it is sound: a plugin of the data folder may give anything. What is not is left out with a warning
 * of its row. `undefined` for a report that states nothing. `order`: how its rows are ordered, called only where balances need it.
 */
export function soundStated(
  parsed: ParsedReport,
  file: string | null = null,
  order: () => readonly Section[] = () => [],
): { readonly stated: Stated | undefined; readonly issues: readonly RowIssue[] } {
  const issues: RowIssue[] = []
  const refs = new Set(parsed.assets.map((asset) => asset.ref))
  const isDated = ({ date }: { readonly date: string }) => typeof date === 'string' && isDay(date)
  const isBalance = (item: StatedBalance) =>
    isDated(item) && isDecimal(item.amount) && isText(item.unit) && (item.account === undefined || isText(item.account))
  const balances = soundOf(parsed.stated, issues, isBalance).map((item) => ({ ...item, file }))
  const positions = soundOf(parsed.positions, issues, (item) => {
    const hasCost = item.cost === undefined || isDecimal(item.cost)
    return isDated(item) && refs.has(item.asset) && isDecimal(item.quantity) && hasCost
  })
  const prices = soundOf(parsed.prices, issues, (item) => {
    return isDated(item) && refs.has(item.asset) && isDecimal(item.close) && isText(item.currency)
  })
  const { period } = parsed
  const periods =
    period !== undefined && isDated({ date: period.from }) && isDated({ date: period.to }) && period.from <= period.to
      ? [period]
      : []
  const zones = isZone(parsed.zone) ? [parsed.zone] : []
  const isEmpty = balances.length + positions.length + prices.length + periods.length + zones.length === 0
  const sections = balances.length === 0 ? [] : order().map((section) => ({ ...section, file }))
  return { stated: isEmpty ? undefined : { sections, periods, zones, balances, positions, prices }, issues }
}

function soundOf<T extends object>(list: Iterable<T> | undefined, issues: RowIssue[], isSound: (item: T) => boolean): T[] {
  const sound: T[] = []
  for (const item of list ?? []) {
    if (isSound(item)) sound.push(item)
    else issues.push(unsound('row' in item && typeof item.row === 'number' ? item.row : null))
    if (sound.length >= MOST || issues.length >= MAX_ISSUES) break
  }
  return sound
}

function unsound(row: number | null): RowIssue {
  const detail = 'The import plugin states a balance, a position or a close that cannot be read; it was left out.'
  return { row, severity: 'warning', code: 'stated-invalid', detail }
}

/** What is wrong with the contract that an asset is, as a sentence; `undefined` when it is sound or none. */
export function contractFault({ ref, contract }: AssetDraft): string | undefined {
  if (contract === undefined) return undefined
  const { underlying, expiry, strike, right, multiplier } = contract
  const isSound =
    isText(underlying) &&
    isDecimal(multiplier) &&
    (strike === undefined || isDecimal(strike)) &&
    (expiry === undefined || (isText(expiry) && isDay(expiry))) &&
    (right === undefined || right === 'CALL' || right === 'PUT')
  return isSound ? undefined : `the contract ${ref} has no underlying, or a day or figure that is none.`
}

/** The statements of several files together. */
export function joinStated(parts: readonly (Stated | undefined)[]): Stated | undefined {
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0) return undefined
  return {
    sections: known.flatMap((part) => part.sections),
    periods: known.flatMap((part) => part.periods),
    zones: [...new Set(known.flatMap((part) => part.zones))],
    balances: known.flatMap((part) => part.balances),
    positions: known.flatMap((part) => part.positions),
    prices: known.flatMap((part) => part.prices),
  }
}

/** Whether it is an IANA zone. */
function isZone(name: unknown): name is string {
  if (!isText(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT
}

function isDecimal(value: unknown): boolean {
  return typeof value === 'string' && decimalFault(value) === undefined
}
