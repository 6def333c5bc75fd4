/** What the export tells in several rows: redemptions, exchanges, units that are taken back, subscriptions. */
import { agrees, type Book, decimal, isZero, negated, plus, product, refuse, sizeOf } from '#plugins/kit/index.ts'
import { assetOf, type Row, settle } from './rows.ts'

type Rows = readonly [Row, ...Row[]]

const DAY = 86_400_000
/** What is paid for units of a merger is paid within so many days. */
const MOST_DAYS = 180

export const isPurchase = (kind: string) => /^buy$/i.test(kind)
const isOut = ({ quantity = '' }: Row) => quantity.startsWith('-')
const hasMoney = ({ amount, fees, taxes }: Row) => ![amount, fees, taxes].every(isZero)

export const stemOf = (kind: string) => kind.toUpperCase().replace('_CANCELLED', '')

/** Rows of one key; one that does not tell its security, or its units, is of no event. */
export const event = (keyOf: (line: Row) => string | undefined, book: (lines: Rows, book: Book) => void) => ({
  key: (line: Row) => {
    const key = keyOf(line)
    if (key !== undefined) assetOf(line)
    return key
  },
  book,
})

/** What is redeemed goes out by one row and its money comes by another, days later at times: the row with the money books both. */
export function redeem(lines: Rows, book: Book): void {
  const [paid, titles] = [lines.filter((line) => !isZero(line.amount)), lines.filter((line) => isZero(line.amount))]
  refuseMoney(titles)
  if (titles.some((line) => line.category !== 'CASH' && !isZero(line.quantity) && !isOut(line)))
    refuse('unclear-event', 'Units of this redemption came back, and the report does not say which. Enter the event by hand.')
  const gone = negated(plus(...titles.filter(isOut).map(({ quantity }) => quantity)))
  const sold = paid.map(({ quantity }) => {
    const only = paid.length === 1 && titles.length === 1 ? titles[0]?.quantity : undefined
    return quantity ?? only ?? refuse('no-quantity', 'The redemption does not say of how many units. Enter it by hand.')
  })
  for (const [index, line] of paid.entries()) settle(line, book.on(line), 'SELL', sold[index] ?? '')
  for (const line of titles) book.on(line).skip('the row that pays the redemption books it')
  const [last, moved] = [titles.at(-1), plus(...sold.map(sizeOf))]
  if (last === undefined || (paid.length > 0 && (isZero(gone) || gone === moved))) return
  const detail =
    paid.length === 0
      ? `The money for the redemption of ${last.name} is not in this report: import the next one, or enter a sale at 0 if it was worthless.`
      : `Of ${last.name} ${gone} units were redeemed by these rows, and money came for ${moved}: those were sold. Compare what is held; the rest may be in another report.`
  book.on(last).note('warning', 'redemption-without-money', detail)
}

/** Shares that are booked out and in again under the same number. */
export function migrate(lines: Rows, book: Book): void {
  if (plus(...lines.map(({ quantity }) => quantity)) !== '0')
    refuse('unclear-migration', 'Of this security other quantities go out than come in. Enter the event by hand.')
  book.skip('booked out and in again by the broker')
}

/** One security goes out and another comes in; several such pairs of a day differ in account or moment. */
export function exchange(lines: Rows, book: Book): void {
  refuseMoney(lines)
  const pairs = lines.length > 2 ? Map.groupBy(lines, ({ account, moment }) => `${account} ${moment}`).values() : [lines]
  for (const pair of pairs) book.exchange(...book.pairOf(pair))
}

function refuseMoney(lines: readonly Row[]): void {
  if (lines.some(hasMoney))
    refuse(
      'unclear-event',
      'Units and money in one row of a corporate action are unknown to this importer. Enter the event by hand.',
    )
}

/** The category tells units from money. Units that go alone were sold for the money that came for them, all others are exchanged. */
export function merge(lines: Rows, book: Book): void {
  const isMoney = ({ category }: Row) => category === 'CASH'
  const [cash, moved] = [lines.filter(isMoney), lines.filter((line) => !isMoney(line))]
  for (const units of Map.groupBy(moved, ({ date }) => date).values()) {
    const [out, ...others] = units as [Row, ...Row[]]
    const [paid, ...more] = cash.filter(({ symbol }) => symbol === out.symbol)
    if (paid === undefined || others.length > 0) exchange([out, ...others], book)
    else if (more.length > 0 || !isOut(out) || daysBetween(paid, out) > MOST_DAYS) refuseCash(paid)
    else {
      refuseMoney([out])
      settle(paid, book.on(paid), 'SELL', out.quantity ?? '', { also: [out] })
      cash.splice(cash.indexOf(paid), 1)
    }
  }
  for (const line of cash) refuseCash(line)
}

const daysBetween = (a: Row, b: Row) => Math.abs(Date.parse(a.date) - Date.parse(b.date)) / DAY

function refuseCash({ kind, name }: Row): never {
  return refuse(
    'unclear-event',
    `The report does not say for how many units of ${name} the money of this ${kind} was paid. Enter the event by hand: a sale of the units that went, or income where none did.`,
  )
}

/** Units that come, or go, without money. What the broker took back again on that day counts as not having happened. */
export function deliver(lines: Rows, book: Book): void {
  refuseMoney(lines)
  const kind = stemOf(lines[0].kind)
  const isLoss = kind === 'WORTHLESS'
  const [done, undone] = [lines.filter((line) => isOut(line) === isLoss), lines.filter((line) => isOut(line) !== isLoss)]
  if (undone.length > done.length || done.some((line) => /_cancelled$/i.test(line.kind)))
    refuse(
      'nothing-to-cancel',
      `What this row takes back is not in the report. Delete the ${kind} that was booked, or enter it by hand.`,
    )
  for (const line of [...undone, ...done.slice(0, undone.length)]) book.on(line).skip('taken back by the broker')
  for (const line of done.slice(undone.length)) deliverOne(line, kind, book.on(line))
}

function deliverOne({ price, quantity, unit = { currency: 'EUR', divisor: 1 } }: Row, kind: string, book: Book): void {
  if (kind === 'WORTHLESS') book.trade({ amount: '0', price: undefined, unit }, 'SELL')
  else if (kind === 'STOCK_DIVIDEND') book.inKind('DIVIDEND', { cost: isZero(price) ? 'market' : product(quantity, price), unit })
  else {
    book.inKind('ADJUSTMENT', { cost: '0', unit })
    const detail =
      'These shares came without cost. If a part of the cost of the old shares belongs to them, enter an exchange with its share of the cost.'
    book.note('warning', 'cost-not-divided', detail)
  }
}

/** A purchase at an IPO has no money of its own: it was paid before, and what was too much came back. */
export function subscribe(lines: Rows, book: Book): void {
  const [cash, [bought, ...others]] = [
    lines.filter(({ kind }) => !isPurchase(kind)),
    lines.filter(({ kind }) => isPurchase(kind)),
  ]
  const amount = plus(...cash.flatMap((line) => [line.amount, line.fees, line.taxes]))
  if (bought?.quantity === undefined || others.length > 0 || cash.length === 0 || isOut(bought))
    refuse('no-amount', 'A trade without an amount: its money was booked before, as a pre-payment. Correct the holding by hand.')
  else if (!agrees(decimal(product(bought.quantity, bought.price)), decimal(negated(amount))))
    refuse(
      'unclear-subscription',
      `The money of this subscription comes to ${amount}, which is not what its units cost. Enter it by hand.`,
    )
  else settle(bought, book.on(bought), 'BUY', bought.quantity, { amount, unit: cash[0]?.unit, also: cash })
}
