/** Which rows of an account statement may be of one event: by order, by security and day, by the minute for conversions, by day and sum for movements of money. */
import { type EventMarks, fold, parseTime } from '#plugins/kit/index.ts'
import { readDay } from './layout.ts'
import { kindOf } from './words.ts'

/** A corporate action: `AANDELENSPLIT: Verkoop 10 @ 5 EUR`. */
const ACTION = /^[^:@]+: ?\p{L}+ \d/u

const WEEK_MILLISECONDS = 604_800_000

/** The marks of the cells of a row, wrapped lines joined. `isAcross`: it is half of a conversion whose halves are of two minutes. */
export function accountMarks(cells: readonly string[], isAcross: boolean): EventMarks {
  const { order, names, days, time, kind, action } = factsOf(cells)
  const [isUnknown, isUnordered, isTimed] = [kind === undefined, order === '', time !== '']
  const isLoose = isUnordered && names.length === 0
  const [isFx, isMove] = [kind === 'fx', kind === 'reservation' || kind === 'deposit' || kind === 'withdrawal']
  const [perhapsFx, perhapsMove] = [isFx || (isUnknown && isLoose), isLoose && (isMove || isUnknown)]
  const sum = sumOf(cells)
  const isSum = /^[\d.,\s']*\d[\d.,\s']* [A-Z]{3}$/.test(sum)
  const named = (what: string, at = '') => names.flatMap((name) => days.map((day) => `${what} ${name} ${day} ${at}`))
  const daily = (what: string, more = '') => days.map((day) => `${what} ${day}${more}`)
  const conversion = `conversion ${order}`
  const [of, perhapsOf]: [string[], string[]] = [[], []]
  const mark = (isOf: boolean, mayBeOf: boolean, events: () => readonly string[]) => {
    const marks = isOf || mayBeOf ? events() : []
    if (isOf) of.push(...marks)
    if (mayBeOf) perhapsOf.push(...marks)
  }
  mark(!isUnordered, !isUnordered, () => [`order ${order}`])
  mark(isUnordered, isUnordered, () => named('day'))
  mark(true, isUnordered, () => named('minute', time))
  mark(isUnordered, !isUnordered, () => named('unordered', time))
  // Halves of a conversion share the minute, or, where one has none in its minute, the day.
  mark(isFx, perhapsFx && !isTimed, () => daily(conversion))
  mark(isFx && isTimed, perhapsFx && isTimed, () => daily(conversion, ` ${time}`))
  mark(isFx && isAcross, perhapsFx && isTimed, () => daily(conversion, ' across'))
  mark(isMove && isLoose, perhapsMove && !isSum, () => daily('money'))
  mark(isMove && isLoose, perhapsMove && isSum, () => daily('money', ` ${sum}`))
  mark(action, action || (isUnknown && isUnordered), () => daily('action'))
  return { of, perhapsOf, ...(isLoose ? { goesWith: weeksOf(sum, days) } : {}) }
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
function weeksOf(sum: string, days: readonly string[]): string[] {
  const weeks = days.map((day) => Math.floor(Date.parse(day) / WEEK_MILLISECONDS))
  return weeks.flatMap((week) => [`sum ${sum} ${week}`, `sum ${sum} ${week + 1}`])
}

/** Currency and size of a movement, as they stand there. */
function sumOf(cells: readonly string[]): string {
  return [cells[7] ?? '', cells[8] ?? ''].toSorted().join(' ').replace('-', '')
}
