import type { Query } from '../ask.ts'
import { explanation } from '../explanation.ts'
import { day, money } from '../figures.ts'
import { Amount, Bar, Day, Explained, Price, Quantity, Share } from '../parts/amounts.tsx'
import type { Reader } from '../reader.ts'
import { type ColumnKey, FIELDS, type Holding } from './view.ts'

type FigureProps = { r: Reader; of: Holding; column: ColumnKey; isShort: boolean }
type CellProps = FigureProps & { query: Query }

const SIGNED = new Set<ColumnKey>(['unrealised', 'priceGain', 'currencyGain', 'realised', 'gain'])
/** On small screens a row has its name, these two and nothing else. */
const ALWAYS = new Set<ColumnKey>(['value', 'gain'])

/** How a cell is placed: `v`alue and `g`ain stay on small screens, others (`w`) need a wide one. */
export function placeOf(column: ColumnKey): string {
  return ALWAYS.has(column) ? column.slice(0, 1) : 'w'
}

/** One figure of a holding. It leads to how it was made. `isShort`: without that and what stands below it. */
export const HoldingCell = ({ r, of, column, isShort, query }: CellProps) => (
  <td class={`end ${placeOf(column)}`}>
    {isShort || column === 'price' ? (
      <Figure r={r} of={of} column={column} isShort={isShort} />
    ) : (
      <Explained href={explanation(r, 'holdings', { figure: FIELDS[column], row: of.asset_id, query })}>
        <Figure r={r} of={of} column={column} isShort={isShort} />
      </Explained>
    )}
    {!isShort && <Below r={r} of={of} column={column} />}
  </td>
)

const Figure = ({ r, of, column, isShort }: FigureProps) => {
  if (column === 'weight')
    return (
      <>
        {!isShort && of.weight !== null && <Bar share={of.weight} />}
        <Share r={r} of={of.weight} />
      </>
    )
  if (column === 'quantity') return <Quantity r={r} of={of.quantity} />
  if (column === 'price') return <Price r={r} of={of.price} currency={of.currency} />
  if (column === 'average') return <Amount r={r} of={of.average_cost} digits={6} />
  return <Amount r={r} of={of[FIELDS[column]]} signed={SIGNED.has(column)} />
}

/** What a figure is made of, in small below it. */
const Below = ({ r, of, column }: { r: Reader; of: Holding; column: ColumnKey }) => {
  const { holdings: words } = r.words
  if (column === 'price' && of.price_date !== null)
    return (
      <span class="sub">
        {of.price_source === 'trade' && `${words.trade} `}
        <Day r={r} of={of.price_date} {...(of.price_date.slice(0, 4) === r.today.slice(0, 4) ? { short: true } : {})} />
      </span>
    )
  if (column !== 'unrealised' || of.currency === r.currency || r.isPrivate) return null
  const parts = [
    [words.ofPrice, of.unrealised_price_gain],
    [words.ofCurrency, of.unrealised_currency_gain],
  ] as const
  return parts.map(([text, amount]) => amount !== null && <span class="sub">{text(signed(r, amount))}</span>)
}

function signed(r: Reader, amount: string): string {
  return money(r, amount, r.currency, { signDisplay: 'exceptZero' })
}

/** `2 Mar 2025`, or what there is instead for lots of several days. */
export const LotDay = ({ r, of }: { r: Reader; of: string | null }) => (of === null ? r.words.holdings.severalDays : day(r, of))
