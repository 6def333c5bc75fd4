/** What is said of the rates of a currency that a user needs, and the request that brings those that are missing. */
import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { dayOf } from '../shared/date.ts'
import type { Figures } from '../shared/remedy.ts'
import { findRouteFor, type Restraint, stepsKnownTo } from './automatic.ts'
import { listRatedLines } from './booked-lines.repository.ts'
import { type BookedRate, bookedRatesIn } from './booked-rates.ts'
import { askForRates, type RateRow } from './by-hand.ts'
import { catalogueOf, legOf, MANUAL } from './catalogue.ts'
import type { HeldDays } from './coverage.ts'
import { routeKey } from './discovery.ts'
import type { ChainStep } from './graph.ts'
import { notYet } from './legacy-currencies.ts'
import type { Need } from './needs.ts'
import type { FxRoute } from './repository.ts'
import { findSeriesState } from './sync.repository.ts'

/** A request that mends it; `path` is below `/api/v1`. */
export type Remedy = {
  readonly operationId: 'registerFxRoute' | 'syncFxCurrencies' | 'putFxRates'
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: Readonly<Record<string, string | string[] | ChainStep[]>> | RateRow[]
  readonly figures: Figures
}

type Advice = { readonly detail: string; readonly remedy: Remedy | null }
type Case = {
  readonly currency: string
  readonly to: string
  readonly need: Need
  readonly held: HeldDays
  readonly routes: readonly FxRoute[]
  readonly isDeclined: boolean
}

const BY_HAND = 'Enter rates by hand (PUT /fx/rates).'

/** For one user with these brokers: what to say of one pair after the other. */
export async function createCure(
  ctx: Ctx,
  restraint: Restraint,
  brokerIds: readonly number[],
): Promise<(given: Case) => Promise<Advice>> {
  const steps = await stepsKnownTo(ctx, ctx.user.id)
  let known: Promise<BookedRate[]> | undefined
  const booked = () => (known ??= listRatedLines(ctx.reader, brokerIds).then(bookedRatesIn))
  const mayRegister = ctx.user.isSuperuser || (await readSetting(ctx.reader, 'shared_data')) !== 'superusers'
  return async (given) => {
    const { held, need, routes, currency, to } = given
    if (held.gapDays === 0) return { detail: `There is a rate for every day since ${need.from}.`, remedy: null }
    const lacking = `${currency} to ${to} has no rate on ${held.gapDays} of the days needed, first on ${held.gaps[0]?.from}.`
    const early = notYet(currency, held.gaps[0]?.from ?? '') ?? notYet(to, held.gaps[0]?.from ?? '')
    const say = (cure: string, remedy: Remedy | null = null): Advice => ({ detail: `${lacking} ${cure}`, remedy })
    if (early !== undefined && routes.length > 0) return say(early)
    if (restraint === 'offline')
      return say(`This service makes no outgoing requests (OFFLINE). ${BY_HAND}`, await enteredOf(given, booked))
    const unfetched = await unfetchedOf(ctx, given)
    if (unfetched !== null) return say('Fetch them.', syncOf(unfetched, held))
    const another = await anotherRoute(ctx, given, steps)
    if (another === undefined)
      return say(`No${routes.length > 0 ? ' other' : ''} source of rates leads there. ${BY_HAND}`, await enteredOf(given, booked))
    const key = routeKey(another)
    if (!mayRegister) return say(`A superuser may register the route ${key}.`)
    if (routes.length === 0 && !given.isDeclined && restraint === null)
      return say(`The route ${key} is registered and fetched automatically in a moment, or register it now.`, registerOf(another))
    return say(`Register the route ${key}${routes.length > 0 ? ', too,' : ''} and fetch its rates.`, registerOf(another))
  }
}

function registerOf(steps: readonly ChainStep[]): Remedy {
  const body = { chain_steps: [...steps] }
  return { operationId: 'registerFxRoute', method: 'POST', path: '/fx/providers/routes', body, figures: 'known' }
}

function syncOf(steps: readonly ChainStep[], { gaps }: HeldDays): Remedy {
  const currencies = [...new Set(steps.flatMap((step) => [step.from, step.to]))].sort()
  const body = { currencies, ...(gaps[0] && { from: gaps[0].from }) }
  return { operationId: 'syncFxCurrencies', method: 'POST', path: '/fx/currencies/sync', body, figures: 'known' }
}

/** What a person enters: before the first rate what brokers booked stands in, as in the warnings of reports; later on new ones are to be filled in. */
async function enteredOf({ currency, to, held }: Case, booked: () => Promise<BookedRate[]>): Promise<Remedy> {
  const { gaps, heldFrom } = held
  const [first, last] = [gaps[0]?.from ?? '', gaps.at(-1)?.to ?? '']
  const isBeforeAll = heldFrom === null || first < heldFrom
  const until = isBeforeAll && heldFrom !== null ? (gaps[0]?.to ?? last) : last
  const days = { from: first, to: until }
  const { rows: body, figures } = askForRates(isBeforeAll ? await booked() : [], { base: currency, quote: to }, days)
  return { operationId: 'putFxRates', method: 'PUT', path: '/fx/rates', body, figures }
}

/** The steps of the first route that has not been fetched for every day without a rate; `null` where all were. */
async function unfetchedOf(ctx: Ctx, { routes, held }: Case): Promise<readonly ChainStep[] | null> {
  const [first, last] = [held.gaps[0]?.from ?? '', held.gaps.at(-1)?.to ?? '']
  const today = dayOf(ctx.clock())
  for (const { steps } of routes)
    for (const step of steps.filter((one) => one.provider !== MANUAL)) {
      const state = await findSeriesState(ctx.reader, legOf(step))
      const [from, to] = [state?.syncedFrom ?? null, state?.syncedTo ?? null]
      const begun = catalogueOf(ctx).byCode.get(step.provider)?.historyFrom ?? ''
      const isFetched = from !== null && to !== null && (from <= first || from <= begun) && (to >= last || to >= today)
      if (!isFetched) return steps
    }
  return null
}

/** A route by way of other sources than those of the present ones. */
async function anotherRoute(ctx: Ctx, given: Case, steps: readonly ChainStep[]): Promise<readonly ChainStep[] | undefined> {
  const { currency: from, to, held, routes } = given
  const tried = new Set(routes.flatMap((route) => route.steps.map((step) => step.provider)))
  return await findRouteFor(ctx, { from, to, since: held.gaps[0]?.from ?? given.need.from }, steps, tried)
}
