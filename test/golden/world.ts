/** The ledgers of the golden answers, made through the front door: figures of our own, every type of transaction, and what is awkward. */
import { type Ask, must } from './ask.ts'

/** What the requests are about. `brokers`, `assets`: ids by name; `lines`: some ids of transactions. */
export type World = {
  readonly brokers: Readonly<Record<string, number>>
  readonly assets: Readonly<Record<string, number>>
  readonly lines: readonly number[]
  readonly reports: readonly string[]
}

type Line = Readonly<Record<string, unknown>> & { readonly broker: string; readonly asset?: string }

const DAY = 86_400_000
const ANNA = 'anna'
const BEN = 'ben'
const PEOPLE = [ANNA, BEN, 'cleo'] as const

const ASSETS = [
  { symbol: 'ACME', type: 'STOCK', currency: 'EUR', isin: 'DE0007164600', country: 'DE', sector: 'TECHNOLOGY', exchange: 'XETR' },
  { symbol: 'BOLT', type: 'STOCK', currency: 'USD', isin: 'US0378331005', country: 'US' },
  { symbol: 'COBO', type: 'BOND', currency: 'EUR', price_quantity: '100', country: 'IT' },
  {
    ...{ symbol: 'DUNE', type: 'ETF', currency: 'USD' },
    allocation: { countries: { US: '0.6', JP: '0.25', DE: '0.1' }, sectors: { TECHNOLOGY: '0.4', HEALTH: '0.35' } },
  },
  { symbol: 'EURX', type: 'INDEX', currency: 'EUR' },
  { symbol: 'FERN', type: 'STOCK', currency: 'GBP', country: 'GB' },
  { symbol: 'GLOW', type: 'CRYPTO', currency: 'USD' },
  { symbol: 'HELM', type: 'OPTION', currency: 'USD', price_quantity: '0.01' },
  {
    ...{ symbol: 'IRON', type: 'LOAN', currency: 'EUR' },
    price_source: { provider: 'SCHEDULED_YIELD', identifier: 'loan 17', options: { rate: '0.06', start: '2024-02-01' } },
  },
  { symbol: 'JADE', type: 'FUND', currency: 'CHF' },
  { symbol: 'KITE', type: 'STOCK', currency: 'JPY', country: 'JP' },
  { symbol: 'LOOM', type: 'STOCK', currency: 'USD' },
  { symbol: 'MINT', type: 'STOCK', currency: 'USD' },
  { symbol: 'NOVA', type: 'STOCK', currency: 'EUR' },
  { symbol: 'OPAL', type: 'COMMODITY', currency: 'EUR' },
  { symbol: 'PINE', type: 'STOCK', currency: 'SEK' },
  { symbol: 'TWIN', type: 'STOCK', currency: 'EUR' },
] as const

const BROKERS = [
  { by: ANNA, name: 'Alder', currency: 'EUR', allow_cash_overdraft: true },
  { by: ANNA, name: 'Birch', currency: 'USD', allow_cash_overdraft: true, allow_asset_shorting: true },
  { by: ANNA, name: 'Cedar', currency: 'GBP', allow_cash_overdraft: true },
  { by: ANNA, name: 'Elder', currency: 'EUR', allow_cash_overdraft: true },
  { by: ANNA, name: 'Larch', currency: 'CHF', allow_cash_overdraft: true },
  { by: BEN, name: 'Maple', currency: 'EUR', allow_cash_overdraft: true, allow_asset_shorting: true },
  { by: ANNA, name: 'Rowan', allow_cash_overdraft: true },
  { by: ANNA, name: 'Willow', allow_cash_overdraft: true, allow_asset_shorting: true },
] as const

/** Closes on working days: first day, last day, first close, percents a step, and days of silence. JADE has none, PINE few, GLOW weekends too. */
const CLOSES: Readonly<
  Record<string, readonly [from: string, to: string, first: number, swing: number, gap?: readonly [string, string]]>
> = {
  ACME: ['2023-12-15', '2026-06-30', 50, 17],
  BOLT: ['2023-12-15', '2026-06-29', 120, 23, ['2025-03-03', '2025-04-20']],
  COBO: ['2024-01-02', '2026-06-26', 98, 3],
  DUNE: ['2023-12-15', '2026-06-30', 84, 9],
  EURX: ['2023-12-15', '2026-06-30', 4_000, 11],
  FERN: ['2024-02-01', '2026-03-31', 7, 13],
  GLOW: ['2024-01-01', '2026-06-30', 2_500, 41],
  HELM: ['2025-01-02', '2025-06-20', 4, 71],
  KITE: ['2024-01-04', '2026-06-30', 1_500, 19],
  LOOM: ['2023-12-15', '2026-06-30', 300, 14],
  MINT: ['2025-02-03', '2026-06-30', 30, 21],
  OPAL: ['2024-05-02', '2024-09-30', 61, 8],
  PINE: ['2024-03-01', '2024-06-28', 88, 12, ['2024-03-04', '2024-06-26']],
}

const cash = (broker: string, date: string, type: string, amount: string, currency = 'EUR', more = {}): Line => ({
  ...{ broker, date, type, amount, currency },
  ...more,
})
const trade = (broker: string, date: string, type: string, asset: string, quantity: string, more = {}): Line => ({
  ...{ broker, date, type, asset, currency: 'EUR', ...(quantity === '0' ? {} : { quantity }) },
  ...more,
})

const ALDER: readonly Line[] = [
  cash('Alder', '2024-01-02', 'DEPOSIT', '25000', 'EUR', { external_id: 'a-1', tags: ['plan'] }),
  trade('Alder', '2024-01-03', 'BUY', 'ACME', '100', {
    price: '51.25',
    fees: '4.9',
    taxes: '1.3',
    time: '09:30:00',
    tags: ['plan'],
  }),
  trade('Alder', '2024-01-03', 'BUY', 'ACME', '40', { price: '50.75', fees: '2.5', time: '15:00' }),
  trade('Alder', '2024-02-14', 'BUY', 'COBO', '5000', { price: '97.83', fees: '9.9', settled_on: '2024-02-16' }),
  trade('Alder', '2024-03-11', 'BUY', 'BOLT', '30', { price: '123.4', price_currency: 'USD', fx_rate: '0.9231', fees: '6' }),
  trade('Alder', '2024-04-02', 'SELL', 'ACME', '-60', { price: '56.1', fees: '4.9', taxes: '21.07' }),
  trade('Alder', '2024-05-08', 'DIVIDEND', 'ACME', '0', { amount: '71.4', taxes: '18.97', description: 'Annual dividend' }),
  trade('Alder', '2024-05-21', 'INTEREST', 'COBO', '0', { amount: '112.5', taxes: '29.67' }),
  trade('Alder', '2024-06-03', 'SPLIT', 'ACME', '0', { ratio: '3:1' }),
  cash('Alder', '2024-06-28', 'FEE', '-12.5'),
  cash('Alder', '2024-07-01', 'TAX', '-33.21', 'EUR', { description: '=1+1' }),
  cash('Alder', '2024-07-15', 'FX_CONVERSION', '-3000', 'EUR', { group: 'fx1' }),
  cash('Alder', '2024-07-15', 'FX_CONVERSION', '3261.3', 'USD', { group: 'fx1' }),
  trade('Alder', '2024-07-16', 'BUY', 'DUNE', '35.123456', { currency: 'USD', price: '85.5', fees: '1' }),
  cash('Alder', '2024-09-30', 'INTEREST', '14.77'),
  trade('Alder', '2024-10-01', 'BUY', 'OPAL', '12', { price: '63' }),
  trade('Alder', '2024-11-04', 'SELL', 'BOLT', '-12.5', { price: '131', price_currency: 'USD', fx_rate: '0.9187', fees: '6' }),
  cash('Alder', '2025-01-10', 'DEPOSIT', '4000'),
  trade('Alder', '2025-02-03', 'TRANSFER', 'ACME', '-100', { group: 'move1' }),
  trade('Elder', '2025-02-05', 'TRANSFER', 'ACME', '100', { group: 'move1' }),
  trade('Alder', '2025-03-17', 'SELL', 'ACME', '-30', { price: '19.02', fees: '4.9' }),
  trade('Alder', '2025-05-07', 'DIVIDEND', 'ACME', '0', { amount: '62.1', taxes: '16.5' }),
  trade('Alder', '2025-05-09', 'DIVIDEND', 'ACME', '0', { amount: '-10' }),
  cash('Alder', '2025-09-01', 'WITHDRAWAL', '-2500'),
  cash('Alder', '2025-10-01', 'TRANSFER', '-500', 'EUR', { group: 'cash1' }),
  cash('Elder', '2025-10-01', 'TRANSFER', '500', 'EUR', { group: 'cash1' }),
  trade('Alder', '2026-01-05', 'BUY', 'ACME', '20', { price: '20.4', fees: '1' }),
  trade('Alder', '2026-02-09', 'FEE', 'ACME', '-0.25', {}),
  trade('Alder', '2026-03-02', 'ADJUSTMENT', 'ACME', '2.5', { cost_basis: '48' }),
]
const BIRCH: readonly Line[] = [
  cash('Birch', '2024-01-02', 'DEPOSIT', '40000', 'USD'),
  trade('Birch', '2024-01-08', 'BUY', 'LOOM', '20', { currency: 'USD', price: '301.5', fees: '1' }),
  trade('Birch', '2024-03-04', 'BUY', 'LOOM', '15', { currency: 'USD', price: '318.2', fees: '1' }),
  trade('Birch', '2024-04-10', 'BUY', 'GLOW', '1.23456789', { currency: 'USD', price: '2711.11', fees: '8.4' }),
  trade('Birch', '2024-05-06', 'SELL', 'MINT', '-50', { currency: 'USD', price: '33', fees: '1' }),
  trade('Birch', '2024-06-17', 'SPLIT', 'LOOM', '105', { currency: 'USD' }),
  trade('Birch', '2024-08-01', 'INTEREST', 'GLOW', '0.01', { currency: 'USD', cost_basis: '26.1' }),
  trade('Birch', '2024-09-02', 'FEE', 'GLOW', '-0.002', { currency: 'USD' }),
  trade('Birch', '2024-10-07', 'BUY', 'MINT', '20', { currency: 'USD', price: '28.5', fees: '1' }),
  trade('Birch', '2025-01-06', 'BUY', 'HELM', '3', { currency: 'USD', price: '4.2', fees: '2' }),
  trade('Birch', '2025-02-03', 'EXCHANGE', 'LOOM', '-40', { currency: 'USD', group: 'spin' }),
  trade('Birch', '2025-02-03', 'EXCHANGE', 'LOOM', '40', { currency: 'USD', group: 'spin', cost_share: '0.85' }),
  trade('Birch', '2025-02-03', 'EXCHANGE', 'NOVA', '10', { currency: 'USD', group: 'spin', cost_share: '0.15' }),
  trade('Birch', '2025-03-10', 'SELL', 'HELM', '-5', { currency: 'USD', price: '6.1', fees: '2' }),
  trade('Birch', '2025-06-20', 'BUY', 'HELM', '2', { currency: 'USD', price: '0.4', fees: '2' }),
  trade('Birch', '2025-07-01', 'SELL', 'LOOM', '-25', { currency: 'USD', price: '77.7', fees: '1', taxes: '12.4' }),
  cash('Birch', '2025-08-04', 'INTEREST', '-17.35', 'USD'),
  trade('Birch', '2025-11-03', 'DIVIDEND', 'LOOM', '0', { currency: 'USD', amount: '41.5', taxes: '6.2' }),
  trade('Birch', '2025-12-01', 'DIVIDEND', 'LOOM', '1.5', { currency: 'USD', cost_basis: '117' }),
  cash('Birch', '2026-04-01', 'WITHDRAWAL', '-1000', 'USD'),
  trade('Birch', '2026-05-04', 'SELL', 'GLOW', '-0.5', { currency: 'USD', price: '3105', fees: '4' }),
]
const OTHERS: readonly Line[] = [
  cash('Cedar', '2024-02-01', 'DEPOSIT', '9000', 'GBP'),
  trade('Cedar', '2024-02-05', 'BUY', 'FERN', '800', {
    currency: 'GBP',
    price: '712',
    price_currency: 'GBX',
    fees: '9.95',
    taxes: '28.48',
  }),
  trade('Cedar', '2024-05-07', 'BUY', 'FERN', '200', { currency: 'GBP', price: '6.9', fees: '9.95' }),
  trade('Cedar', '2024-05-07', 'SELL', 'FERN', '-350', { currency: 'GBP', price: '7.31', fees: '9.95' }),
  trade('Cedar', '2024-05-20', 'BUY', 'FERN', '120', { currency: 'GBP', price: '7.05' }),
  trade('Cedar', '2024-06-14', 'BUY', 'KITE', '100', {
    currency: 'GBP',
    price: '1540',
    price_currency: 'JPY',
    fx_rate: '0.00504',
    fees: '12',
  }),
  trade('Cedar', '2025-04-04', 'DIVIDEND', 'FERN', '0', { currency: 'GBP', amount: '33.6' }),
  trade('Cedar', '2025-09-08', 'SELL', 'KITE', '-40', { currency: 'GBP', price: '8.4', fees: '12' }),
  cash('Elder', '2023-12-20', 'DEPOSIT', '6000'),
  trade('Elder', '2023-12-21', 'BUY', 'DUNE', '40', { price: '76.11', fees: '3' }),
  trade('Elder', '2024-12-02', 'BUY', 'IRON', '20', { price: '101.5' }),
  trade('Elder', '2025-03-03', 'SELL', 'ACME', '-50', { price: '18.8', fees: '2' }),
  trade('Elder', '2025-07-07', 'SELL', 'DUNE', '-15', { price: '79.4', fees: '3', taxes: '8.8' }),
  cash('Larch', '2024-01-15', 'DEPOSIT', '12000', 'CHF'),
  trade('Larch', '2024-01-16', 'BUY', 'JADE', '75', { currency: 'CHF', price: '101.3', fees: '20' }),
  trade('Larch', '2025-01-16', 'SELL', 'JADE', '-25', { currency: 'CHF', price: '109.8', fees: '20' }),
  trade('Larch', '2024-03-05', 'BUY', 'PINE', '60', { currency: 'SEK', price: '88.5' }),
  cash('Larch', '2025-02-02', 'DEPOSIT', '5000000', 'IDR'),
  cash('Maple', '2024-01-02', 'DEPOSIT', '15000'),
  trade('Maple', '2024-01-10', 'BUY', 'ACME', '80', { price: '49.9', fees: '3' }),
  trade('Maple', '2024-03-12', 'BUY', 'TWIN', '30', { price: '16.2' }),
  trade('Maple', '2024-08-12', 'SELL', 'ACME', '-300', { price: '17.9', fees: '3' }),
  trade('Maple', '2025-01-20', 'BUY', 'ACME', '100', { price: '18.4', fees: '3' }),
  trade('Maple', '2025-04-14', 'TRANSFER', 'DUNE', '7', { cost_basis: '512' }),
  trade('Maple', '2025-06-16', 'TRANSFER', 'TWIN', '-10', {}),
  trade('Maple', '2025-06-17', 'TRANSFER', 'TWIN', '4', {}),
  cash('Maple', '2025-11-11', 'WITHDRAWAL', '-800'),
]

/** Rowan: 120 trades of three assets at prices that go up and down; named lots follow them. Willow: lots of one day, shorts that turn, all in pairs. */
function manyLines(): Line[] {
  const lines: Line[] = [
    cash('Rowan', '2024-01-02', 'DEPOSIT', '100000'),
    cash('Willow', '2024-01-02', 'DEPOSIT', '20000', 'USD'),
  ]
  for (const asset of ['ACME', 'BOLT', 'DUNE'])
    lines.push(trade('Rowan', '2024-01-02', 'BUY', asset, '9', { currency: asset === 'ACME' ? 'EUR' : 'USD', price: '24.5' }))
  for (let index = 0; index < 120; index++) {
    const date = dayAfter('2024-01-03', Math.floor((index * 870) / 120))
    const asset = ['ACME', 'BOLT', 'DUNE'][index % 3] ?? ''
    const [currency, price] = [asset === 'ACME' ? 'EUR' : 'USD', (20 + ((index * 37) % 53) / 4).toFixed(2)]
    if (index % 9 === 8)
      lines.push(trade('Rowan', date, 'DIVIDEND', asset, '0', { currency, amount: `${3 + index / 8}`, taxes: '0.6' }))
    else if (index % 4 === 3)
      lines.push(trade('Rowan', date, 'SELL', asset, `-${1 + (index % 5)}.5`, { currency, price, fees: '0.95' }))
    else lines.push(trade('Rowan', date, 'BUY', asset, `${4 + (index % 7)}`, { currency, price, fees: '0.95' }))
    if (index % 5 === 0) {
      const [quantity, usd] = [index % 10 === 0 ? '3' : '-4', { currency: 'USD', price: `${30 + (index % 13)}`, fees: '0.1' }]
      lines.push(trade('Willow', date, index % 10 === 0 ? 'BUY' : 'SELL', 'MINT', quantity, usd))
      lines.push(trade('Willow', date, index % 10 === 0 ? 'SELL' : 'BUY', 'LOOM', index % 10 === 0 ? '-1.25' : '1', usd))
    }
  }
  return lines
}

const FILE = `date,type,symbol,isin,name,quantity,price,amount,currency,fees,external_id
2024-02-01,DEPOSIT,,,,,,3000,EUR,,f1
2024-02-02,BUY,ACME,DE0007164600,ACME plc,10,52,-521,EUR,1,f2
2024-02-05,BUY,QUIL,,Quill plc,7,11.5,-80.5,EUR,0,f3
2024-06-28,DIVIDEND,QUIL,,Quill plc,,,4.2,EUR,0,f4
2025-02-07,SELL,QUIL,,Quill plc,-3,12.75,37.25,EUR,1,f5
`

/** Fills an empty service. `enrol` makes a person; the first is superuser. */
export async function buildWorld(ask: Ask, enrol: (name: string) => Promise<void>): Promise<World> {
  for (const person of PEOPLE) await enrol(person)
  await must(ask, ANNA, 'PATCH', '/settings', { requests_per_minute: 0, fx_sync_enabled: false, price_refresh_enabled: false })
  await must(ask, ANNA, 'PATCH', '/settings', { shared_data: 'everyone' })
  const assets: Record<string, number> = {}
  for (const fields of ASSETS)
    assets[fields.symbol] = (await must(ask, ANNA, 'POST', '/assets', { name: `${fields.symbol} plc`, ...fields })).id
  await enterRates(ask)
  const brokers: Record<string, number> = {}
  for (const { by, ...fields } of BROKERS) brokers[fields.name] = (await must(ask, by, 'POST', '/brokers', fields)).id
  await share(ask, brokers)
  const lines = await enterLines(ask, { brokers, assets })
  await enterPrices(ask, assets)
  const reports = await importFile(ask, brokers['Rowan'] ?? 0)
  await nameLots(ask, { brokers, assets })
  await change(ask, { brokers, assets, lines })
  return { brokers, assets, lines, reports }
}

async function enterRates(ask: Ask): Promise<void> {
  const routes = [
    ['EUR-USD ALPHA'],
    ['USD-EUR BETA'],
    ['GBP-EUR ALPHA'],
    ['CHF-USD BETA', 'USD-EUR ALPHA'],
    ['SEK-EUR ALPHA'],
    ['JPY-EUR MANUAL'],
  ]
  for (const route of routes) {
    const chain_steps = route.map((step) => {
      const [pair = '', provider] = step.split(' ')
      return { from: pair.slice(0, 3), to: pair.slice(4), provider }
    })
    await must(ask, ANNA, 'POST', '/fx/providers/routes', { chain_steps })
  }
  await must(ask, ANNA, 'POST', '/fx/currencies/sync', { from: '2023-11-01', to: '2026-06-30' })
  const byHand = ['2024-01-02', '2024-06-10', '2024-06-14', '2025-01-02', '2025-09-05', '2026-06-26']
  await must(
    ...([ask, ANNA, 'PUT', '/fx/rates'] as const),
    byHand.map((date, index) => ({ base: 'EUR', quote: 'JPY', date, rate: `${157 + index * 1.375}` })),
  )
  await must(ask, BEN, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'CAD', date: '2026-06-29', rate: '1.4712' }])
}

async function share(ask: Ask, brokers: Readonly<Record<string, number>>): Promise<void> {
  await must(ask, ANNA, 'POST', `/brokers/${brokers['Alder']}/access`, { username: BEN, role: 'VIEWER', share: '0' })
  await must(ask, ANNA, 'PATCH', `/brokers/${brokers['Alder']}/access/1`, { share: '0.65' })
  await must(ask, ANNA, 'PATCH', `/brokers/${brokers['Alder']}/access/2`, { share: '0.35' })
  await must(ask, ANNA, 'PATCH', `/brokers/${brokers['Birch']}/access/1`, { share: '0.333333333333' })
  await must(ask, ANNA, 'POST', `/brokers/${brokers['Birch']}/access`, { username: BEN, role: 'EDITOR', share: '0.5' })
  await must(ask, BEN, 'PATCH', `/brokers/${brokers['Maple']}/access/2`, { share: '0.6' })
  await must(ask, BEN, 'POST', `/brokers/${brokers['Maple']}/access`, { username: ANNA, role: 'OWNER', share: '0.4' })
  await must(ask, ANNA, 'PATCH', `/brokers/${brokers['Larch']}/access/me`, { included: false })
}

type Ids = { readonly brokers: Readonly<Record<string, number>>; readonly assets: Readonly<Record<string, number>> }

async function enterLines(ask: Ask, { brokers, assets }: Ids): Promise<number[]> {
  const create = [...ALDER, ...BIRCH, ...OTHERS, ...manyLines()].map(({ broker, asset, ...fields }) => ({
    ...{ broker_id: brokers[broker], ...fields },
    ...(asset === undefined ? {} : { asset_id: assets[asset] }),
  }))
  return (await must(ask, ANNA, 'POST', '/transactions/batch', { create })).created
}

async function enterPrices(ask: Ask, assets: Readonly<Record<string, number>>): Promise<void> {
  for (const [symbol, [from, to, first, swing, gap]] of Object.entries(CLOSES)) {
    const prices: { date: string; close: string; currency?: string }[] = []
    for (let date = from, index = 0; date <= to; date = dayAfter(date, 1), index++) {
      const isClosed = symbol !== 'GLOW' && new Date(date).getUTCDay() % 6 === 0
      if (isClosed || (gap !== undefined && date >= gap[0] && date <= gap[1])) continue
      const splits = symbol === 'ACME' && date >= '2024-06-03' ? 3 : symbol === 'LOOM' && date >= '2024-06-17' ? 4 : 1
      const close = (first * (1 + (((index * swing) % 101) - 45) / 400 + index / 4_000)) / splits
      prices.push({ date, close: close.toFixed(splits === 1 ? 2 : 4) })
    }
    await must(ask, ANNA, 'PUT', `/assets/${assets[symbol]}/prices`, prices)
  }
  await must(ask, ANNA, 'PUT', `/assets/${assets['TWIN']}/prices`, [{ date: '2024-12-31', close: '17.6', currency: 'USD' }])
  await must(ask, ANNA, 'POST', `/assets/${assets['LOOM']}/events`, { type: 'SPLIT', date: '2024-06-17', ratio: '4:1' })
  await must(ask, ANNA, 'POST', `/assets/${assets['ACME']}/events`, {
    type: 'DIVIDEND',
    date: '2026-05-06',
    amount: '0.7',
    currency: 'EUR',
  })
  await must(ask, ANNA, 'POST', `/assets/${assets['COBO']}/events`, { type: 'MATURITY', date: '2027-02-14', amount: '100' })
  await must(ask, ANNA, 'POST', '/assets/prices/refresh', { asset_ids: [assets['IRON']] })
}

async function importFile(ask: Ask, broker: number): Promise<string[]> {
  const form = new FormData()
  form.set('file', new File([FILE], 'own.csv', { type: 'text/csv' }))
  return [(await must(ask, ANNA, 'POST', `/brokers/import/upload?broker_id=${broker}&import=true`, form)).id]
}

/** Sales that name their lots, at the broker with the many trades. */
async function nameLots(ask: Ask, { brokers, assets }: Ids): Promise<void> {
  const list = await must(
    ask,
    ANNA,
    'GET',
    `/transactions?broker_ids=${brokers['Rowan']}&asset_ids=${assets['DUNE']}&types=BUY&order=date_asc`,
  )
  const [, second, third, fourth] = list as { id: number }[]
  const sale = { broker_id: brokers['Rowan'], type: 'SELL', asset_id: assets['DUNE'], currency: 'USD', fees: '1' }
  const lots = [
    { lot_id: fourth?.id, quantity: '2' },
    { lot_id: second?.id, quantity: '1.5' },
  ]
  await must(ask, ANNA, 'POST', '/transactions', { ...sale, date: '2026-06-01', quantity: '-3.5', price: '90', lots })
  const rest = { date: '2026-06-15', quantity: '-2', price: '91.5', lots: [{ lot_id: third?.id, quantity: '2' }] }
  await must(ask, ANNA, 'POST', '/transactions', { ...sale, ...rest })
}

/** What was corrected afterwards: lines, an asset, a merger of two entries of one asset, and a broker that is closed. */
async function change(ask: Ask, { brokers, assets, lines }: Ids & { readonly lines: readonly number[] }): Promise<void> {
  await must(ask, ANNA, 'PATCH', `/transactions/${lines[15]}`, {
    price: '63.4',
    description: 'Price corrected',
    tags: ['corrected'],
  })
  const extra = { broker_id: brokers['Rowan'], type: 'FEE', date: '2025-01-01', amount: '-1', currency: 'EUR' }
  const { id } = await must(ask, ANNA, 'POST', '/transactions', extra)
  await must(ask, ANNA, 'DELETE', `/transactions/${id}`)
  await must(ask, ANNA, 'PATCH', `/assets/${assets['BOLT']}`, { sector: 'HEALTH', name: 'Bolt Holdings' })
  await must(ask, ANNA, 'POST', `/assets/${assets['TWIN']}/merge`, { into: assets['NOVA'] })
  await must(ask, ANNA, 'PATCH', `/brokers/${brokers['Elder']}`, { archived: true })
  await must(ask, BEN, 'PATCH', '/auth/users/me/preferences', { currency: 'USD', cost_basis_method: 'AVERAGE' })
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}
