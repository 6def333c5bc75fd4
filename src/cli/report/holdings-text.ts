import type { z } from 'zod'
import type { HoldingsReport } from '../../portfolio/holdings/schema.ts'
import { type Cell, tableLines } from '../table.ts'
import { EMPTY, grouped, ratioOf, strong, totalLabel, type Writer } from './figures.ts'
import type { Look } from './kind.ts'

export type Holdings = z.infer<typeof HoldingsReport>
type Holding = Holdings['holdings'][number]

const COLUMNS = [
  { title: 'Symbol', align: 'left', most: 18 },
  { title: 'Name', align: 'left', most: 28 },
  { title: 'Quantity', align: 'right' },
  { title: 'Price', align: 'right' },
  { title: 'Value', align: 'right' },
  { title: 'Weight', align: 'right' },
  { title: 'Cost', align: 'right' },
  { title: 'Gain', align: 'right' },
  { title: 'Gain %', align: 'right' },
] as const

/** What is held: assets with their open lots where these are there, cash, totals. */
export function holdingLines({ holdings, cash, totals }: Holdings, { writer, isColoured }: Look): string[] {
  const rows = [
    ...holdings.flatMap((holding) => [
      holdingCells(holding, writer),
      ...(holding.lots ?? []).map((lot) => lotCells(lot, writer)),
    ]),
    ...cash.map((one) => cashCells(one, totals.total_value, writer)),
  ]
  if (rows.length === 0) return ['Nothing is held.']
  return tableLines(COLUMNS, [...rows, totalCells({ holdings, cash, totals }, writer)], isColoured)
}

function holdingCells(holding: Holding, { money, gain, ratio, change }: Writer): Cell[] {
  const { symbol, name, quantity, price, cost_basis: cost, unrealised_gain: unrealised } = holding
  const quote = price === null ? money(null) : { text: `${grouped(price)} ${holding.currency}` }
  const texts = [{ text: symbol }, { text: name === symbol ? '' : name }, { text: grouped(quantity) }, quote]
  const figures = [money(holding.market_value), ratio(holding.weight), money(cost), gain(unrealised)]
  return [...texts, ...figures, change(ratioOf(unrealised, cost))]
}

function lotCells(lot: NonNullable<Holding['lots']>[number], { money }: Writer): Cell[] {
  const day = { text: `  ${lot.acquired_on ?? 'several days'}`, tone: 'quiet' } as const
  return [day, EMPTY, { text: grouped(lot.quantity), tone: 'quiet' }, EMPTY, EMPTY, EMPTY, { ...money(lot.cost), tone: 'quiet' }]
}

function cashCells({ currency, amount, value }: Holdings['cash'][number], total: string, { money, ratio }: Writer): Cell[] {
  const weight = value === null || Number(total) === 0 ? null : Number(value) / Number(total)
  return [
    { text: 'Cash' },
    { text: currency },
    { text: grouped(amount) },
    EMPTY,
    money(value),
    ratio(weight),
    EMPTY,
    EMPTY,
    EMPTY,
  ]
}

/** A gain in percent only where every cost and value is known. */
function totalCells(
  { holdings, cash, totals }: Pick<Holdings, 'holdings' | 'cash' | 'totals'>,
  { money, gain, change }: Writer,
): Cell[] {
  const { cost_basis: cost, unrealised_gain: unrealised } = totals
  const isWhole = holdings.every((one) => one.cost_basis !== null && one.unrealised_gain !== null)
  const figures = [
    money(totals.total_value),
    EMPTY,
    money(cost),
    gain(unrealised),
    change(isWhole ? ratioOf(unrealised, cost) : null),
  ]
  const hasGaps = [...holdings.map((one) => one.market_value), ...cash.map((one) => one.value)].includes(null)
  return [totalLabel(totals, hasGaps), EMPTY, EMPTY, EMPTY, ...figures.map(strong)]
}
