/** From the files of four brokers to a value that is right: imports, price sources, rates, value, each from the front door but for what the service does in the background. */
import { expect, test } from 'bun:test'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { routeWhatIsNeeded } from '#src/fx/route-watch.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { isIsin } from '#src/shared/identifier.ts'
import { daysOf, table, tableProvider } from '#test/fx/source.ts'
import { loopback } from '#test/plugins/fx/loopback.ts'
import { fakeSource, hit } from '#test/prices/suggest-world.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const NOW = '2026-06-30T18:00:00Z'
const TODAY = '2026-06-30'
const FUND = checked('IE00POLDER0')
const MILLS = checked('US00BBBB222')
const TOOLS = checked('GB00AAAA111')
const BANK = checked('CH00BERG000')

const DEGIRO = `Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten en/of,,Totaal,,Order ID
24-06-2026,09:05,POLDER WERELD UCITS ETF,${FUND},EAM,XAMS,12,"100,0000",EUR,"-1.200,00",EUR,"-1.200,00",EUR,,"-2,00",EUR,"-1.202,00",EUR,33330000-0000-4000-8000-000000000002
`
const TRADING_212 = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Notes,ID
Deposit,2026-06-22 08:00:00,,,,,,,,,,1000.00,EUR,Bank transfer,0d000000-0000-4000-8000-000000000011
Market buy,2026-06-24 15:59:58,${MILLS},BRK,Brook Mills,10.0000000000,60.00,USD,1.25000000,,EUR,480.00,EUR,,EOF500001
`
const IBKR = `<?xml version="1.0" encoding="UTF-8"?>
<FlexQueryResponse queryName="Ledger" type="AF"><FlexStatements count="1">
<FlexStatement accountId="U0000001" fromDate="20260601" toDate="20260629" period="" whenGenerated="20260630;060000">
<AccountInformation accountId="U0000001" currency="GBP" />
<Trades>
<Trade accountId="U0000001" currency="GBP" assetCategory="STK" subCategory="COMMON" symbol="ANV" description="ANVIL TOOLS" conid="700002" isin="${TOOLS}" multiplier="1" tradeID="103" transactionID="9103" tradeDate="20260624" dateTime="20260624;101112" settleDateTarget="20260626" quantity="50" tradePrice="8" tradeMoney="400" proceeds="-400" taxes="0" ibCommission="-3" ibCommissionCurrency="GBP" netCash="-403" notes="" buySell="BUY" levelOfDetail="EXECUTION" />
</Trades>
<CashTransactions>
<CashTransaction accountId="U0000001" currency="GBP" assetCategory="" symbol="" description="CASH RECEIPTS / ELECTRONIC FUND TRANSFERS" dateTime="20260622" settleDate="20260622" amount="600" type="Deposits/Withdrawals" transactionID="9207" reportDate="20260622" levelOfDetail="DETAIL" />
</CashTransactions>
</FlexStatement></FlexStatements></FlexQueryResponse>
`
const SWISSQUOTE = `Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency
24-06-2026 15:30:02;700000002;Buy;BERG;BERGBAHN HOLDING;${BANK};20.0;32.00;4.00;0.00;-644.00;-644.00;CHF
`

/** What the four files say: holdings, and cash with their trades and deposits. */
const HELD = [
  { isin: FUND, quantity: 12, currency: 'EUR' },
  { isin: MILLS, quantity: 10, currency: 'USD' },
  { isin: TOOLS, quantity: 50, currency: 'GBP' },
  { isin: BANK, quantity: 20, currency: 'CHF' },
] as const
const CASH = { EUR: -1202 + 1000 - 480, GBP: 600 - 403, CHF: -644 } as const
/** The last close of each source, and units for one euro. */
const CLOSES: Readonly<Record<string, number>> = { [FUND]: 104.5, [MILLS]: 62.5, [TOOLS]: 8.4, [BANK]: 33.6 }
const RATES: Readonly<Record<string, number>> = { EUR: 1, USD: 1.25, GBP: 0.8, CHF: 1.28 }

function checked(body: string): string {
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isIsin) ?? ''
}

const closes = (isin: string, before: string) => ({ '2026-06-24': before, '2026-06-29': String(CLOSES[isin]) })
const named = (isin: string, symbol: string, name: string, currency: string) => hit(symbol, { name, isin, currency, symbol })

/** Two know ISINs, one has the Swiss share by its symbol alone. */
function sources(): PriceProvider[] {
  const world = fakeSource('WORLD', {
    hits: {
      [FUND]: [named(FUND, 'PLD.AS', 'Polder World UCITS ETF', 'EUR')],
      [TOOLS]: [named(TOOLS, 'ANV.L', 'Anvil Tools PLC', 'GBP')],
    },
    closes: { 'PLD.AS': closes(FUND, '100.4'), 'ANV.L': closes(TOOLS, '8.1') },
  })
  const states = fakeSource('STATES', {
    hits: { [MILLS]: [named(MILLS, 'BRK', 'Brook Mills', 'USD')] },
    closes: { BRK: closes(MILLS, '60.2') },
  })
  const alps = fakeSource('ALPS', {
    hits: { BERG: [hit('BERG.SW', { currency: 'CHF', name: 'Bergbahn' })] },
    closes: { 'BERG.SW': closes(BANK, '32.1') },
  })
  return [world, states, alps]
}

async function setUp(automatic: boolean) {
  const rates = loopback(({ url }) => table('USD GBP CHF', daysOf(url).from, daysOf(url).to, (_, code) => String(RATES[code])))
  const fetch = ((url: string, init: RequestInit) => rates.tools.fetch(url, init)) as unknown as typeof globalThis.fetch
  const fx = [tableProvider('NORTH', 'EUR', 'USD GBP CHF', { historyFrom: '2010-01-01' })]
  const plugins = { brim: brokerPlugins, fx, assets: sources() }
  const app = await createTestApp({ clock: () => new Date(NOW), deps: { plugins, fetch }, automatic })
  await app.createUser()
  const user = await app.createUser()
  let calls = 0
  const call = async (method: string, path: string, body?: unknown) => {
    calls += 1
    const answer = await app.call(user, method, path, body)
    expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, answer.status, ''])
    return answer
  }
  const bring = async (filename: string, text: string) => {
    const broker = await createBroker(app, user, { name: filename })
    const form = new FormData()
    form.set('file', new File([text], filename))
    const { body } = await call('POST', `/brokers/import/upload?broker_id=${broker}&import=true`, form)
    return body.result
  }
  const importAll = async () => {
    const results = [
      await bring('degiro.csv', DEGIRO),
      await bring('trading212.csv', TRADING_212),
      await bring('ibkr.xml', IBKR),
      await bring('swissquote.csv', SWISSQUOTE),
    ]
    expect(results.map((one) => [one.imported > 0, one.issues_total])).toEqual(results.map(() => [true, 0]))
    calls = 0
    return results
  }
  return { ...app, user, call, importAll, calls: () => calls }
}

/** The value in euros, counted from the files alone. */
function recounted(): number {
  const held = HELD.reduce((sum, { isin, quantity, currency }) => sum + (quantity * CLOSES[isin]!) / RATES[currency]!, 0)
  return Object.entries(CASH).reduce((sum, [currency, amount]) => sum + amount / RATES[currency]!, held)
}

function expectRight(report: ReturnType<typeof HoldingsReport.parse>): void {
  const values = HELD.map(({ isin, quantity, currency }) => (quantity * CLOSES[isin]!) / RATES[currency]!).sort((a, b) => a - b)
  const found = report.holdings.map((one) => Number(one.market_value)).sort((a, b) => a - b)
  expect(found.length).toBe(values.length)
  for (const [index, value] of values.entries()) expect(found[index]).toBeCloseTo(value, 9)
  expect(Number(report.totals.total_value)).toBeCloseTo(recounted(), 9)
  expect(report.warnings.map(({ code, remedy }) => [code, remedy?.operation_id])).toEqual([
    ['cash-without-deposits', 'changeBrokers'],
  ])
  expect(report.totals.complete).toBe(true)
}

test('the value equals a recount of the files, four calls after the imports', async () => {
  const { importAll, call, calls, deps } = await setUp(false)
  expect((await importAll()).map((one) => one.price_sources.state)).toEqual(['off', 'off', 'off', 'off'])
  const { assets, assigned, failed } = (await call('POST', '/assets/price-sources/suggest', { assign: true })).body
  expect([assets.length, assigned, failed]).toEqual([4, 3, []])
  const [waiting] = assets.filter((one: { state: string }) => one.state === 'proposed')
  const [{ provider, identifier, options }] = waiting.candidates
  await call('PATCH', '/assets/batch', [{ id: waiting.asset_id, price_source: { provider, identifier, options } }])
  await call('POST', '/assets/prices/refresh', { asset_ids: [waiting.asset_id] })
  await routeWhatIsNeeded(deps)
  expectRight((await call('GET', `/portfolio/holdings?currency=EUR&as_of=${TODAY}`)).as(HoldingsReport))
  expect(calls()).toBeLessThanOrEqual(6)
})

test('with the settings as they are the imports do the rest: one proposal is left to choose', async () => {
  const { importAll, call, calls, deps } = await setUp(true)
  const jobs = (await importAll()).map((one) => one.price_sources.job_id)
  expect(jobs.every((id) => typeof id === 'string')).toBe(true)
  for (const id of jobs) while ((await call('GET', `/jobs/${id}`)).body.finished_at === null) await Bun.sleep(5)
  const before = calls()
  const [proposal, ...rest] = (await call('GET', '/assets/price-sources/proposals')).body
  expect(rest).toEqual([])
  const [{ provider, identifier, options }] = proposal.candidates
  await call('PATCH', '/assets/batch', [{ id: proposal.asset_id, price_source: { provider, identifier, options } }])
  await call('POST', '/assets/prices/refresh', { asset_ids: [proposal.asset_id] })
  await routeWhatIsNeeded(deps)
  expectRight((await call('GET', `/portfolio/holdings?currency=EUR&as_of=${TODAY}`)).as(HoldingsReport))
  expect(calls() - before).toBeLessThanOrEqual(6)
})
