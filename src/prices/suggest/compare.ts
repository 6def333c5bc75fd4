import type { Ctx } from '../../context.ts'
import { convertAmount, createRateTable } from '../../fx/service.ts'
import { daysBetween } from '../../shared/date.ts'
import { ZERO } from '../../shared/decimal.ts'
import type { CleanPrice } from '../intake.ts'
import type { Trade } from './candidate.ts'
import { type Comparison, differenceOf } from './judge.ts'
import { SAME_DAYS } from './quote.ts'

/** The close nearest to the day of a trade beside its price, converted where the currencies differ; `undefined` without a close of the same days, or a rate. */
export async function compareWithTrade(ctx: Ctx, trade: Trade, closes: readonly CleanPrice[]): Promise<Comparison | undefined> {
  const away = ({ date }: CleanPrice) => Math.abs(daysBetween(trade.date, date))
  const [close] = closes.filter((one) => away(one) <= SAME_DAYS).sort((a, b) => away(a) - away(b))
  const price = close && (await priceIn(ctx, trade, close.currency))
  if (close === undefined || price === undefined || price <= ZERO) return undefined
  const isConverted = close.currency !== trade.currency
  return { difference: differenceOf(close.close, price), tradeDate: trade.date, isConverted }
}

async function priceIn(ctx: Ctx, { price, currency, date }: Trade, wanted: string) {
  if (currency === wanted) return price
  const rates = createRateTable(ctx, { from: date, until: date })
  await rates.load(ctx.reader, { pairs: [[currency, wanted]], from: date, until: date })
  const found = rates.rate(currency, wanted, date)
  return found === null ? undefined : convertAmount(price, found.ratio)
}
