import { type Cell, coloured, tableLines, visible } from '../table.ts'
import { EMPTY, grouped } from './figures.ts'
import type { ExplainedRow, Explanations } from './kind.ts'

type Explanation = NonNullable<Explanations>[number]
type Term = Explanation['terms'][number]

const COLUMNS = [
  { title: '', align: 'left' },
  { title: '', align: 'left' },
  { title: '', align: 'left' },
  { title: '', align: 'right' },
] as const

/** Every figure with what it was made of, to the last digit: the amounts of the terms add up to it. */
export function explainLines(rows: readonly ExplainedRow[], isColoured: boolean): string[] {
  return rows.flatMap(({ title, row }) =>
    (row.explain ?? []).flatMap(({ figure, formula, terms }) => {
      const head = `${visible(title)}  ${figure} = ${formula}`
      const [, ...lines] = terms.length === 0 ? [] : tableLines(COLUMNS, terms.map(termCells), isColoured)
      return ['', coloured({ text: head, tone: 'strong' }, isColoured), ...lines.map((line) => `  ${line}`)]
    }),
  )
}

function termCells(term: Term): Cell[] {
  const { label, date, amount } = term
  return [{ text: label }, date === null ? EMPTY : { text: date }, { text: wayOf(term), tone: 'quiet' }, amountCell(amount)]
}

function amountCell(amount: string | null): Cell {
  return amount === null ? { text: 'left out', tone: 'bad' } : { text: grouped(amount) }
}

/** How the amount of a term came about. */
function wayOf(term: Term): string {
  const { price, rate, share } = term
  const factors = [
    baseOf(term),
    price === null ? '' : priceText(price),
    rate === null ? '' : `${grouped(rate.rate)} ${rate.to} for 1 ${rate.from} (${rate.kind}, ${rate.date})`,
    share === null ? '' : `share ${grouped(share)}`,
  ].filter((factor) => factor !== '')
  const source = term.transaction_id === null ? '' : `transaction ${term.transaction_id}`
  return [factors.join(' x '), source].filter((part) => part !== '').join(', ')
}

/** What the rest is multiplied with: units, or an amount and the part of it that the units are. */
function baseOf({ quantity, of_quantity: whole, amount_in: amount, currency }: Term): string {
  const units = quantity === null ? '' : `${grouped(quantity)} ${quantity === '1' ? 'unit' : 'units'}`
  const isPart = quantity !== null && whole !== null && whole !== quantity
  if (amount === null) return isPart ? `${grouped(quantity)} of ${grouped(whole)} units` : units
  const booked = `${grouped(amount)} ${currency ?? ''}`.trim()
  if (isPart) return `${booked} x ${grouped(quantity)} / ${grouped(whole)} units`
  return units === '' ? booked : `${booked} for ${units}`
}

function priceText({ close, currency, source, provider, date, price_quantity: per }: NonNullable<Term['price']>): string {
  const quantity = per === '1' ? '' : ` for ${grouped(per)}`
  return `${grouped(close)} ${currency}${quantity} (${provider ?? source}, ${date})`
}
