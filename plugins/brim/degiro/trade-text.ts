/** Trades in the descriptions of an account statement: `Koop 10 @ 12,5 EUR`, `STOCK SPLIT: Sell 6 Name@95.14 USD (ISIN)`. */
import { agrees, commonStyle, fold, inUnit, type NumberStyle, provenStyle, type Unit, unitOfCode } from '#plugins/kit/index.ts'
import { absolute, type Decimal, multiply, ZERO } from '#src/shared/decimal.ts'
import type { AccountRow } from './account-rows.ts'
import { readFigure } from './figures.ts'
import { sideOf } from './words.ts'

const LONGEST = 250

export type TradeText = {
  /** Folded text before a colon, `''` for a plain trade. */
  readonly prefix: string
  /** From the verb, else from the sign of the amount; `undefined` when neither tells. */
  readonly side: 'buy' | 'sell' | undefined
  /** Above zero. */
  readonly quantity: Decimal
  /** Per unit in `priceCurrency`. */
  readonly price: Decimal
  readonly priceCurrency: string
  /** The ISIN in brackets, `''` when there is none. */
  readonly isin: string
}

const FORM =
  /^(?:([^:@]+?) ?: ?)?(?:(\p{L}+) )?(\d[\d.,']*)(?: (\S.*?))? ?(?:@|(?<= )(?:zu je|at|za|por|à)) ?(-?\d[\d.,' ]*?) ([A-Za-z]{3})(?: ?\(([A-Z0-9]{6,12})\))?$/u
/** `1 046,3825`: blanks as thousands separators leave the rest of the number where a name would stand. */
const GROUPS = /^(\d{3}(?: \d{3})*(?:[.,]\d+)?)(?= |$)/

/** The trade in a row's description; `undefined` when it has not the form of one. */
export function readTrade(row: AccountRow, style: NumberStyle | undefined): TradeText | undefined {
  const { description } = row
  const match = description.length > LONGEST || !/\d/.test(description) ? null : FORM.exec(description)
  const unit = unitOfCode(match?.[6] ?? '')
  if (!match || !unit) return undefined
  const [first = '', name = '', price = ''] = [match[3], match[4], match[5]]
  const group = GROUPS.exec(name)?.[1]
  const quantities = group === undefined ? [first] : group === name ? [`${first}${group}`] : [first, `${first}${group}`]
  const figures = chooseFigures(quantities, price, unit, row, style)
  if (!figures) return undefined
  const sign = row.amount === undefined || row.amount === 0n ? undefined : row.amount < 0n ? 'buy' : 'sell'
  return {
    prefix: fold(match[1] ?? ''),
    side: sideOf(fold(match[2] ?? '')) ?? sign,
    quantity: figures.quantity,
    price: figures.price,
    priceCurrency: unit.currency,
    isin: match[7] ?? '',
  }
}

type Figures = { readonly quantity: Decimal; readonly price: Decimal }

/**
 * `1.234` may be a thousand or one and a bit: the reading that the texts themselves prove comes first, but one that gives the booked
 * amount wins over one that does not.
 */
function chooseFigures(
  quantities: readonly string[],
  price: string,
  unit: Unit,
  row: AccountRow,
  style: NumberStyle | undefined,
): Figures | undefined {
  const likely = commonStyle([...quantities, price]) ?? style ?? 'comma'
  const styles: NumberStyle[] = likely === 'comma' ? ['comma', 'dot'] : ['dot', 'comma']
  const stylesOf = (text: string) => (provenStyle(text) === undefined && /[.,]/.test(text) ? styles : [likely])
  const priceStyles = stylesOf(price)
  const readings: Figures[] = []
  for (const quantityText of quantities)
    for (const quantityStyle of stylesOf(quantityText))
      for (const priceStyle of priceStyles) {
        const quantity = readFigure(quantityText, quantityStyle)
        const perUnit = readFigure(price, priceStyle)
        if (quantity !== undefined && quantity > 0n && perUnit !== undefined)
          readings.push({ quantity, price: inUnit(perUnit, unit) })
      }
  const gross = absolute(row.amount ?? ZERO)
  if (gross === 0n) return readings[0]
  return readings.find((one) => agrees(absolute(multiply(one.quantity, one.price)), gross)) ?? readings[0]
}
