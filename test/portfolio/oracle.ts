import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import type { RateLookup } from '#src/portfolio/valuation/exchange.ts'
import { createInputs, type ReportAsset, type ReportInputs } from '#src/portfolio/valuation/inputs.ts'
import type { Close } from '#src/portfolio/valuation/prices.ts'
import { add, type Decimal, decimal, formatDecimal, multiply, negate, ONE, round, subtract, ZERO } from '#src/shared/decimal.ts'

const FOLDER = join(import.meta.dir, 'oracles')

type Activity = {
  date: string
  type: string
  symbol?: string
  quantity?: number
  unit_price?: number
  amount?: number
  fee?: number
  tax?: number
  currency: string
  account?: string
  to_account?: string
  from_account?: string
  fx_rate_to_base?: number
  amount_base?: number
}

export type Expected = {
  from?: string
  as_of?: string
  what: string
  method?: string
  symbol?: string
  currency?: string
  account?: string
  this_day_only?: boolean
  value: number | string | null
  tolerance: number
}

export type Oracle = {
  name: string
  base_currency: string
  activities: Activity[]
  prices: Record<string, Record<string, number | string>>
  fx: Record<string, Record<string, number>>
  cashflows?: { date: string; amount: number }[]
  returns?: { date: string; value: number }[]
  expected: Expected[]
}

/** Published cases, restated as facts; see `source` in each file. */
export function readOracles(): Oracle[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name: name.slice(0, -5), ...JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) }))
}

export function readOracle(name: string): Oracle {
  return { name, ...JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) }
}

/** The case as a book up to a day, in a currency. */
export function bookOf(oracle: Oracle, options: { until?: string; currency?: string } = {}): ReportInputs {
  const symbols = [...new Set([...oracle.activities.flatMap((one) => one.symbol ?? []), ...Object.keys(oracle.prices)])]
  const assets = new Map<number, ReportAsset>(
    symbols.map((symbol, index) => {
      const traded = oracle.activities.find((one) => one.symbol === symbol)?.currency
      const currency = String(oracle.prices[symbol]?.['currency'] ?? traded ?? oracle.base_currency)
      return [index + 1, { symbol, name: symbol, isin: null, type: 'STOCK', currency, priceQuantity: ONE }]
    }),
  )
  const until = options.until ?? '9999-12-31'
  const lines = linesOf(oracle, symbols, assets).filter((line) => line.date <= until)
  const brokerIds = [...new Set(lines.map((line) => line.brokerId))]
  return createInputs({
    currency: options.currency ?? oracle.base_currency,
    brokerIds,
    lotLines: lines,
    assets,
    closes: (assetId) => closesOf(oracle.prices[symbols[assetId - 1] ?? ''] ?? {}),
    rates: ratesOf(oracle.fx, options.currency ?? oracle.base_currency),
  })
}

function linesOf(oracle: Oracle, symbols: string[], assets: Map<number, ReportAsset>): Line[] {
  const held = new Map<string, Decimal>()
  const accounts = [...new Set(oracle.activities.map((one) => one.account ?? ''))]
  return oracle.activities
    .map((one, index) => ({ one, index }))
    .sort((a, b) => (a.one.date < b.one.date ? -1 : a.one.date > b.one.date ? 1 : a.index - b.index))
    .map(({ one, index }) => {
      const key = `${one.account ?? ''}:${one.symbol ?? ''}`
      const line = lineOf(oracle, one, index + 1, {
        assetId: one.symbol === undefined ? null : symbols.indexOf(one.symbol) + 1,
        brokerId: accounts.indexOf(one.account ?? '') + 1,
        held: held.get(key) ?? ZERO,
        assets,
      })
      held.set(key, add(held.get(key) ?? ZERO, line.quantity))
      return line
    })
}

function lineOf(
  oracle: Oracle,
  one: Activity,
  id: number,
  at: { assetId: number | null; brokerId: number; held: Decimal; assets: Map<number, ReportAsset> },
): Line {
  const [quantity, price] = [num(one.quantity), num(one.unit_price)]
  const [fees, taxes] = [num(one.fee), num(one.tax)]
  const costs = add(fees, taxes)
  const product = multiply(quantity, price)
  const stated = one.amount === undefined ? product : num(one.amount)
  const isNet = one.unit_price !== undefined && one.amount !== undefined && round(stated, 6) !== round(product, 6)
  const base: Line = {
    id,
    brokerId: at.brokerId,
    type: one.type,
    date: one.date,
    assetId: at.assetId,
    quantity: ZERO,
    amount: ZERO,
    currency: one.currency,
    fees,
    taxes,
    costBasis: null,
    costShare: null,
    groupId: null,
    price: one.unit_price === undefined ? null : price,
    priceCurrency: null,
    fxRate: null,
  }
  const group = one.to_account !== undefined || one.from_account !== undefined ? `${one.date}:${one.symbol}` : null
  const foreign = at.assets.get(at.assetId ?? 0)?.currency
  const booked =
    one.fx_rate_to_base === undefined
      ? {}
      : { currency: oracle.base_currency, fxRate: num(one.fx_rate_to_base), priceCurrency: foreign ?? one.currency }
  const isCredited = one.fx_rate_to_base !== undefined && one.currency !== oracle.base_currency
  const money = (value: Decimal) =>
    one.amount_base === undefined ? (isCredited ? multiply(value, num(one.fx_rate_to_base)) : value) : num(one.amount_base)
  switch (one.type) {
    case 'BUY':
      return { ...base, ...booked, quantity, amount: negate(money(isNet ? stated : add(stated, costs))) }
    case 'SELL':
      return { ...base, ...booked, quantity: negate(quantity), amount: money(isNet ? stated : subtract(stated, costs)) }
    case 'SPLIT':
      return { ...base, quantity: subtract(multiply(at.held, quantity), at.held), price: null }
    case 'TRANSFER_IN':
      return {
        ...base,
        type: 'TRANSFER',
        quantity,
        groupId: group,
        costBasis: group === null ? stated : null,
        fees: ZERO,
        taxes: ZERO,
      }
    case 'TRANSFER_OUT':
      return { ...base, type: 'TRANSFER', quantity: negate(quantity), groupId: group, fees: ZERO, taxes: ZERO }
    case 'FEE':
    case 'TAX':
      return { ...base, amount: negate(stated), fees: ZERO, taxes: ZERO }
    case 'WITHDRAWAL':
      return { ...base, amount: negate(add(stated < ZERO ? negate(stated) : stated, costs)) }
    default:
      return { ...base, amount: subtract(stated, costs) }
  }
}

function closesOf(prices: Record<string, number | string>): Close[] {
  return Object.entries(prices)
    .filter(([date]) => date !== 'currency')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, close]) => ({ date, close: num(Number(close)), currency: String(prices['currency']) }))
}

/** Rates carry forward, and the first one back, as the cases say. */
function ratesOf(fx: Oracle['fx'], to: string): RateLookup {
  return (currency, day) => {
    const [direct, inverse] = [lookUp(fx[currency + to], day), lookUp(fx[to + currency], day)]
    const rate = direct ?? inverse
    if (rate === undefined) return null
    const inverted = direct === undefined
    const ratio = inverted ? { numerator: ONE, denominator: num(rate) } : { numerator: num(rate), denominator: ONE }
    const step = { from: currency, to, provider: 'MANUAL', rate: formatDecimal(num(rate)), rateDate: day, inverted }
    return { ratio, date: day, isStale: false, steps: [step] }
  }
}

function lookUp(series: Record<string, number> | undefined, day: string): number | undefined {
  const days = Object.keys(series ?? {}).sort()
  const last = days.filter((one) => one <= day).at(-1) ?? days[0]
  return last === undefined ? undefined : series?.[last]
}

function num(value: number | undefined): Decimal {
  if (value === undefined) return ZERO
  return /e|\.\d{13}/.test(String(value)) ? decimal(Number(value.toFixed(12)).toFixed(12)) : decimal(String(value))
}
