import type { z } from 'zod'
import type { GainsReport } from '../../portfolio/gains/schema.ts'
import { type Cell, tableLines } from '../table.ts'
import { EMPTY, grouped, strong, totalLabel } from './figures.ts'
import type { Look } from './kind.ts'

export type Gains = z.infer<typeof GainsReport>
type Sums = Pick<Gains['totals'], 'cost' | 'proceeds' | 'gain' | 'currency_gain'>

const right = (title: string) => ({ title, align: 'right' }) as const
const SUMS = [right('Cost'), right('Proceeds'), right('Gain'), right('of it currency')]
const COLUMNS = [
  { title: 'Sold', align: 'left' },
  { title: 'Acquired', align: 'left' },
  { title: 'Asset', align: 'left', most: 28 },
  { title: 'Broker', align: 'left', most: 24 },
  right('Quantity'),
  ...SUMS,
  right('Days'),
  { title: '', align: 'left' },
] as const

/** Every lot that was sold, and the sums of the years where there are several. */
export function gainLines({ disposals, totals }: Gains, { writer, isColoured, brokerNameOf, assetNameOf }: Look): string[] {
  if (disposals.length === 0) return ['Nothing was sold.']
  const { money, gain } = writer
  const sums = (row: { readonly [K in keyof Sums]: string | null }): Cell[] => [
    money(row.cost),
    money(row.proceeds),
    gain(row.gain),
    gain(row.currency_gain),
  ]
  const rows = disposals.map((row): Cell[] => [
    { text: row.sold_on },
    { text: row.acquired_on ?? 'several days' },
    { text: assetNameOf(row.asset_id, row.symbol) },
    { text: brokerNameOf(row.broker_id) },
    { text: grouped(row.quantity) },
    ...sums(row),
    { text: row.holding_days === null ? '' : String(row.holding_days) },
    { text: [row.short ? 'short' : '', row.rule ?? ''].filter((word) => word !== '').join(', '), tone: 'quiet' },
  ])
  const total = [
    totalLabel(
      totals,
      disposals.some((row) => row.gain === null),
    ),
    EMPTY,
    EMPTY,
    EMPTY,
    EMPTY,
    ...sums(totals).map(strong),
    EMPTY,
    EMPTY,
  ]
  const years = totals.by_year.map((one): Cell[] => [{ text: one.year }, ...sums(one)])
  return [
    ...tableLines(COLUMNS, [...rows, total], isColoured),
    ...(years.length < 2 ? [] : ['', ...tableLines([{ title: 'Year', align: 'left' }, ...SUMS], years, isColoured)]),
  ]
}
