/** What stands at each broker: after a write only the lines that changed are counted. Pure. */
import { add, type Decimal, negate, ZERO } from '../../shared/decimal.ts'
import { isBefore, type Line } from '../ledger/lines.repository.ts'
import { type Balances, noBalances } from '../valuation/balances.ts'

/** How many lines of each broker. */
type Counts = ReadonlyMap<number, number>

/** What stands at each broker at the end of a day, and what its lines are about. */
export type Tally = {
  readonly lines: readonly Line[]
  readonly balances: ReadonlyMap<number, Balances>
  /** Brokers that money came to from outside. */
  readonly funded: Counts
  readonly brokersOfAsset: ReadonlyMap<number, Counts>
  readonly brokersOfCurrency: ReadonlyMap<string, Counts>
}

const FUNDS = new Set(['DEPOSIT', 'TRANSFER'])
const NOTHING: Tally = {
  lines: [],
  balances: new Map(),
  funded: new Map(),
  brokersOfAsset: new Map(),
  brokersOfCurrency: new Map(),
}

/** Of lines, up to a day; `previous` = of lines before a write, up to the same day, which stays as it is. */
export function tallyOf(lines: readonly Line[], day: string, previous: Tally = NOTHING): Tally {
  const draft = openTally(previous)
  const { gone, come } = changesBetween(previous.lines, lines)
  for (const [some, sign] of [[gone, -1] as const, [come, 1] as const])
    for (const [brokerId, own] of movesOf(some, day)) draft.apply(brokerId, own, sign)
  return { lines, ...draft.maps }
}

/** How many lines are about something, and what those up to the day moved of it. */
type Moves = { lines: number; moved: Decimal }
type BrokerMoves = { readonly assets: Map<number, Moves>; readonly cash: Map<string, Moves>; funds: number }

/** Of each broker, added up before it is written down: of many lines most are about the same few things. */
function movesOf(lines: readonly Line[], day: string): Map<number, BrokerMoves> {
  const brokers = new Map<number, BrokerMoves>()
  for (const line of lines) {
    const { brokerId, assetId, currency, priceCurrency, quantity, amount } = line
    const own = brokers.get(brokerId) ?? { assets: new Map<number, Moves>(), cash: new Map<string, Moves>(), funds: 0 }
    if (own.assets.size + own.cash.size === 0) brokers.set(brokerId, own)
    const isMoved = line.date <= day
    if (amount > ZERO && FUNDS.has(line.type)) own.funds++
    if (assetId !== null) move(own.assets, assetId, isMoved ? quantity : ZERO)
    if (currency !== null) move(own.cash, currency, isMoved && !line.isUntracked ? amount : ZERO)
    if (priceCurrency != null && priceCurrency !== currency) move(own.cash, priceCurrency, ZERO)
  }
  return brokers
}

function move<K>(all: Map<K, Moves>, key: K, by: Decimal): void {
  const known = all.get(key)
  if (known === undefined) all.set(key, { lines: 1, moved: by })
  else {
    known.lines++
    known.moved = add(known.moved, by)
  }
}

/** Lines that are the same object are the same line. Most of them are, at both ends. */
function changesBetween(before: readonly Line[], after: readonly Line[]): { gone: readonly Line[]; come: readonly Line[] } {
  const most = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  while (start < most && before[start] === after[start]) start++
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  return old.length === 0 || fresh.length === 0 ? { gone: old, come: fresh } : differences(old, fresh)
}

/** Both are in ledger order. */
function differences(before: readonly Line[], after: readonly Line[]): { gone: Line[]; come: Line[] } {
  const [gone, come]: [Line[], Line[]] = [[], []]
  let [at, next] = [0, 0]
  while (at < before.length || next < after.length) {
    const old = before[at]
    const fresh = after[next]
    if (old === fresh) {
      at++
      next++
    } else if (old !== undefined && (fresh === undefined || isBefore(old, fresh))) {
      gone.push(old)
      at++
    } else if (fresh !== undefined) {
      come.push(fresh)
      next++
    }
  }
  return { gone, come }
}

/** Writes into copies: of the maps at once, of what stands in them when it changes first. */
function openTally(previous: Tally) {
  const maps = {
    balances: new Map(previous.balances),
    funded: new Map(previous.funded),
    brokersOfAsset: new Map(previous.brokersOfAsset),
    brokersOfCurrency: new Map(previous.brokersOfCurrency),
  }
  const balances = createCopies(maps.balances, noBalances, ({ assets, cash }) => ({
    assets: new Map(assets),
    cash: new Map(cash),
  }))
  const ofAsset = createCopies(maps.brokersOfAsset, newMap, copyOf)
  const ofCurrency = createCopies(maps.brokersOfCurrency, newMap, copyOf)
  return {
    maps,
    apply(brokerId: number, { assets, cash, funds }: BrokerMoves, sign: 1 | -1) {
      const own = balances(brokerId)
      note(maps.funded, brokerId, sign * funds)
      for (const [id, moves] of assets) {
        note(ofAsset(id), brokerId, sign * moves.lines)
        put(own.assets, id, sign > 0 ? moves.moved : negate(moves.moved))
      }
      for (const [currency, moves] of cash) {
        note(ofCurrency(currency), brokerId, sign * moves.lines)
        put(own.cash, currency, sign > 0 ? moves.moved : negate(moves.moved))
      }
    },
  }
}

function newMap(): Map<number, number> {
  return new Map()
}

function copyOf(counts: Counts): Map<number, number> {
  return new Map(counts)
}

/** The value of a key, as a copy that may be written; made where there is none. */
function createCopies<K, R, V extends R>(all: Map<K, R>, make: () => V, copy: (value: R) => V): (key: K) => V {
  const own = new Map<K, V>()
  return (key) => {
    const known = own.get(key)
    if (known !== undefined) return known
    const before = all.get(key)
    const value = before === undefined ? make() : copy(before)
    own.set(key, value)
    all.set(key, value)
    return value
  }
}

function put<K>(totals: Map<K, Decimal>, key: K, change: Decimal): void {
  const total = add(totals.get(key) ?? ZERO, change)
  if (total === ZERO) totals.delete(key)
  else totals.set(key, total)
}

function note(counts: Map<number, number>, brokerId: number, lines: number): void {
  const count = (counts.get(brokerId) ?? 0) + lines
  if (count === 0) counts.delete(brokerId)
  else counts.set(brokerId, count)
}
