/** Entries as Beancount has them (https://beancount.github.io/docs/beancount_language_syntax.html). Pure. */
import { absolute, type Decimal, formatDecimal, multiplyDivide, ZERO } from '../../shared/decimal.ts'
import { type Entry, restOf, type Units } from './entry.ts'
import type { Part } from './lot-book.ts'
import type { Syntax } from './syntax.ts'

export const beancount: Syntax = {
  head: (title, currency) => [
    `option "title" ${quoted(title)}`,
    `option "operating_currency" "${currency}"`,
    'option "inferred_tolerance_default" "*:0.005"',
  ],
  account: (date, account) => [`${date} open ${account}${account.startsWith('Assets:') ? ' "NONE"' : ''}`],
  commodity: (date, commodity, name) => [`${date} commodity ${commodity}`, `  name: ${quoted(name)}`],
  currency: () => [],
  price: (date, commodity, price, currency) => `${date} price ${commodity} ${formatDecimal(price)} ${currency}`,
  entry: (entry) => [
    '',
    `${entry.date} * ${quoted(entry.payee)} ${quoted(entry.text)}`,
    ...entry.facts.map(([name, value]) => `  ${name}: ${quoted(value)}`),
    ...postings(entry),
  ],
}

function postings({ units, flows, counter }: Entry): string[] {
  const given = flows.map(({ account, amount, currency }) => `  ${account}  ${formatDecimal(amount)} ${currency}`)
  if (units === null) {
    const rest = restOf(flows).map(({ amount, currency }) => `  ${counter}  ${formatDecimal(amount)} ${currency}`)
    return [...given, ...rest]
  }
  const lots = units.parts.map(
    (part) => `  ${units.account}  ${formatDecimal(part.quantity)} ${units.commodity}${costOf(units, part)}`,
  )
  return [...lots, ...given, ...(isEven(units, flows) ? [] : [`  ${counter}`])]
}

/** A lot by its cost; what has none by what the trade was for. */
function costOf({ worth, quantity }: Units, part: Part): string {
  if (part.cost !== null) return ` {${formatDecimal(part.cost.number)} ${part.cost.currency}, ${part.cost.date}}`
  return worth === null ? '' : ` @@ ${formatDecimal(shareOf(worth.amount, part.quantity, quantity))} ${worth.currency}`
}

function shareOf(worth: Decimal, part: Decimal, quantity: Decimal): Decimal {
  return part === quantity ? worth : absolute(multiplyDivide(worth, part, quantity))
}

/** Whether the postings add up to nothing as they stand, to the last of the places that units and costs have together. */
function isEven(units: Units, flows: Entry['flows']): boolean {
  const weights = new Map<string, bigint>()
  const put = (unit: string, weight: bigint) => weights.set(unit, (weights.get(unit) ?? 0n) + weight)
  for (const { quantity, cost } of units.parts) {
    if (cost !== null) put(cost.currency, quantity * cost.number)
    else if (units.worth === null) put(units.commodity, quantity * SCALE)
    else put(units.worth.currency, shareOf(units.worth.amount, quantity, units.quantity) * (quantity < ZERO ? -SCALE : SCALE))
  }
  for (const { amount, currency } of flows) put(currency, amount * SCALE)
  return [...weights.values()].every((weight) => weight === 0n)
}

const SCALE = 10n ** 12n

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
