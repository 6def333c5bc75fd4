import type { Query } from '../ask.ts'
import { explanation } from '../explanation.ts'
import { day, money } from '../figures.ts'
import { Amount, Bar, Day, Explained, Price, Quantity, Share, toneOf } from '../parts/amounts.tsx'
import { classes } from '../parts/classes.ts'
import type { Reader } from '../reader.ts'
import { type ColumnKey, FIELDS, type Holding } from './view.ts'

type FigureProps = { r: Reader; of: Holding; column: ColumnKey }
type CellProps = FigureProps & { query: Query }

const SIGNED = new Set<ColumnKey>(['unrealised', 'priceGain', 'currencyGain', 'realised', 'gain'])
/** On small screens a row has its name, these two and nothing else. */
const ALWAYS = new Set<ColumnKey>(['value', 'gain'])

/** How a cell is placed: `v`alue and `g`ain stay on small screens, others (`w`) need a wide one. */
export function placeOf(column: ColumnKey): string {
  return ALWAYS.has(column) ? column.slice(0, 1) : 'w'
}

/** One figure of a holding, with what it is made of in small below it. It leads to how it was made. */
export const HoldingCell = ({ r, of, column, query }: CellProps) => (
  <td class={`end ${placeOf(column)}`}>
    {column === 'price' ? (
      <Figure r={r} of={of} column={column} />
    ) : (
      <Explained href={explanation(r, 'holdings', { figure: FIELDS[column], row: of.asset_id, query })}>
        {column === 'weight' && of.weight !== null && <Bar share={of.weight} />}
        <Figure r={r} of={of} column={column} />
      </Explained>
    )}
    <Below r={r} of={of} column={column} />
  </td>
)

/** One figure among very many: the cell itself is the figure. How it was made is said on the page of the asset. */
export const ShortCell = ({ r, of, column }: FigureProps) => (
  <td {...classes(ALWAYS.has(column) && placeOf(column), SIGNED.has(column) && toneOf(r, textOf(of[FIELDS[column]])))}>
    <Figure r={r} of={of} column={column} bare />
  </td>
)

const textOf = (figure: string | number | null) => (typeof figure === 'string' ? figure : null)

const Figure = ({ r, of, column, bare = false }: FigureProps & { bare?: boolean }) => {
  if (column === 'weight') return <Share r={r} of={of.weight} bare={bare} />
  if (column === 'quantity') return <Quantity r={r} of={of.quantity} bare={bare} />
  if (column === 'price') return <Price r={r} of={of.price} currency={of.currency} bare={bare} />
  if (column === 'average') return <Amount r={r} of={of.average_cost} digits={6} bare={bare} />
  return <Amount r={r} of={of[FIELDS[column]]} signed={SIGNED.has(column)} bare={bare} />
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
