import { type CachePolicy, cached, cachesOf } from '../../cache.ts'
import type { Ctx } from '../../context.ts'
import { createRateTable, type FoundRate, type RateTable } from '../../fx/service.ts'
import { readOwnRateVersion, readRateVersion } from '../ledger/versions.repository.ts'
import type { RateLookup } from './exchange.ts'

type Days = Map<string, FoundRate | null>
type Loaded = LoadedRates & { readonly table: RateTable }

/** Found rates of one report currency; about half a kilobyte each. */
const MOST_RATES = 30_000
const EVER = { from: '0000-00-00', until: '9999-99-99' }

const byCurrency: CachePolicy<Loaded> = { name: 'rates', most: 6, sizeOf: () => 1 }

/** Rates into a currency, and an object that stays the same as long as they do. */
export type LoadedRates = { readonly find: RateLookup; readonly generation: object }

/** What a report converts into `to`, and on which days, both included. */
export type RatesWanted = {
  readonly to: string
  readonly currencies: Iterable<string>
  readonly from: string
  readonly until: string
}

/**
 * The rates that a report can need, loaded. They are remembered until a rate, route or series is written: once for all users who have no rates and
 * routes of their own.
 */
export async function loadCachedRates(
  ctx: Pick<Ctx, 'reader' | 'memory' | 'plugins' | 'user' | 'clock'>,
  { to, currencies, from, until }: RatesWanted,
): Promise<LoadedRates> {
  const { reader, memory, plugins, user, clock } = ctx
  const [version, own] = [await readRateVersion(reader), await readOwnRateVersion(reader, user.id)]
  const key = own === 0 ? to : `${to} ${user.id}`
  const loaded = cached(cachesOf(ctx), byCurrency, key, [plugins.fx, version, own], () =>
    ratesInto(to, createRateTable(own === 0 ? { memory, plugins, clock } : { memory, plugins, clock, user }, EVER)),
  )
  const pairs = [...currencies].filter((currency) => currency !== to).map((currency) => [currency, to] as const)
  await loaded.table.load(reader, { pairs, from, until })
  return loaded
}

/** Rates that were found are remembered by day; with too many of them in memory it begins again. */
function ratesInto(to: string, table: RateTable): Loaded {
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
