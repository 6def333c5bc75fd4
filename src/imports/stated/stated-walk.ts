import { absolute, add, type Decimal, subtract, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { changeByRatio } from '../../transactions/service.ts'
import type { Direction } from '../reading/row-order.ts'

/** What a draft moves of one balance, at all of its rows: `first` to `last` as they stand in the file. `ratio`: the balance is multiplied. */
export type Flow = {
  readonly key: string
  readonly first: number
  readonly last: number
  readonly change: Decimal
  readonly ratio?: string | undefined
}

export type Statement = {
  readonly key: string
  readonly row: number
  readonly date: string
  readonly amount: Decimal
}

/** What becomes of a difference in later rows: it stays as it is, it changes, or the last row agrees again. */
export type Course = 'constant' | 'changing' | 'gone'

/** What a row states and what the rows up to it come to. */
export type Difference = {
  readonly row: number
  readonly date: string
  readonly stated: Decimal
  readonly computed: Decimal
  readonly course: Course
}

/** The balances of one account and unit: how many were compared, how many agree, and what was there before the first row as far as that follows. */
export type Series = {
  readonly rows: number
  readonly agree: number
  readonly opening: Decimal | undefined
  readonly difference: Difference | null
}

type Step = { readonly begin: Flow[]; readonly end: Flow[]; readonly statements: Statement[] }
type State = {
  rows: number
  agree: number
  balance: Decimal
  opening: Decimal | undefined
  isMultiplied: boolean
  difference: { row: number; date: string; stated: Decimal; computed: Decimal; course: Course; hasChanged: boolean } | null
  /** Flows that have begun, and those of them that have not ended. */
  begun: number
  open: number
  /** Stated in the middle of an event: it counts when that ends, unless something else has begun. */
  waiting: { readonly statement: Statement; readonly begun: number } | undefined
}

/** Rows with what begins, ends and is stated there, in the order of the file. */
export type Steps = readonly Step[]

export function stepsOf(flows: readonly Flow[], statements: readonly Statement[]): Steps {
  const byRow = new Map<number, Step>()
  const at = (row: number) => {
    const known = byRow.get(row)
    if (known !== undefined) return known
    const step: Step = { begin: [], end: [], statements: [] }
    byRow.set(row, step)
    return step
  }
  for (const flow of flows) {
    at(flow.first).begin.push(flow)
    at(flow.last).end.push(flow)
  }
  for (const statement of statements) at(statement.row).statements.push(statement)
  const rows = Float64Array.from(byRow.keys()).sort()
  return Array.from(rows, (row) => at(row))
}

/**
 * Goes through the rows as they happened, and compares each balance that is stated with the first one of its key and what was moved since. Balances
 * within an event of several rows are compared at its end. Differences below `tolerance` of the key are those of rounded texts.
 */
export async function walk(
  steps: Steps,
  direction: Direction,
  tolerance: (key: string) => Decimal,
): Promise<ReadonlyMap<string, Series>> {
  const states = new Map<string, State>()
  const yieldWhenDue = createYielder()
  for (let index = 0; index < steps.length; index++) {
    const step = steps[direction === 'newest-first' ? steps.length - 1 - index : index]
    if (step !== undefined) take(states, step, direction, tolerance)
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  return states
}

function take(
  states: Map<string, State>,
  { begin, end, statements }: Step,
  direction: Direction,
  tolerance: (key: string) => Decimal,
): void {
  const [begins, ends] = direction === 'newest-first' ? [end, begin] : [begin, end]
  for (const { key } of begins) {
    const state = stateOf(states, key)
    state.begun++
    state.open++
  }
  for (const flow of ends) book(stateOf(states, flow.key), flow)
  const last = new Map(statements.map((statement) => [statement.key, statement]))
  for (const [key, statement] of last) {
    const state = stateOf(states, key)
    if (state.open > 0) state.waiting = { statement, begun: state.begun }
    else judge(state, statement, tolerance(key))
  }
  for (const { key } of ends) {
    const state = stateOf(states, key)
    const { waiting } = state
    if (waiting === undefined || state.open > 0) continue
    if (waiting.begun === state.begun) judge(state, waiting.statement, tolerance(key))
    state.waiting = undefined
  }
}

function book(state: State, { change, ratio }: Flow): void {
  state.open--
  if (ratio !== undefined && state.rows === 0) state.isMultiplied = true
  state.balance = add(state.balance, ratio === undefined ? change : changeByRatio(ratio, state.balance))
}

function judge(state: State, { row, date, amount }: Statement, tolerance: Decimal): void {
  state.waiting = undefined
  state.rows++
  if (state.rows === 1) {
    state.opening = state.isMultiplied ? undefined : subtract(amount, state.balance)
    state.balance = amount
  }
  const off = subtract(amount, state.balance)
  const first = state.difference
  const agrees = absolute(off) < tolerance
  if (agrees) state.agree++
  if (first === null) {
    const found = { row, date, stated: amount, computed: state.balance, course: 'constant' as const, hasChanged: false }
    if (!agrees) state.difference = found
    return
  }
  if (absolute(subtract(off, subtract(first.stated, first.computed))) >= tolerance) first.hasChanged = true
  first.course = agrees ? 'gone' : first.hasChanged ? 'changing' : 'constant'
}

function stateOf(states: Map<string, State>, key: string): State {
  const known = states.get(key)
  if (known !== undefined) return known
  const state: State = {
    ...{ rows: 0, agree: 0, balance: ZERO, opening: undefined, isMultiplied: false },
    ...{ difference: null, begun: 0, open: 0, waiting: undefined },
  }
  states.set(key, state)
  return state
}
