import type { Store } from '#db/connection.ts'
import type { FxProvider } from '#plugins/fx/contract.ts'
import { defineProvider, foreignPerHome, homePerForeign, readRows } from '#plugins/fx/kit.ts'
import { addDays } from '#src/shared/date.ts'
import { type Answering, loopback } from '#test/plugins/fx/loopback.ts'
import { createTestApp } from '#test/support/app.ts'

export const TODAY = '2024-06-28'

/** A provider whose table `https://<code>.example/?from=&to=` has the columns day and one per currency: units of each for one of `home`. */
export function tableProvider(
  code: string,
  home: string,
  currencies: string,
  options: { historyFrom?: string; until?: Record<string, string>; inverse?: boolean; key?: boolean } = {},
): FxProvider {
  const make = options.inverse ? homePerForeign : foreignPerHome
  return defineProvider({
    code,
    name: code,
    description: 'A table',
    website: `https://${code.toLowerCase()}.example`,
    attribution: code,
    home,
    series: make(home, currencies, options.until ? { until: options.until } : {}),
    historyFrom: options.historyFrom ?? '2024-01-01',
    schedule: { frequency: 'daily', time: '16:00', timeZone: 'UTC' },
    ...(options.key ? { key: { setting: `${code}_API_KEY`, required: true, website: 'https://keys.example' } } : {}),
    async *read({ period, quotes, get }) {
      const url = `https://${code.toLowerCase()}.example/?from=${period.from}&to=${period.to}`
      const [header = [], ...rows] = readRows(
        (await get({ url, expect: 'csv', retries: 0, timeoutSeconds: 1, maxBytes: 500_000 })) ?? '',
        code,
      )
      for (const [date, ...cells] of rows)
        for (const [index, value] of cells.entries()) quotes.add({ id: header[index + 1] ?? '', date, value })
      yield quotes.take()
    },
  })
}

/** A provider of the data folder that gives whatever the test says. */
export function looseProvider(code: string, give: () => AsyncIterable<unknown>): FxProvider {
  const facts = tableProvider(code, 'EUR', 'USD GBP')
  return { ...facts, fetchRates: () => give() as ReturnType<FxProvider['fetchRates']> }
}

/** The service with these providers and a real server on the loopback interface in the place of the outside world. */
export async function syncApp(
  providers: readonly FxProvider[],
  answer: Answering,
  env: Record<string, string> = {},
  today = TODAY,
  store?: Store,
) {
  const state = { now: `${today}T12:00:00Z` }
  const clock = () => new Date(state.now)
  const world = loopback(answer)
  const fetch = ((url: string, init: RequestInit) => world.tools.fetch(url, init)) as unknown as typeof globalThis.fetch
  const app = await createTestApp({
    ...{ clock, env, deps: { plugins: { brim: [], assets: [], fx: providers }, fetch } },
    ...(store ? { store } : {}),
  })
  const admin = await app.createUser()
  const sync = (body: unknown = {}, headers: Record<string, string> = {}) =>
    app.call(admin, 'POST', '/fx/currencies/sync', body, headers)
  const register = (...steps: [from: string, to: string, provider: string][]) =>
    app.call(admin, 'POST', '/fx/providers/routes', {
      chain_steps: steps.map(([from, to, provider]) => ({ from, to, provider })),
    })
  const stored = async () => {
    const rows = await app.store.reader
      .selectFrom('fx_rate')
      .selectAll()
      .orderBy('base')
      .orderBy('quote')
      .orderBy('provider')
      .orderBy('date')
      .execute()
    return rows.map((row) => `${row.base}/${row.quote} ${row.provider} ${row.date} ${row.rate}`)
  }
  return { ...app, ...world, admin, sync, register, stored, state }
}

/** A table of the days from `from` to `to`, each figure given by `figure`. */
export function table(columns: string, from: string, to: string, figure: (day: string, column: string) => string): string {
  const names = columns.split(' ')
  const lines = [`day,${names.join(',')}`]
  for (let day = from; day <= to; day = addDays(day, 1)) lines.push([day, ...names.map((name) => figure(day, name))].join(','))
  return `${lines.join('\n')}\n`
}

/** The days that a request asks for. */
export function daysOf(url: string): { from: string; to: string } {
  const { searchParams } = new URL(url)
  return { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' }
}
