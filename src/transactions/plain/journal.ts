/** Entries as hledger has them (https://hledger.org/hledger.html#journal). Pure. */
import { formatDecimal, negate, ZERO } from '../../shared/decimal.ts'
import { type Entry, restOf, type Units } from './entry.ts'
import type { Syntax } from './syntax.ts'

export const journal: Syntax = {
  head: (title) => [`; ${plain(title)}`, 'decimal-mark .'],
  account: (_, account) => [`account ${account}`],
  commodity: (_, commodity, name) => [`commodity ${symbol(commodity)}  ; ${plain(name)}`],
  currency: (code) => [`commodity ${code}`],
  price: (date, commodity, price, currency) => `P ${date} ${symbol(commodity)} ${formatDecimal(price)} ${currency}`,
  entry: (entry) => [
    '',
    `${entry.date} * ${plain(`${entry.payee} | ${entry.text}`)}`,
    ...entry.facts.map(([name, value]) => `    ; ${name}: ${plain(value)}`),
    ...postings(entry),
  ],
}

function postings({ units, flows, counter }: Entry): string[] {
  const given = flows.map(({ account, amount, currency }) => posting(account, `${formatDecimal(amount)} ${currency}`))
  const isTrade = units !== null && units.worth !== null
  const rest = isTrade
    ? []
    : restOf(flows).map(({ amount, currency }) => posting(counter, `${formatDecimal(amount)} ${currency}`))
  return [...(units === null || units.quantity === ZERO ? [] : moves(units, counter)), ...given, ...rest]
}

/** Units have the price of their trade; the lots that they are of stand beside it. */
function moves({ account, commodity, quantity, parts, worth }: Units, counter: string): string[] {
  const lots = parts.flatMap(({ quantity: part, cost }) =>
    cost === null ? [] : [`      ; lot ${cost.date}: ${formatDecimal(part)} at ${formatDecimal(cost.number)} ${cost.currency}`],
  )
  const amount = `${formatDecimal(quantity)} ${symbol(commodity)}`
  if (worth !== null) return [posting(account, `${amount} @@ ${formatDecimal(worth.amount)} ${worth.currency}`), ...lots]
  return [posting(account, amount), ...lots, posting(counter, `${formatDecimal(negate(quantity))} ${symbol(commodity)}`)]
}

function posting(account: string, amount: string): string {
  return `    ${account}  ${amount}`
}

/** Whatever has more than letters stands in quotes. */
function symbol(commodity: string): string {
  return /^[A-Z]+$/.test(commodity) ? commodity : `"${commodity}"`
}

/** Without what begins a comment. */
function plain(text: string): string {
  return text.replaceAll(';', ',')
}
