import { add, type Decimal, sum, ZERO } from '../../shared/decimal.ts'
import { firstFrom, type Line } from '../ledger/lines.repository.ts'
import { marketValue, type ReportInputs } from './inputs.ts'

/** Quantities by asset and cash by currency, added up line by line. */
export type Balances = { readonly assets: Map<number, Decimal>; readonly cash: Map<string, Decimal> }

export type Valued = { readonly assets: ReadonlyMap<number, Decimal | null>; readonly cash: ReadonlyMap<string, Decimal | null> }

export function noBalances(): Balances {
  return { assets: new Map(), cash: new Map() }
}

/** Takes one line into account. What comes to nothing is left out. */
export function applyLine({ assets, cash }: Balances, line: Line): void {
  if (line.assetId !== null && line.quantity !== ZERO) put(assets, line.assetId, line.quantity)
  if (line.currency !== null && line.amount !== ZERO && !line.isUntracked) put(cash, line.currency, line.amount)
}

/** What lines come to together; those of one asset or currency that follow each other are added up before they are looked up. */
export function movedBy(lines: Iterable<Line>): Balances {
  const balances = noBalances()
  let [assetId, units]: [number | null, Decimal] = [null, ZERO]
  let [currency, amount]: [string | null, Decimal] = [null, ZERO]
  for (const line of lines) {
    if (line.assetId !== assetId) {
      if (assetId !== null) put(balances.assets, assetId, units)
      ;[assetId, units] = [line.assetId, ZERO]
    }
    if (line.currency !== currency) {
      if (currency !== null) put(balances.cash, currency, amount)
      ;[currency, amount] = [line.currency, ZERO]
    }
    units = add(units, line.quantity)
    if (!line.isUntracked) amount = add(amount, line.amount)
  }
  if (assetId !== null) put(balances.assets, assetId, units)
  if (currency !== null) put(balances.cash, currency, amount)
  return balances
}

function put<K>(totals: Map<K, Decimal>, key: K, change: Decimal): void {
  const total = add(totals.get(key) ?? ZERO, change)
  if (total === ZERO) totals.delete(key)
  else totals.set(key, total)
}

/** What stands and what moved since, together; what stood is not changed. */
export function addBalances(balances: Balances, all: Iterable<Balances>): Balances {
  const result = { assets: new Map(balances.assets), cash: new Map(balances.cash) }
  for (const moved of all) {
    for (const [id, change] of moved.assets) put(result.assets, id, change)
    for (const [currency, change] of moved.cash) put(result.cash, currency, change)
  }
  return result
}

/** What stands at the end of a day. */
export function balancesOn(lines: readonly Line[], day: string): Balances {
  const end = firstFrom(lines, `${day}~`)
  return movedBy(end === lines.length ? lines : lines.slice(0, end))
}

/** Everything in the currency of the report; `null`, with a warning, where a price or rate is missing. */
export function valueBalances(inputs: ReportInputs, { assets, cash }: Balances, day: string): Valued {
  return {
    assets: new Map([...assets].map(([id, quantity]) => [id, marketValue(inputs, id, quantity, day)])),
    cash: new Map([...cash].map(([currency, amount]) => [currency, inputs.exchange.convert(amount, currency, day)])),
  }
}

/** The sum of what has a value. */
export function totalOf(values: Iterable<Decimal | null>): Decimal {
  return sum([...values].map((value) => value ?? ZERO))
}
