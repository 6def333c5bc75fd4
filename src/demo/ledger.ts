import { DEMO_ASSETS, DEMO_SUFFIX, type DemoAsset } from './assets.ts'

const DAY_MS = 86_400_000
const MONTHS = 24
const [SATURDAY, SUNDAY] = [6, 0]
const YEAR_DAYS = 260
const [OPENING, DEPOSIT, DEPOSIT_ABROAD] = [300_000, 100_000, 900_000]
const FEE = 150

/** In ten-thousandths of a USD. */
const EURUSD: Walk = { symbol: 'EURUSD', startCents: 10_840, drift: 150, swing: 25 }

type Walk = Pick<DemoAsset, 'symbol' | 'startCents' | 'drift' | 'swing'>
type Close = { readonly date: string; readonly cents: number }
type Line = Readonly<Record<string, string | number>>
type DemoIds = { readonly home: number; readonly abroad: number; readonly assets: readonly number[] }

/** `YYYY-MM-DD` of the first day of the demo: the first of a month, two years before today. */
function firstDay(today: string): string {
  return `${Number(today.slice(0, 4)) - MONTHS / 12}${today.slice(4, 8)}01`
}

/** What is sent to make the assets. */
export function assetInputs(home: string, abroad: string) {
  return DEMO_ASSETS.map(({ symbol, name, type, sector, country, isAbroad }) => ({
    symbol: `${symbol}${DEMO_SUFFIX}`,
    name,
    type,
    currency: isAbroad ? abroad : home,
    ...(sector && { sector }),
    ...(country && { country }),
  }))
}

/** The closes of an asset on all working days up to today: always the same for the same days. */
export function closesOf(asset: Walk, today: string): Close[] {
  const closes: Close[] = []
  let seed = [...asset.symbol].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2_147_483_647
  let cents = asset.startCents
  for (let time = Date.parse(firstDay(today)); time <= Date.parse(today); time += DAY_MS) {
    const weekday = new Date(time).getUTCDay()
    if (weekday === SATURDAY || weekday === SUNDAY) continue
    seed = (seed * 48_271) % 2_147_483_647
    const swing = (seed % (2 * asset.swing + 1)) - asset.swing
    cents = Math.max(100, Math.round(cents * (1 + (asset.drift / YEAR_DAYS + swing) / 10_000)))
    closes.push({ date: new Date(time).toISOString().slice(0, 10), cents })
  }
  return closes
}

/** Units of USD for one EUR on the days that have closes, and on the last day before them. */
export function ratesOf(today: string) {
  const before = new Date(Date.parse(firstDay(today)) - DAY_MS).toISOString().slice(0, 10)
  const walk = [{ date: before, cents: EURUSD.startCents }, ...closesOf(EURUSD, today)]
  return walk.map(({ date, cents }) => ({
    base: 'EUR',
    quote: 'USD',
    date,
    rate: `${Math.trunc(cents / 10_000)}.${String(cents % 10_000).padStart(4, '0')}`,
  }))
}

/** Cents as a decimal text. */
export function decimal(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`
}

type Book = { readonly ids: DemoIds; readonly home: string; readonly abroad: string; readonly closes: readonly Close[][] }

/** Two years of transactions: a savings plan with shares at home, shares abroad, dividends, a sale, fees and interest. */
export function linesOf(ids: DemoIds, { home, abroad, today }: { home: string; abroad: string; today: string }): Line[] {
  const book = { ids, home, abroad, closes: DEMO_ASSETS.map((asset) => closesOf(asset, today)) }
  const months = Array.from({ length: MONTHS }, (_, month) => monthOf(firstDay(today), month))
  const [first = ''] = months
  const atHome = { broker_id: ids.home, currency: home }
  const out = { broker_id: ids.abroad, currency: abroad }
  const held = new Map<number, number>()
  const lines: Line[] = [{ ...out, type: 'DEPOSIT', date: `${first}-02`, amount: decimal(DEPOSIT_ABROAD) }]
  for (const [index, month] of months.entries()) {
    lines.push({ ...atHome, type: 'DEPOSIT', date: `${month}-02`, amount: decimal(index === 0 ? OPENING : DEPOSIT) })
    for (const [asset, cents] of purchasesOf(index)) lines.push(...buy(book, held, { asset, cents, date: `${month}-05` }))
    if (index % 3 === 2) for (const asset of held.keys()) lines.push(...dividend(book, held, asset, `${month}-18`))
    if (index % 6 === 5) lines.push({ ...atHome, type: 'INTEREST', date: `${month}-25`, amount: decimal(1_240 + index * 35) })
    if (index % 12 === 11) lines.push({ ...out, type: 'FEE', date: `${month}-27`, amount: decimal(-1_200) })
  }
  return [...lines, ...sell(book, held, 3, `${months[MONTHS - 6]}-12`)]
}

function monthOf(first: string, later: number): string {
  const at = new Date(Date.parse(first))
  at.setUTCMonth(at.getUTCMonth() + later)
  return at.toISOString().slice(0, 7)
}

/** The savings plan of each month, and shares one after the other. */
function purchasesOf(month: number): [asset: number, cents: number][] {
  const plan: [number, number][] = [
    [0, 50_000],
    [1, 20_000],
  ]
  if (month % 4 === 1) plan.push([2 + (((month - 1) / 4) % 4), 130_000])
  if (month < 8 && month % 2 === 0) plan.push([6 + month / 2, 190_000])
  return plan
}

type Purchase = { readonly asset: number; readonly cents: number; readonly date: string }

function buy(book: Book, held: Map<number, number>, { asset, cents, date }: Purchase): Line[] {
  const price = priceAt(book, asset, date)
  const units = Math.floor(cents / price)
  if (units < 1) return []
  held.set(asset, (held.get(asset) ?? 0) + units)
  return [{ ...placeOf(book, asset), type: 'BUY', date, quantity: String(units), price: decimal(price), fees: decimal(FEE) }]
}

function dividend(book: Book, held: Map<number, number>, asset: number, date: string): Line[] {
  const cents = (DEMO_ASSETS[asset]?.dividendCents ?? 0) * (held.get(asset) ?? 0)
  return cents === 0 ? [] : [{ ...placeOf(book, asset), type: 'DIVIDEND', date, amount: decimal(cents) }]
}

/** A quarter of what was bought of an asset. */
function sell(book: Book, held: Map<number, number>, asset: number, date: string): Line[] {
  const units = Math.floor((held.get(asset) ?? 0) / 4)
  const price = decimal(priceAt(book, asset, date))
  return units < 1 ? [] : [{ ...placeOf(book, asset), type: 'SELL', date, quantity: `-${units}`, price, fees: decimal(FEE) }]
}

function placeOf({ ids, home, abroad }: Book, asset: number) {
  const isAbroad = DEMO_ASSETS[asset]?.isAbroad === true
  return {
    broker_id: isAbroad ? ids.abroad : ids.home,
    asset_id: ids.assets[asset] ?? 0,
    currency: isAbroad ? abroad : home,
  }
}

/** The close of a day, or the one before it. */
function priceAt({ closes }: Book, asset: number, date: string): number {
  const some = closes[asset] ?? []
  return some.findLast((one) => one.date <= date)?.cents ?? some[0]?.cents ?? 0
}
