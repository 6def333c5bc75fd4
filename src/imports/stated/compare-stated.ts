import { isCurrency } from '../../shared/currency.ts'
import { add, type Decimal, decimal, formatDecimal, ONE, subtract, sum } from '../../shared/decimal.ts'
import { createYielder, yieldToEventLoop } from '../../shared/event-loop.ts'
import type { Completion } from '../matching/validate.ts'
import type { Direction } from '../reading/row-order.ts'
import type { FileBalance, FileSection, Issue, ReadReport, Stated } from '../report.ts'
import { flowsOf, keysOf, type Moved, movedBy, movedByRaw, named, spansOf, statementOf } from './stated-flows.ts'
import { type Course, type Flow, type Series, type Statement, stepsOf, walk } from './stated-walk.ts'

/** The balances that a section of a file states of one unit (a currency, or the `ref` of an asset) and account, beside what its rows come to. */
export type Comparison = Series & {
  readonly file: string | null
  readonly account: string | null
  readonly unit: string
  /** The day of the first draft or balance of the section. */
  readonly from: string
}
export type Compared = { readonly comparisons: readonly Comparison[]; readonly issues: readonly Issue[] }

/** Less than a unit of this place is what brokers round differently. */
const MOST_PLACES = 8

type Scope = FileSection & { readonly until: number; readonly running: FileBalance[]; readonly drafts: Moved[] }
type FileScopes = { readonly scopes: readonly Scope[]; readonly closing: FileBalance[] }

/**
 * What a report states of balances compared with what its own rows come to: row by row in the order of each file, section by section, relative to
 * the first one that is stated; those of the end of a file with all of its rows. One warning for each series that does not agree. Time grows with the
 * number of rows; the event loop is given back in between.
 */
export async function compareStated(read: ReadReport, completion: Completion): Promise<Compared> {
  const { stated } = read
  if (stated === undefined || stated.balances.length === 0) return { comparisons: [], issues: [] }
  const comparisons: Comparison[] = []
  for (const [file, scopes] of await scopesOf(stated, completion)) comparisons.push(...(await compareFile(file, scopes)))
  const broken = new Set(read.issues.flatMap(({ severity, file }) => (severity === 'error' ? [file ?? null] : [])))
  return { comparisons, issues: comparisons.flatMap((one) => warningOf(one, broken.has(one.file))) }
}

/** The sections of each file that states balances, with the drafts of their rows. */
async function scopesOf(stated: Stated, { completed, skipped }: Completion): Promise<Map<string | null, FileScopes>> {
  const files = new Map<string | null, FileScopes>()
  for (const [file, sections] of Map.groupBy(stated.sections, (section) => section.file)) {
    const scopes = sections.map((section, index): Scope => {
      return { ...section, until: sections[index + 1]?.from ?? Number.POSITIVE_INFINITY, running: [], drafts: [] }
    })
    files.set(file, { scopes, closing: [] })
  }
  const yieldWhenDue = createYielder()
  for (const balance of stated.balances) {
    const own = files.get(balance.file)
    if (balance.kind === 'closing') own?.closing.push(balance)
    else scopeAt(own?.scopes, balance.row)?.running.push(balance)
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  for (const entry of completed) {
    scopeAt(files.get(entry.file)?.scopes, entry.draft.rows[0])?.drafts.push(movedBy(entry))
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  for (const { draft, file } of skipped) scopeAt(files.get(file)?.scopes, draft.rows[0])?.drafts.push(movedByRaw(draft))
  return files
}

/** The last section that begins at a row or before it. */
function scopeAt(scopes: readonly Scope[] = [], row: number): Scope | undefined {
  let [low, high] = [0, scopes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((scopes[middle]?.from ?? 0) <= row) low = middle + 1
    else high = middle
  }
  return scopes[Math.max(low - 1, 0)]
}

async function compareFile(file: string | null, { scopes, closing }: FileScopes): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const scope of scopes) {
    if (scope.running.length === 0) continue
    const from = firstDayOf(scope.running, scope.drafts)
    for (const [key, { rows, agree, opening, difference }] of await compareSection(scope))
      if (rows > 0) comparisons.push({ file, ...named(key), from, rows, agree, opening, difference })
  }
  return closing.length === 0 ? comparisons : withClosing(file, comparisons, scopes, closing)
}

async function compareSection({ running, drafts, direction, isSure, ...range }: Scope): Promise<ReadonlyMap<string, Series>> {
  const keys = keysOf(running)
  const flows: Flow[] = []
  const statements: Statement[] = []
  const places = new Map<string, number>()
  const yieldWhenDue = createYielder()
  const spanOf = spansOf(drafts, range)
  for (const draft of drafts) {
    flows.push(...flowsOf(draft, keys, spanOf))
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  const moving = new Set(flows.map(({ key }) => key))
  for (const balance of running) {
    const statement = statementOf(balance, keys)
    // A code that is neither money nor the ref of an asset that moves: nobody knows what it counts.
    if (!moving.has(statement.key) && !isCurrency(named(statement.key).unit)) continue
    statements.push(statement)
    const own = Math.min(MOST_PLACES, Math.max(placesOf(balance.amount), placesOf(formatDecimal(statement.amount))))
    places.set(statement.key, Math.max(places.get(statement.key) ?? 0, own))
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  await yieldToEventLoop()
  const steps = stepsOf(flows, statements)
  const smallest = new Map([...places].map(([key, count]) => [key, lastPlace(count)]))
  const inDirection = (which: Direction) => walk(steps, which, (key) => smallest.get(key) ?? ONE)
  const found = await inDirection(direction)
  if (isSure || [...found.values()].every(({ difference }) => difference === null)) return found
  const turned = await inDirection(direction === 'newest-first' ? 'oldest-first' : 'newest-first')
  return [...turned.values()].every(({ difference }) => difference === null) ? turned : found
}

/** Balances of the end, each with all rows of the file: after the running ones where one section has them, else relative to itself. */
function withClosing(
  file: string | null,
  running: readonly Comparison[],
  scopes: readonly Scope[],
  closing: readonly FileBalance[],
): Comparison[] {
  const keys = keysOf(closing)
  const drafts = scopes.flatMap((scope) => scope.drafts)
  const flows = Map.groupBy(
    drafts.flatMap((draft) => flowsOf(draft, keys, (row) => ({ first: row, last: row }))),
    ({ key }) => key,
  )
  const from = firstDayOf(closing, drafts)
  const comparisons = [...running]
  for (const balance of closing) {
    const { key, row, date, amount } = statementOf(balance, keys)
    const own = flows.get(key) ?? []
    if (own.some(({ ratio }) => ratio !== undefined)) continue
    const moved = sum(own.map(({ change }) => change))
    const { account, unit } = named(key)
    const before = comparisons.filter((one) => one.account === account && one.unit === unit)
    const [known, another] = before
    if (known?.opening === undefined || another !== undefined) {
      if (known === undefined)
        comparisons.push({ file, account, unit, from, rows: 1, agree: 1, opening: subtract(amount, moved), difference: null })
      continue
    }
    const computed = add(known.opening, moved)
    const agrees = computed === amount
    const difference = known.difference ?? (agrees ? null : { row, date, stated: amount, computed, course: 'constant' as const })
    const next = { ...known, rows: known.rows + 1, agree: known.agree + (agrees ? 1 : 0), difference }
    comparisons[comparisons.indexOf(known)] = next
  }
  return comparisons
}

function warningOf({ file, account, unit, rows, agree, difference }: Comparison, isBroken: boolean): Issue[] {
  if (difference === null) return []
  const { row, stated, computed, course } = difference
  const off = subtract(stated, computed)
  const what = `${unit}${account === null ? '' : ` (${account})`}`
  const figures = `The file states ${formatDecimal(stated)} ${what} here, its rows come to ${formatDecimal(computed)}: a difference of ${formatDecimal(off)}`
  const severity = course === 'gone' ? 'info' : 'warning'
  const cause = isBroken && course !== 'gone' ? ' Rows that could not be read may be the reason.' : ''
  const detail = `${figures}${COURSES[course](rows - agree - 1)}${cause}`
  return [{ row, severity, code: 'stated-differs', detail, ...(file === null ? {} : { file }) }]
}

const COURSES: Readonly<Record<Course, (later: number) => string>> = {
  constant: (later) =>
    later > 0
      ? ` that stays the same in the ${later} balances after it: one row is missing or wrong.`
      : '. A row is missing or wrong.',
  changing: () => ' that changes in later rows: several are missing or wrong.',
  gone: () => ' that is gone at the end of the file.',
}

function firstDayOf(balances: readonly FileBalance[], drafts: readonly Moved[]): string {
  let first = '9999-12-31'
  for (const { date } of balances) if (date < first) first = date
  for (const { draft } of drafts) if (draft.date < first) first = draft.date
  return first
}

function placesOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** 0.01 for two places. */
function lastPlace(places: number): Decimal {
  return places === 0 ? ONE : decimal(`0.${'1'.padStart(places, '0')}`)
}
