import { fromMinorUnit } from '../shared/currency.ts'
import { type Decimal, divide, formatDecimal, multiply, tryDecimal, whole } from '../shared/decimal.ts'
import type { TransactionInput } from './transaction.ts'

type Money = 'amount' | 'fees' | 'taxes' | 'costBasis'
type Given = { readonly [K in Money | 'price' | 'fxRate']?: Decimal | null | undefined } & {
  readonly currency?: string | null | undefined
  readonly priceCurrency?: string | null | undefined
}
/** Called with a field (wire name) and what is wrong with it. */
export type Report = (field: string, detail: string) => void

const MONEY: readonly (readonly [Money, string])[] = [
  ['amount', 'amount'],
  ['fees', 'fees'],
  ['taxes', 'taxes'],
  ['costBasis', 'cost_basis'],
]

/**
 * Turns pence and the like (GBX, ILA, ZAc) into the ISO currency: amounts and prices by their divisor, `fxRate` so that values stay.
 * What would then have more than 12 places is reported, never rounded.
 */
export function inIsoUnits<T extends Given>(input: T, report: Report): T {
  const money = fromMinorUnit(input.currency ?? '')
  const pricing = fromMinorUnit(input.priceCurrency ?? input.currency ?? '')
  return money === undefined && pricing === undefined ? input : converted(input, { money, pricing }, report)
}

type Units = { readonly [K in 'money' | 'pricing']: ReturnType<typeof fromMinorUnit> }

function converted<T extends Given>(input: T, { money, pricing }: Units, report: Report): T {
  const scaled = (field: string, value: Decimal | null | undefined, divisor: number | undefined) => {
    if (value == null || divisor === undefined) return value
    const result = divide(value, whole(divisor))
    if (multiply(result, whole(divisor)) !== value)
      report(field, 'Has more than 12 places after the point once it is in the ISO currency.')
    return result
  }
  const result: { -readonly [K in keyof Given]: Given[K] } = {}
  if (money !== undefined) {
    result.currency = money.currency
    for (const [field, name] of MONEY) if (input[field] != null) result[field] = scaled(name, input[field], money.divisor)
  }
  if (pricing !== undefined && input.priceCurrency != null) result.priceCurrency = pricing.currency
  if (pricing !== undefined && input.price != null) result.price = scaled('price', input.price, pricing.divisor)
  if (input.fxRate != null) {
    const inMajorPrice = pricing === undefined ? input.fxRate : multiply(input.fxRate, whole(pricing.divisor))
    result.fxRate = scaled('fx_rate', inMajorPrice, money?.divisor)
    if (result.fxRate != null && tryDecimal(formatDecimal(result.fxRate)) === 'too-many-digits')
      report('fx_rate', 'Has more than 28 significant digits once it is for the ISO currency.')
  }
  return { ...input, ...result }
}

/** The values of a patch in ISO units; the ones that stay are so already. */
export function patchInIsoUnits<T extends Partial<TransactionInput>>(before: TransactionInput, patch: T, report: Report): T {
  const { priceCurrency, currency, ...converted } = inIsoUnits(
    { ...patch, priceCurrency: patch.priceCurrency === undefined ? before.priceCurrency : patch.priceCurrency },
    report,
  )
  return {
    ...converted,
    ...('priceCurrency' in patch ? { priceCurrency } : {}),
    ...('currency' in patch ? { currency } : {}),
  } as T
}
