import type { z } from 'zod'
import type { CashFlowsReport, CostsReport, IncomeReport } from '../../portfolio/income-and-costs/schema.ts'
import { add, decimal, formatDecimal, negate, ZERO } from '../../shared/decimal.ts'
import { type Cell, tableLines } from '../table.ts'
import { EMPTY, grouped, strong, totalLabel } from './figures.ts'
import type { Look } from './kind.ts'

export type Income = z.infer<typeof IncomeReport>
export type CashFlows = z.infer<typeof CashFlowsReport>
export type Costs = z.infer<typeof CostsReport>
type Line = Pick<Income['payments'][number], 'date' | 'type' | 'asset_id' | 'symbol' | 'broker_id'>

const LINE = [
  { title: 'Date', align: 'left' },
  { title: 'Type', align: 'left' },
  { title: 'Asset', align: 'left', most: 28 },
  { title: 'Broker', align: 'left', most: 24 },
] as const

function lineCells({ date, type, asset_id: assetId, symbol, broker_id: brokerId }: Line, look: Look): Cell[] {
  const asset = assetId === null || symbol === null ? '' : look.assetNameOf(assetId, symbol)
  return [{ text: date }, { text: type }, { text: asset }, { text: look.brokerNameOf(brokerId) }]
}

const right = (title: string) => ({ title, align: 'right' }) as const

/** Dividends and interest, and what is expected. */
export function incomeLines({ payments, totals, forecast }: Income, look: Look): string[] {
  const { money } = look.writer
  const sums = (row: Omit<Income['totals'], 'complete'>) => [money(row.gross), money(row.tax), money(row.fees), money(row.net)]
  const expected = forecast.reduce((total, month) => add(total, decimal(month.gross)), ZERO)
  const outlook = expected === ZERO ? [] : ['', `Expected in the twelve months after: ${money(formatDecimal(expected)).text}`]
  if (payments.length === 0) return ['There was no income.', ...outlook]
  const rows = payments.map((one) => [...lineCells(one, look), ...sums(one)])
  const total = [totalLabel(totals), EMPTY, EMPTY, EMPTY, ...sums(totals).map(strong)]
  const columns = [...LINE, right('Gross'), right('Tax'), right('Fees'), right('Net')]
  return [...tableLines(columns, [...rows, total], look.isColoured), ...outlook]
}

/** What came in and went out. */
export function cashFlowLines({ flows, totals }: CashFlows, look: Look): string[] {
  if (flows.length === 0) return ['Nothing came in or went out.']
  const { gain } = look.writer
  const rows = flows.map((one) => [
    ...lineCells(one, look),
    { text: one.currency === null ? '' : `${grouped(one.amount)} ${one.currency}` },
    gain(one.value),
  ])
  const sumRow = (label: Cell, value: string) => [label, EMPTY, EMPTY, EMPTY, EMPTY, gain(value)]
  const sums = [
    sumRow({ text: 'In' }, totals.in),
    sumRow({ text: 'Out' }, formatDecimal(negate(decimal(totals.out)))),
    sumRow(totalLabel(totals), totals.net).map(strong),
  ]
  return tableLines([...LINE, right('Amount'), right('Value')], [...rows, ...sums], look.isColoured)
}

/** Fees and taxes. */
export function costLines({ costs, totals }: Costs, look: Look): string[] {
  if (costs.length === 0) return ['There were no costs.']
  const { money } = look.writer
  const sums = (row: Omit<Costs['totals'], 'complete'>) => [money(row.fees), money(row.taxes), money(row.total)]
  const rows = costs.map((one) => [...lineCells(one, look), ...sums(one)])
  const total = [totalLabel(totals), EMPTY, EMPTY, EMPTY, ...sums(totals).map(strong)]
  return tableLines([...LINE, right('Fees'), right('Taxes'), right('Total')], [...rows, total], look.isColoured)
}
