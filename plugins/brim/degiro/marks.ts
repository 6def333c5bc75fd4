/** Which rows of an account statement may be of one event: by order, by security and day, by the minute for conversions, by day and sum for movements of money. */
import { type EventMarks, fold, parseTime } from '#plugins/kit/index.ts'
import { readDay } from './layout.ts'
import { kindOf } from './words.ts'

/** A corporate action: `AANDELENSPLIT: Verkoop 10 @ 5 EUR`. */
const ACTION = /^[^:@]+: ?\p{L}+ \d/u

const WEEK_MILLISECONDS = 604_800_000

type Facts = ReturnType<typeof factsOf>

/** The marks of the cells of a row, wrapped lines joined. `isAcross`: it is half of a conversion whose halves are of two minutes. */
export function accountMarks(cells: readonly string[], isAcross: boolean): EventMarks {
  const facts = factsOf(cells)
  const { order, kind, action } = facts
  const own = order === '' ? [] : [`order ${order}`]
  const minutes = combine('minute', facts.names, facts.days, facts.time)
  const unordered = combine('unordered', facts.names, facts.days, facts.time)
  const days = order === '' ? combine('day', facts.names, facts.days) : []
  const loose = order === '' && facts.names.length === 0
  const conversions = conversionMarks(facts)
  const sum = sumOf(cells)
  const moves = loose ? facts.days.map((day) => `money ${day}`) : []
  const sums = moves.map((move) => `${move} ${sum}`)
  const actions = facts.days.map((day) => `action ${day}`)
  const common = [...own, ...days]
  return {
    of: [
      ...common,
      ...minutes,
      ...(order === '' ? unordered : []),
      ...(kind === 'fx' ? [...conversions.ofDay, ...conversions.ofMinute, ...(isAcross ? conversions.across : [])] : []),
      ...(isMove(kind) ? [...moves, ...sums] : []),
      ...(action ? actions : []),
    ],
    perhapsOf: [
      ...common,
      ...(order === '' ? minutes : unordered),
      ...(kind === 'fx' || (kind === undefined && loose) ? conversions.perhaps : []),
      ...(isMove(kind) || kind === undefined ? (sum === undefined ? moves : sums) : []),
      ...(action || (kind === undefined && order === '') ? actions : []),
    ],
    ...(loose ? { goesWith: weeksOf(cells, facts.days) } : {}),
  }
}

/** Halves of a conversion share the minute, or, where one has none in its minute, the day. */
function conversionMarks({ order, days, time }: Facts) {
  const ofDay = days.map((day) => `conversion ${order} ${day}`)
  const ofMinute = time === '' ? [] : ofDay.map((day) => `${day} ${time}`)
  const across = ofDay.map((day) => `${day} across`)
  return { ofDay, ofMinute, across, perhaps: time === '' ? ofDay : [...ofMinute, ...across] }
}

function factsOf(cells: readonly string[]) {
  const description = cells[5] ?? ''
  const days = [readDay(cells[0] ?? ''), readDay(cells[2] ?? '')].filter((day) => day !== undefined)
  return {
    order: cells[11] ?? '',
    names: [(cells[4] ?? '').toUpperCase(), cells[3] ?? ''].filter((name) => name !== ''),
    days: [...new Set(days)],
    time: parseTime(cells[1]) ?? '',
    kind: (cells[6] ?? '') === '' ? kindOf(fold(description)) : 'fx',
    action: ACTION.test(description),
  }
}

/** A movement and its reservation: the same sum within a week or two. */
function weeksOf(cells: readonly string[], days: readonly string[]): string[] {
  const sum = textOfSum(cells)
  const weeks = days.map((day) => Math.floor(Date.parse(day) / WEEK_MILLISECONDS))
  return weeks.flatMap((week) => [`sum ${sum} ${week}`, `sum ${sum} ${week + 1}`])
}

/** Currency and size of a movement; `undefined` where they cannot be read. */
function sumOf(cells: readonly string[]): string | undefined {
  const sum = textOfSum(cells)
  return /^[\d.,\s']*\d[\d.,\s']* [A-Z]{3}$/.test(sum) ? sum : undefined
}

function textOfSum(cells: readonly string[]): string {
  return [cells[7] ?? '', cells[8] ?? ''].toSorted().join(' ').replace('-', '')
}

function isMove(kind: Facts['kind']): boolean {
  return kind === 'reservation' || kind === 'deposit' || kind === 'withdrawal'
}

function combine(what: string, names: readonly string[], days: readonly string[], time = ''): string[] {
  return names.flatMap((name) => days.map((day) => `${what} ${name} ${day} ${time}`))
}
