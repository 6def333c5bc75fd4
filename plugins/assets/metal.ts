/** Prices of precious metals: published per troy ounce in USD, also wanted per gram and kilogram. */
import { dayOf } from '#src/shared/date.ts'
import { type Decimal, decimal, formatDecimal, multiplyDivide, whole } from '#src/shared/decimal.ts'
import type { PriceChunk, PriceConfig, PriceFault, PriceOption, PriceRequest } from './contract.ts'

const OUNCE = decimal('31.1034768')
/** Grams of a unit. */
const GRAMS: Readonly<Record<string, Decimal>> = { ounce: OUNCE, gram: whole(1), kilogram: whole(1000) }

export const WEIGHT_OPTION: PriceOption = {
  name: 'weight',
  description: 'What one unit of the asset is; default ounce (31.1034768 g)',
  required: false,
  values: Object.keys(GRAMS),
}

/** Why a metal is none of those that a source has. */
export function metalFaults({ identifier }: PriceConfig, known: readonly string[]): PriceFault[] {
  return known.includes(identifier) ? [] : [{ pointer: '/identifier', detail: `Must be one of ${known.join(', ')}.` }]
}

/** The price of a moment as that of its day (UTC): `figure` = USD per troy ounce. Nothing on Saturdays and Sundays, when nobody trades. */
export function metalChunk(figure: string, moment: Date, { from, to, options }: PriceRequest): PriceChunk {
  const [date, weekday] = [dayOf(moment), moment.getUTCDay()]
  if (weekday === 0 || weekday === 6 || date < from || date > to) return { prices: [], issues: [] }
  const weight = GRAMS[options['weight'] ?? 'ounce'] ?? OUNCE
  const close = weight === OUNCE ? figure : formatDecimal(multiplyDivide(decimal(figure), weight, OUNCE))
  return { prices: [{ date, close, currency: 'USD' }], issues: [] }
}
