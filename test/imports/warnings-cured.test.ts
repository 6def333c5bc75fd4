/** Three reports of three brokers, without any rate or price: few warnings, and each is removed by sending its remedy as it stands. */
import { expect, test } from 'bun:test'
import { degiro } from '#plugins/brim/degiro/index.ts'
import { freetrade } from '#plugins/brim/freetrade/index.ts'
import { trading212 } from '#plugins/brim/trading212/index.ts'
import { daysOf, table, tableProvider } from '#test/fx/source.ts'
import { type Answering, loopback } from '#test/plugins/fx/loopback.ts'
import { fakeSource, hit } from '#test/prices/suggest-world.ts'
import { createTestApp } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'

const TODAY = '2025-06-30'
/** What the source of prices knows. */
const ASSETS = [
  { isin: 'IE00KETTLE07', currency: 'EUR', day: '2025-02-13', close: '51' },
  { isin: 'GB00KETHM009', currency: 'GBP', day: '2025-02-20', close: '31' },
  { isin: 'US00KETTL001', currency: 'USD', day: '2025-02-03', close: '47' },
]

/** Purchases only: this kind of report has no deposits. */
const DEGIRO = `Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten en/of,,Totaal,,Order ID
13-02-2025,09:05,KETTLE WERELD UCITS ETF,IE00KETTLE07,EAM,XAMS,12,"51,3400",EUR,"-616,08",EUR,"-616,08",EUR,,"-1,00",EUR,"-617,08",EUR,55550000-0000-4000-8000-000000000002
`
const FREETRADE = `Title,Type,Timestamp,Account Currency,Total Amount,Buy / Sell,Ticker,ISIN,Price per Share in Account Currency,Stamp Duty,Quantity,Venue,Order ID,Order Type,Instrument Currency,Total Shares Amount,Price per Share,FX Rate,Base FX Rate,FX Fee (BPS),FX Fee Amount,Dividend Ex Date,Dividend Pay Date,Dividend Eligible Quantity,Dividend Amount Per Share,Dividend Gross Distribution Amount,Dividend Net Distribution Amount,Dividend Withheld Tax Percentage,Dividend Withheld Tax Amount
Kettle Homes,ORDER,2025-02-20T10:00:00.000Z,GBP,301.00,BUY,KTLH,GB00KETHM009,30.00000000,1.00,10.00000000,,FTORDER00012,,GBP,,,,,,,,,,,,,,
Top up,TOP_UP,2025-02-01T10:00:00.000Z,GBP,900.00,,,,,,,,,,,,,,,,,,,,,,,,
`
const TRADING = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (GBP),Total (GBP),Withholding tax,Currency (Withholding tax),Charge amount (GBP),Deposit fee (GBP),Stamp duty (GBP),Transaction fee (GBP),Finra fee (GBP),Notes,ID,Currency conversion fee (GBP)
Deposit,2025-02-01 09:00:00,,,,,,,,,1500.00,,,1500.00,,,,,"Transfer",dep-0011,
Market buy,2025-02-03 15:00:02,US00KETTL001,KETL,"Kettle Tools",20.0000000000,48.00,USD,1.25000,,768.96,,,,,,,,,EOF200002,0.96
`

const RATES: Readonly<Record<string, string>> = { USD: '1.25', GBP: '0.8' }

/** A source of rates, and one of prices that knows every asset by its ISIN or symbol at about what was paid. */
async function world() {
  const answer: Answering = ({ url }) => {
    const { from, to } = daysOf(url)
    return table('USD GBP', from, to, (_, name) => RATES[name] ?? '1')
  }
  const outside = loopback(answer)
  const fetch = ((url: string, init: RequestInit) => outside.tools.fetch(url, init)) as unknown as typeof globalThis.fetch
  const hits = Object.fromEntries(ASSETS.map(({ isin, currency }) => [isin, [hit(isin, { isin, currency })]]))
  const closes = Object.fromEntries(ASSETS.map(({ isin, day, close }) => [isin, { [day]: close, '2025-06-27': close }]))
  const currencies = new Map(ASSETS.map(({ isin, currency }) => [isin, currency]))
  const source = fakeSource('FAKE', { hits }, [], {
    fetchPrices: async function* ({ identifier, from, to }) {
      const days = Object.entries(closes[identifier] ?? {}).filter(([day]) => day >= from && day <= to)
      const currency = currencies.get(identifier) ?? ''
      yield { prices: days.map(([date, close]) => ({ date, close, currency })), issues: [] }
    },
  })
  const plugins = { brim: [degiro, freetrade, trading212], fx: [tableProvider('NORTH', 'EUR', 'USD GBP')], assets: [source] }
  const app = await createTestApp({ clock: () => new Date(`${TODAY}T12:00:00Z`), deps: { plugins, fetch } })
  const user = await app.createUser()
  await app.call(user, 'PATCH', '/auth/users/me/preferences', { currency: 'EUR' })
  for (const [name, file] of [
    ['Canal', DEGIRO],
    ['Free', FREETRADE],
    ['Hill', TRADING],
  ] as const) {
    const broker = await app.call(user, 'POST', '/brokers', { name })
    const answer = await upload(app, user, broker.body.id, `${name}.csv`, file, '&import=true')
    expect([name, answer.status, answer.body.status ?? answer.text]).toEqual([name, 201, 'imported'])
  }
  return { app, user }
}

type Shown = {
  readonly code: string
  readonly affects: { readonly pairs: readonly string[] }
  readonly remedy: { readonly method: string; readonly path: string; readonly body: unknown } | null
}

test('three reports without any rate or price: at most five warnings, and sending each remedy as it stands removes it', async () => {
  const { app, user } = await world()
  const ask = async (name: string): Promise<{ complete: boolean; warnings: Shown[]; totals?: { total_value: string } }> =>
    (await app.call(user, 'GET', `/portfolio/${name}?currency=EUR`)).body
  const named = (warnings: readonly Shown[]) => warnings.map(({ code, affects }) => [code, ...affects.pairs].join(' '))
  const before = await ask('holdings')
  expect(named(before.warnings)).toEqual(['rate-missing GBP/EUR USD/EUR', 'price-missing', 'cash-without-deposits'])
  expect((await ask('performance')).warnings.length).toBeLessThanOrEqual(5)
  expect(before.complete).toBe(false)
  let left = named(before.warnings)
  for (const { code, affects, remedy } of before.warnings) {
    const sent = await app.call(user, remedy?.method ?? '', remedy?.path.slice('/api/v1'.length) ?? '', remedy?.body)
    expect([code, sent.status]).toEqual([code, 200])
    left = left.filter((one) => one !== [code, ...affects.pairs].join(' '))
    expect(named((await ask('holdings')).warnings).sort()).toEqual([...left].sort())
  }
  const after = await ask('holdings')
  expect([after.complete, after.warnings]).toEqual([true, []])
  /** 12 x 51 + (10 x 31 + 900 - 301) / 0.8 + (1500 - 768.96) / 0.8 + 20 x 47 / 1.25 */
  expect(after.totals?.total_value).toBe(String(612 + 909 / 0.8 + 731.04 / 0.8 + 752))
})
