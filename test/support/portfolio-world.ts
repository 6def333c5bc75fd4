import { expect } from 'bun:test'
import type { Deps } from '#src/context.ts'
import { GainsReport } from '#src/portfolio/gains/schema.ts'
import { HistoryReport } from '#src/portfolio/history/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { createTestApp, type TestUser } from './app.ts'
import { createAsset, createBroker } from './factories.ts'

export type ByDay = Readonly<Record<string, string>>

/**
 * A user at noon of a day with a broker and an asset of their own, who books, sets prices and rates, and reads reports. What is sent must be accepted;
 * reports are in `currency`.
 */
export async function openPortfolio(
  options: {
    today?: string
    currency?: string
    deps?: Partial<Deps>
    env?: Record<string, string>
    broker?: Parameters<typeof createBroker>[2]
    asset?: Parameters<typeof createAsset>[1]
  } = {},
) {
  const { today = '2024-12-31', currency = 'EUR', deps = {}, env = {} } = options
  const app = await createTestApp({ clock: () => new Date(`${today}T12:00:00Z`), deps, env })
  const user = await app.createUser()
  const asset = { symbol: 'ACME', currency: 'EUR', createdBy: user.id, ...options.asset }
  const broker_id = await createBroker(app, user, options.broker)
  const asset_id = await createAsset(app, asset)
  const send = async (method: string, path: string, body?: unknown, as: TestUser = user) => {
    const answer = await app.call(as, method, path, body)
    expect([method, path, answer.status < 300 ? 'ok' : answer.text]).toEqual([method, path, 'ok'])
    return answer.body
  }
  const ask = (path: string, headers: Record<string, string> = {}, as = user) =>
    app.call(as, 'GET', `/portfolio/${path}`, undefined, headers)
  const report = async <T>(name: string, schema: { parse(value: unknown): T }, query: string) =>
    (await ask(`${name}?currency=${currency}&${query}`)).as(schema)
  return {
    ...{ ...app, app, user, broker_id, asset_id, line: { broker_id, asset_id, currency: asset.currency } },
    ...{ send, ask, addBroker: (fields = options.broker) => createBroker(app, user, fields) },
    addAsset: (symbol: string, currency = 'EUR') => createAsset(app, { symbol, currency, createdBy: user.id }),
    book: (...create: object[]) => send('POST', '/transactions/batch', { create }),
    price: (closes: ByDay, id = asset_id, currency?: string) =>
      send(
        'PUT',
        `/assets/${id}/prices`,
        Object.entries(closes).map(([date, close]) => ({ date, close, currency })),
      ),
    rate: (base: string, quote: string, rates: ByDay) =>
      send(
        'PUT',
        '/fx/rates',
        Object.entries(rates).map(([date, rate]) => ({ base, quote, date, rate })),
      ),
    /** In the catalogue; what a broker books of it is a transaction. */
    split: (date: string, ratio: string) => send('POST', `/assets/${asset_id}/events`, { type: 'SPLIT', date, ratio }),
    performance: (query = '') => report('performance', PerformanceReport, query),
    holdings: (query = '') => report('holdings', HoldingsReport, query),
    history: (query = '') => report('history', HistoryReport, query),
    gains: (query = '') => report('gains', GainsReport, query),
  }
}
