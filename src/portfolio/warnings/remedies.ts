import { earlier } from '#plugins/kit/period.ts'
import type { RateRow } from '../../fx/service.ts'
import { addDays } from '../../shared/date.ts'
import type { Figures } from '../../shared/remedy.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { bookingOf } from '../unbooked/booking.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { type Cure, kindOf } from '../valuation/warning-codes.ts'
import { type CloseRow, closesByHand, ratesByHand } from './by-hand.ts'
import type { Cause, PairDays } from './causes.ts'
import { closeExpired } from './expired.ts'
import { arePricesFetched, rateSourceOf } from './ways.ts'

/** A request that mends a cause, ready to be sent; one with GET shows what only a person can mend. */
export type Remedy = {
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body: RemedyBody | CloseRow[] | RateRow[] | null
  readonly figures: Figures
}
type RemedyBody = Readonly<
  Record<string, boolean | number | string | string[] | number[] | RemedyLine[] | Record<string, string>>
>

/** A transaction that a remedy adds. */
export type RemedyLine = {
  readonly broker_id: number
  readonly type: 'BUY' | 'SELL'
  readonly date: string
  readonly asset_id: number
  readonly quantity: string
  readonly price: string
  readonly currency: string
  readonly external_id: string
}

type About = { readonly inputs: ReportInputs; readonly request: ReportRequest; readonly cause: Cause }

/** As many as one request may name. */
const MOST_ASSETS = 1000
const MOST_BROKERS = 100
const MOST_IN_ADDRESS = 200
/** A request begins so many days earlier, because the last price or rate before a day holds on it. */
const DAYS_BEFORE = 10
const FIRST_DAY = '1900-01-01'

/** What mends a cause; `null` where nobody can by a request. Where nothing can be fetched, figures are entered by hand. */
export function remedyOf(about: About): Remedy | null {
  return CURES[kindOf(about.cause.code).cure](about)
}

const CURES: Readonly<Record<Cure, (about: About) => Remedy | null>> = {
  rates: ratesFor,
  prices: pricesFor,
  broker: brokerFor,
  close: (about) => closeExpired(about.inputs, about.cause) ?? linesOf(about),
  split: splitFor,
  look: linesOf,
}

/** Pairs of one cause have the same sources. */
function ratesFor({ inputs, cause }: About): Remedy | null {
  const { facts } = inputs
  const pairs = cause.pairs.map((one) => ({ ...one, from: neededFrom(inputs, one) }))
  const sources = pairs.flatMap((one) => rateSourceOf(inputs, one) ?? [])
  const [source] = sources
  if (source === undefined || sources.length < pairs.length) return ratesByHand(inputs, { ...cause, pairs })
  const body = {
    ...(source.providers === null ? {} : { providers: [...source.providers] }),
    currencies: [...new Set(sources.flatMap(({ currencies }) => currencies))],
    from: daysBefore(pairs.map(({ from }) => from).reduce(earlier)),
  }
  return known('syncFxCurrencies', 'POST', `${facts.apiPath}/fx/currencies/sync`, body)
}

/** What is left out for want of a price needs a rate as soon as it has one. */
function neededFrom({ warnings, prices, assetCurrencyOf }: ReportInputs, { pair, from }: PairDays): string {
  const [currency] = pair.split('/')
  const quotedIn = (id: number) => prices.tradesOf(id)[0]?.currency ?? assetCurrencyOf(id)
  return warnings
    .list()
    .flatMap((one) => (one.code === 'price-missing' && quotedIn(one.assetId ?? 0) === currency ? [one.from] : []))
    .reduce(earlier, from)
}

function pricesFor({ inputs, cause }: About): Remedy | null {
  const { facts } = inputs
  const { assetIds, isSourced, from } = cause
  if (!arePricesFetched(inputs, isSourced)) return closesByHand(inputs, cause)
  const ids = assetIds.slice(0, MOST_ASSETS)
  const found = `${facts.apiPath}/assets/price-sources/suggest`
  if (!isSourced) return known('suggestPriceSources', 'POST', found, { asset_ids: ids, assign: true })
  const body = { asset_ids: ids, from: daysBefore(from) }
  return known('refreshPrices', 'POST', `${facts.apiPath}/assets/prices/refresh`, body)
}

/** Where deposits are in no report, the cash is not tracked and purchases are the flows; where that is not for the caller, or of no use, a report of the holdings alone. */
function brokerFor(about: About): Remedy | null {
  const { inputs, request, cause } = about
  const { facts } = inputs
  if (request.scope === 'assets') return linesOf(about)
  const ids = cause.brokerIds.filter((id) => facts.brokers.get(id)?.mayChange === true).slice(0, MOST_BROKERS)
  if (ids.length === 0) return holdingsAlone(facts.apiPath, request)
  const change = { cash: 'not-tracked' }
  if (ids.length === 1) return known('changeBroker', 'PATCH', `${facts.apiPath}/brokers/${ids[0]}`, change)
  return known('changeBrokers', 'PATCH', `${facts.apiPath}/brokers/batch`, { ids, change })
}

/** Also what the ratio makes of what is held, in which splits before it that are not booked count. */
function splitFor(about: About): Remedy | null {
  const { facts } = about.inputs
  const { split } = about.cause
  if (split === undefined || facts.brokers.get(split.brokerId)?.mayChange !== true) return linesOf(about)
  return known('createTransaction', 'POST', `${facts.apiPath}/transactions`, bookingOf(split))
}

function holdingsAlone(apiPath: string, { currency, from, to, method, brokerIds }: ReportRequest): Remedy {
  const query = new URLSearchParams([
    ...Object.entries({ scope: 'assets', currency, from, to, method }),
    ...repeated('broker_ids', brokerIds),
  ])
  return known('getPerformance', 'GET', `${apiPath}/portfolio/performance?${query}`)
}

/** The lines that a person has to look at. */
function linesOf({ inputs: { facts, brokerIds }, cause: { assetIds, to } }: About): Remedy | null {
  const query = new URLSearchParams([...repeated('broker_ids', brokerIds), ...repeated('asset_ids', assetIds), ['to', to]])
  return known('listTransactions', 'GET', `${facts.apiPath}/transactions?${query}`)
}

/** Not more than an address should have. */
function repeated(name: string, ids: readonly number[]): [string, string][] {
  return ids.slice(0, MOST_IN_ADDRESS).map((id) => [name, String(id)])
}

function known(operationId: string, method: Remedy['method'], path: string, body: RemedyBody | null = null): Remedy {
  return { operationId, method, path, body, figures: 'known' }
}

function daysBefore(day: string): string {
  return day > '1900-02-01' ? addDays(day, -DAYS_BEFORE) : FIRST_DAY
}
