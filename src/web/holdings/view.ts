import type { AnswerOf } from '../operations.ts'
import type { Reader } from '../reader.ts'

export type Report = AnswerOf<'GET /portfolio/holdings'>
export type Holding = Report['holdings'][number]

/** Every column besides the name, in their order. */
export const COLUMNS = [
  'weight',
  'quantity',
  'price',
  'value',
  'cost',
  'average',
  'unrealised',
  'priceGain',
  'currencyGain',
  'realised',
  'income',
  'costs',
  'gain',
] as const
export type ColumnKey = (typeof COLUMNS)[number]
const USUAL: readonly ColumnKey[] = ['weight', 'price', 'value', 'cost', 'unrealised', 'income', 'gain']

/** The field of a holding behind each column. */
export const FIELDS = {
  weight: 'weight',
  quantity: 'quantity',
  price: 'price',
  value: 'market_value',
  cost: 'cost_basis',
  average: 'average_cost',
  unrealised: 'unrealised_gain',
  priceGain: 'unrealised_price_gain',
  currencyGain: 'unrealised_currency_gain',
  realised: 'realised_gain',
  income: 'income',
  costs: 'costs',
  gain: 'total_gain',
} as const satisfies Record<ColumnKey, keyof Holding>

/** What a page of holdings shows, as its address says. */
export type HoldingsView = {
  readonly columns: readonly ColumnKey[]
  /** Whether the address names the columns. */
  readonly isChosen: boolean
  /** A column's key or `name`, with `-` before it from the largest. */
  readonly sort: string
  readonly q: string
  readonly type: string
  readonly hasLots: boolean
}

/** `?columns=price&columns=value&sort=-value&q=acme&type=ETF&lots=true` */
export function viewOf({ query }: Pick<Reader, 'query'>): HoldingsView {
  const wished = query.getAll('columns')
  const columns = COLUMNS.filter((key) => wished.includes(key))
  const sort = query.get('sort') ?? ''
  const isSort = ['name', ...COLUMNS].includes(sort.replace(/^-/, ''))
  return {
    columns: columns.length === 0 ? USUAL : columns,
    isChosen: columns.length > 0,
    sort: isSort ? sort : '-value',
    q: (query.get('q') ?? '').trim().slice(0, 200),
    type: query.get('type') ?? '',
    hasLots: query.get('lots') === 'true',
  }
}

/** The holdings that a view shows, in its order; what is not known comes last. */
export function chosenHoldings({ holdings }: Report, { sort, q, type }: HoldingsView, r: Pick<Reader, 'language'>): Holding[] {
  const words = q.toLocaleLowerCase().split(/\s+/)
  const found = holdings.filter(
    (one) =>
      (type === '' || one.type === type) && words.every((word) => `${one.symbol} ${one.name}`.toLocaleLowerCase().includes(word)),
  )
  const key = sort.replace(/^-/, '')
  const turn = sort.startsWith('-') ? -1 : 1
  if (key === 'name') {
    const names = new Intl.Collator(r.language)
    return found.sort((a, b) => turn * names.compare(a.symbol, b.symbol) || a.asset_id - b.asset_id)
  }
  const column = COLUMNS.find((one) => one === key) ?? 'value'
  const sized = found.map((one) => ({ one, size: sizeOf(one[FIELDS[column]]) }))
  return sized.sort((a, b) => compare(a.size, b.size, turn) || a.one.asset_id - b.one.asset_id).map(({ one }) => one)
}

/** Lots in the order of their days; those of several days first. */
export function lotsOf({ lots }: Holding) {
  return (lots ?? []).toSorted((a, b) => (a.acquired_on ?? '').localeCompare(b.acquired_on ?? ''))
}

function sizeOf(figure: string | number | null): number | null {
  return figure === null ? null : Number(figure)
}

function compare(a: number | null, b: number | null, turn: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return turn * (a - b)
}
