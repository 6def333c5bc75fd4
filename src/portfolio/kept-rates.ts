import type { Ctx } from '../context.ts'
import { createConverter, type FoundRate, type RateContext } from '../fx/service.ts'
import type { RateLookup } from './exchange.ts'
import { readOwnRateMark, readRateMark } from './marks.repository.ts'
import { createShelf, putLast } from './shelf.ts'

type Days = Map<string, FoundRate | null>
/** `byCurrency`: also by user and their mark, for those whose own rates or routes count. */
type Rates = { readonly byCurrency: Map<string, KeptRates>; mark: number; providers: unknown }

const MOST_CURRENCIES = 6
/** Found rates of one report currency; about half a kilobyte each. */
const MOST_RATES = 30_000
const [FIRST_DAY, LAST_DAY] = ['0000-00-00', '9999-99-99']

const shelf = createShelf<Rates>(() => ({ byCurrency: new Map(), mark: -1, providers: null }))

/** Rates into a currency, and an object that stays the same as long as they do. */
export type KeptRates = { readonly find: RateLookup; readonly generation: object }

/** What was looked up is kept until a rate, route or series is written: once for all users who have no rates and routes of their own. */
export function keptRates(ctx: Pick<Ctx, 'reader' | 'plugins' | 'user'>, currency: string): KeptRates {
  const rates = shelf.of(ctx.reader)
  const mark = readRateMark(ctx.reader)
  if (rates.mark !== mark || rates.providers !== ctx.plugins.fx) rates.byCurrency.clear()
  rates.mark = mark
  rates.providers = ctx.plugins.fx
  const { reader, plugins, user } = ctx
  const own = readOwnRateMark(reader, user.id)
  const key = own === 0 ? currency : `${currency} ${user.id} ${own}`
  const known = rates.byCurrency.get(key)
  if (known !== undefined) return known
  const made = { find: lookup(own === 0 ? { reader, plugins } : { reader, plugins, user }, currency), generation: {} }
  putLast(rates.byCurrency, key, made, () => rates.byCurrency.size > MOST_CURRENCIES)
  return made
}

/** With too many rates in memory it begins anew: they can be looked up again. */
function lookup(ctx: RateContext, to: string): RateLookup {
  const converter = () => createConverter(ctx, { to, from: FIRST_DAY, until: LAST_DAY })
  const known = new Map<string, Days>()
  let [rate, count] = [converter(), 0]
  return (currency, day) => {
    const days = known.get(currency) ?? new Map<string, FoundRate | null>()
    const found = days.get(day)
    if (found !== undefined) return found
    if (count >= MOST_RATES) {
      rate = converter()
      known.clear()
      days.clear()
      count = 0
    }
    count += 1
    known.set(currency, days)
    const made = rate(currency, day)
    days.set(day, made)
    return made
  }
}
