import { addDays } from '../../shared/date.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { bookingOf } from '../unbooked/booking.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { type Cure, kindOf } from '../valuation/warning-codes.ts'
import type { Cause } from './causes.ts'
import { closeExpired } from './expired.ts'

/** A request that mends a cause, ready to be sent; one with GET shows what only a person can mend. */
export type Remedy = {
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body: Readonly<Record<string, boolean | number | string | string[] | number[] | RemedyLine[]>> | null
}

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
/** A request begins so many days earlier, because the last price or rate before a day holds on it. */
const DAYS_BEFORE = 10
const FIRST_DAY = '1900-01-01'

/** What mends a cause; `null` where nobody can by a request, or the service reaches out to nobody. */
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

function ratesFor({ inputs: { facts }, cause: { pair, from } }: About): Remedy | null {
  const [base, quote] = pair?.split('/') ?? []
  if (base === undefined || quote === undefined || !facts.isOnline) return null
  const source = facts.rateSources(base, quote, from)
  if (source === null) return null
  const { providers, currencies } = source
  const body = {
    ...(providers === null ? {} : { providers: [...providers] }),
    currencies: [...currencies],
    from: daysBefore(from),
  }
  return { operationId: 'syncFxCurrencies', method: 'POST', path: `${facts.apiPath}/fx/currencies/sync`, body }
}

function pricesFor({ inputs: { facts }, cause: { assetIds, isSourced, from } }: About): Remedy | null {
  if (!facts.isOnline) return null
  const ids = assetIds.slice(0, MOST_ASSETS)
  const found = `${facts.apiPath}/assets/price-sources/suggest`
  if (!isSourced)
    return { operationId: 'suggestPriceSources', method: 'POST', path: found, body: { asset_ids: ids, assign: true } }
  const body = { asset_ids: ids, from: daysBefore(from) }
  return { operationId: 'refreshPrices', method: 'POST', path: `${facts.apiPath}/assets/prices/refresh`, body }
}

/** Where deposits are in no report, the cash is not tracked and purchases are the flows; where that is not for the caller, or of no use, a report of the holdings alone. */
function brokerFor(about: About): Remedy | null {
  const { inputs, request, cause } = about
  const { facts } = inputs
  if (request.scope === 'assets') return linesOf(about)
  const [brokerId] = cause.brokerIds
  if (brokerId === undefined || facts.brokers.get(brokerId)?.mayChange !== true) return holdingsAlone(facts.apiPath, request)
  const body = { cash: 'not-tracked' }
  return { operationId: 'changeBroker', method: 'PATCH', path: `${facts.apiPath}/brokers/${brokerId}`, body }
}

/** Also what the ratio makes of what is held, in which splits before it that are not booked count. */
function splitFor(about: About): Remedy | null {
  const { facts } = about.inputs
  const { split } = about.cause
  if (split === undefined || facts.brokers.get(split.brokerId)?.mayChange !== true) return linesOf(about)
  return { operationId: 'createTransaction', method: 'POST', path: `${facts.apiPath}/transactions`, body: bookingOf(split) }
}

function holdingsAlone(apiPath: string, { currency, from, to, method, brokerIds }: ReportRequest): Remedy {
  const query = new URLSearchParams({ scope: 'assets', currency, from, to, method, broker_ids: brokerIds.join(',') })
  return { operationId: 'getPerformance', method: 'GET', path: `${apiPath}/portfolio/performance?${query}`, body: null }
}

/** The lines that a person has to look at. */
function linesOf({ inputs: { facts, brokerIds }, cause: { assetIds, to } }: About): Remedy | null {
  const ids = assetIds.length === 0 ? [] : [['asset_ids', assetIds.slice(0, MOST_ASSETS).join(',')]]
  const query = new URLSearchParams([['broker_ids', brokerIds.join(',')], ...ids, ['to', to]])
  return { operationId: 'listTransactions', method: 'GET', path: `${facts.apiPath}/transactions?${query}`, body: null }
}

function daysBefore(day: string): string {
  return day > '1900-02-01' ? addDays(day, -DAYS_BEFORE) : FIRST_DAY
}
