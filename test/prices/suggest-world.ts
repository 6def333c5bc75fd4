import type { IdentifierSource, PriceProvider, SearchHit } from '#plugins/assets/contract.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { PriceSourceSuggestions } from '#src/prices/suggest/suggest.schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { testProvider } from './provider.ts'

export const NOW = '2026-06-30T18:00:00Z'
export const TODAY = '2026-06-30'
export const ISIN = 'DE000A9HRB06'
export const OTHER_ISIN = 'US0378331005'

/** What a fake source knows: hits by query, closes by identifier and day. Days requested beyond are left out. */
type Known = {
  readonly hits?: Readonly<Record<string, readonly SearchHit[]>>
  readonly closes?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly currency?: string
}
export type SourceCall = {
  readonly code: string
  readonly query?: string
  readonly identifier?: string
  readonly from?: string
  readonly to?: string
}

export function fakeSource(
  code: string,
  known: Known,
  calls: SourceCall[] = [],
  fields: Partial<PriceProvider> = {},
): PriceProvider {
  return testProvider({
    code,
    search: async (query) => {
      calls.push({ code, query })
      return known.hits?.[query] ?? []
    },
    fetchPrices: async function* ({ identifier, from, to, currency }) {
      calls.push({ code, identifier, from, to })
      const closes = known.closes?.[identifier]
      if (closes === undefined) throw sourceError('unknown', `There is no ${identifier}.`)
      const days = Object.entries(closes).filter(([day]) => day >= from && day <= to)
      yield { prices: days.map(([date, close]) => ({ date, close, currency: known.currency ?? currency })), issues: [] }
    },
    ...fields,
  })
}

export const hit = (identifier: string, fields: Partial<SearchHit> = {}): SearchHit => {
  return { identifier, symbol: identifier, name: identifier, ...fields }
}

/** Listings by ISIN. */
export function fakeIdentifiers(
  listings: Readonly<Record<string, readonly { symbol: string; name: string; mic?: string; type?: string }[]>>,
) {
  const queries: string[] = []
  const source: IdentifierSource = {
    ...{ code: 'NUMBERS', name: 'Numbers', description: '', website: '', attribution: '', pauseMilliseconds: 0 },
    maxQueries: () => 2,
    identify: async (all) => {
      queries.push(all.map(({ value }) => value).join(' '))
      return all.map(({ value }) => ({
        listings: (listings[value] ?? []).map((one) => ({ exchange: '', figi: `FIGI ${one.symbol}`, ...one })),
      }))
    },
  }
  return { source, queries }
}

/** A service with fake sources, and a user who holds assets at a broker of their own. */
export async function suggestWorld(
  sources: readonly PriceProvider[],
  options: { identifiers?: readonly IdentifierSource[]; env?: Record<string, string>; fx?: readonly never[] } = {},
) {
  const plugins = { brim: [], fx: [], assets: sources, identifiers: options.identifiers ?? [] }
  const app = await createTestApp({ clock: () => new Date(NOW), deps: { plugins }, env: options.env ?? {} })
  const root = await app.createUser()
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  const add = async (fields: object = {}, by: TestUser = user) => {
    const asset = { symbol: 'HARB', name: 'Harbour Steel', type: 'STOCK', currency: 'EUR', ...fields }
    const answer = await app.call(by, 'POST', '/assets', asset)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body.id as number
  }
  const buy = async (asset_id: number, fields: object = {}, by: TestUser = user) => {
    const line = {
      broker_id: broker,
      type: 'BUY',
      asset_id,
      date: '2026-06-24',
      quantity: '10',
      price: '50',
      currency: 'EUR',
      ...fields,
    }
    const answer = await app.call(by, 'POST', '/transactions', line)
    if (answer.status !== 201) throw new Error(answer.text)
  }
  const suggest = async (body: object = {}, by: TestUser = user) => {
    const answer = await app.call(by, 'POST', '/assets/price-sources/suggest', body)
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    return answer.as(PriceSourceSuggestions)
  }
  return { app, call: app.call, root, user, broker, add, buy, suggest }
}
