/** Which records may be of one event: dividends and their taxes, trades and what cancels them, corporate actions, moves between two accounts. */
import type { EventMarks } from '#plugins/kit/index.ts'
import { isCancellation } from './cancellations.ts'
import { headingOf } from './dividends.ts'
import { type Entry, textsOf, value } from './entry.ts'

const INCOME = /dividend|payment in lieu|withholding|871\(m\)|\btax/i
const OTHER_CASH = /interest|fee|commission|deposit|withdrawal|disbursement|receipt|fund transfer/i
const TRADES = new Set(['Trade', 'TradeConfirm', 'Order'])
const NONE: EventMarks = { of: [], perhapsOf: [] }

/** The marks of a record that was read, whatever its values are worth. */
export function entryMarks(entry: Entry): EventMarks {
  if (entry.kind === 'CashTransaction') return incomeMarks(entry)
  if (entry.kind === 'CorporateAction') return actionMarks(entry)
  if (TRADES.has(entry.kind)) return tradeMarksOf(entry)
  const moves = entry.kind === 'Transfer' ? combine('move', namesOf(entry), daysOf(entry)) : []
  return { of: moves, perhapsOf: moves }
}

/** The marks of a row of no known section, from what looks like a security and a day in its cells. */
export function strayMarks(cells: readonly string[]): EventMarks {
  const names = cells.flatMap((cell) => /^\s*([^()]{1,20}?)\s*\(([A-Z0-9]{9,12})\)/.exec(cell)?.slice(1) ?? [])
  return { of: [], perhapsOf: combine('income', names, orAny(dayTexts(cells))) }
}

/** By security and day, and where the row at fault has lost one of them, by the other. */
function incomeMarks(entry: Entry): EventMarks {
  const type = value(entry, 'type')
  if (!INCOME.test(type) && OTHER_CASH.test(type)) return NONE
  const [names, days] = [namesOf(entry), daysOf(entry)]
  const perhapsOf = combine('income', orAny(names), orAny(days))
  if (INCOME.test(type)) return { of: combine('income', [...names, '*'], [...days, '*']), perhapsOf }
  return { of: [], perhapsOf: [...(names.length === 0 ? [] : perhapsOf), ...strayMarks(Object.values(entry.values)).perhapsOf] }
}

function actionMarks(entry: Entry): EventMarks {
  const ids = [value(entry, 'actionid'), headingOf(value(entry, 'actiondescription', 'description'))].filter((id) => id !== '')
  const own = ids.map((id) => `action ${entry.account} ${id}`)
  const days = combine(`action ${entry.account}`, ['*'], daysOf(entry))
  return { of: [...own, ...days], perhapsOf: namesOf(entry).length === 0 ? [...own, ...days] : own }
}

/** Trades stand alone unless one of them is a cancellation. */
function tradeMarksOf(entry: Entry): EventMarks {
  const [names, days] = [namesOf(entry), daysOf(entry)]
  const trades = combine(`trade ${entry.account}`, names, days)
  const cancelling = combine(`cancellation ${entry.account}`, names, days)
  return isCancellation(entry) ? { of: [...trades, ...cancelling], perhapsOf: trades } : { of: trades, perhapsOf: cancelling }
}

function namesOf(entry: Entry): string[] {
  return textsOf(entry, 'symbol', 'isin', 'conid')
}

/** The days of a record as their texts begin, time and punctuation left out. */
function daysOf(entry: Entry): string[] {
  return dayTexts(textsOf(entry, 'tradedate', 'datetime', 'date', 'settledate', 'reportdate'))
}

function dayTexts(texts: readonly string[]): string[] {
  const days = texts.map((text) => (text.split(/[;, T]/)[0] ?? '').replace(/[^0-9A-Za-z]/g, ''))
  return [...new Set(days.filter((day) => /\d{6}/.test(day)))]
}

const orAny = (texts: readonly string[]) => (texts.length === 0 ? ['*'] : texts)

function combine(what: string, names: readonly string[], days: readonly string[]): string[] {
  return names.flatMap((name) => days.map((day) => `${what} ${name} ${day}`))
}
