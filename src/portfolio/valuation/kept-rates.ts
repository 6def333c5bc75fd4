import type { Ctx } from '../../context.ts'
import { createRateTable, type FoundRate, type RateTable } from '../../fx/service.ts'
import { createShelf, putLast } from '../cache/shelf.ts'
import { readOwnRateMark, readRateMark } from '../ledger/marks.repository.ts'
import type { RateLookup } from './exchange.ts'

type Days = Map<string, FoundRate | null>
type Kept = KeptRates & { readonly table: RateTable }
/** `byCurrency`: also by user and their mark, for those whose own rates or routes count. */
type Rates = { readonly byCurrency: Map<string, Kept>; mark: number; providers: unknown }

const MOST_CURRENCIES = 6
/** Found rates of one report currency; about half a kilobyte each. */
const MOST_RATES = 30_000
const EVER = { from: '0000-00-00', until: '9999-99-99' }

const shelf = createShelf<Rates>(() => ({ byCurrency: new Map(), mark: -1, providers: null }))

/** Rates into a currency, and an object that stays the same as long as they do. */
export type KeptRates = { readonly find: RateLookup; readonly generation: object }

/** What a report converts into `to`, and on which days, both included. */
export type RatesWanted = {
  readonly to: string
  readonly currencies: Iterable<string>
  readonly from: string
  readonly until: string
}

/**
 * The rates that a report can need, loaded. They are kept until a rate, route or series is written: once for all users who have no rates and
 * routes of their own.
 */
export async function loadKeptRates(
  ctx: Pick<Ctx, 'reader' | 'plugins' | 'user'>,
  { to, currencies, from, until }: RatesWanted,
): Promise<KeptRates> {
  const rates = shelf.of(ctx.reader)
  const { reader, plugins, user } = ctx
  const [mark, own] = [await readRateMark(reader), await readOwnRateMark(reader, user.id)]
  if (rates.mark !== mark || rates.providers !== plugins.fx) rates.byCurrency.clear()
  rates.mark = mark
  rates.providers = plugins.fx
  const key = own === 0 ? to : `${to} ${user.id} ${own}`
  const kept = rates.byCurrency.get(key) ?? ratesInto(to, createRateTable(own === 0 ? { plugins } : { plugins, user }, EVER))
  putLast(rates.byCurrency, key, kept, () => rates.byCurrency.size > MOST_CURRENCIES)
  const pairs = [...currencies].filter((currency) => currency !== to).map((currency) => [currency, to] as const)
  await kept.table.load(reader, { pairs, from, until })
  return kept
}

/** What was found is kept by day; with too much of it in memory it begins anew. */
function ratesInto(to: string, table: RateTable): Kept {
  const known = new Map<string, Days>()
  let count = 0
  const find: RateLookup = (currency, day) => {
    const days = known.get(currency) ?? new Map<string, FoundRate | null>()
    const found = days.get(day)
    if (found !== undefined) return found
    if (count >= MOST_RATES) {
      known.clear()
      days.clear()
      count = 0
    }
    count += 1
    known.set(currency, days)
    const made = table.rate(currency, to, day)
    days.set(day, made)
    return made
  }
  return { find, generation: {}, table }
}
