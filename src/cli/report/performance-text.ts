import type { z } from 'zod'
import type { BreakdownReport } from '../../portfolio/breakdown/schema.ts'
import type { PerformanceReport } from '../../portfolio/performance/schema.ts'
import { type Cell, tableLines } from '../table.ts'
import { isIncomplete, strong, type Writer } from './figures.ts'
import type { Look } from './kind.ts'

export type Performance = z.infer<typeof PerformanceReport>
export type Breakdown = z.infer<typeof BreakdownReport>

const COLUMNS = [
  { title: 'Performance', align: 'left' },
  { title: '', align: 'right' },
  { title: '', align: 'left' },
] as const

/** A figure a line, with what it is of or why it is not there. */
export function performanceLines(found: Performance, { writer, isColoured }: Look): string[] {
  const rows = [...valueRows(found, writer), ...returnRows(found, writer)]
  return tableLines(
    COLUMNS,
    rows.map(([name, figure, note = '']) => [{ text: name }, figure, { text: note, tone: 'quiet' }]),
    isColoured,
  )
}

type Row = readonly [string, Cell, string?]

function valueRows(found: Performance, { money, gain }: Writer): Row[] {
  const { gain: parts } = found
  const note = isIncomplete(found) ? 'incomplete' : ''
  return [
    ['Value at the start', money(found.start_value)],
    ['Net flows', money(found.net_flows)],
    ['Gain', gain(parts.total), note],
    ['  realised', gain(parts.realised)],
    ['  unrealised', gain(parts.unrealised)],
    ['  income', gain(parts.income)],
    ['  fees', gain(parts.fees)],
    ['  taxes', gain(parts.taxes)],
    ['  currency', gain(parts.currency)],
    ['Value at the end', money(found.end_value), note],
  ]
}

function returnRows(found: Performance, { ratio, change }: Writer): Row[] {
  const { max_drawdown: drawdown, benchmark } = found
  const depth = drawdown === null ? ratio(null) : drawdown.ratio === 0 ? ratio(0) : change(-drawdown.ratio)
  const days = drawdown?.from == null ? '' : `${drawdown.from} to ${drawdown.to}`
  return [
    ['Time-weighted return', change(found.twr), aYear(found, change) || (found.twr_reason ?? '')],
    ['Money-weighted return', change(found.mwr), found.mwr === null ? (found.mwr_reason ?? '') : 'a year'],
    ['Volatility', ratio(found.volatility), found.volatility === null ? '' : 'a year'],
    ['Deepest fall', depth, days],
    ...(benchmark === null
      ? []
      : ([
          [`${benchmark.symbol}`, change(benchmark.twr), aYear(benchmark, change)],
          ['  difference', change(benchmark.difference)],
        ] as const)),
  ]
}

function aYear({ twr_annualised: rate }: { readonly twr_annualised: number | null }, change: Writer['change']): string {
  return rate === null ? '' : `${change(rate).text} a year`
}

const PARTS = [
  { title: 'Part', align: 'left', most: 28 },
  { title: 'Start', align: 'right' },
  { title: 'Net flows', align: 'right' },
  { title: 'Gain', align: 'right' },
  { title: 'End', align: 'right' },
  { title: 'Contribution', align: 'right' },
  { title: 'TWR', align: 'right' },
  { title: 'MWR a year', align: 'right' },
] as const

/** The performance of each part of the portfolio. */
export function breakdownLines(found: Breakdown, { writer, isColoured, assetNameOf }: Look): string[] {
  const { by, rows, total } = found
  const { money, gain, change } = writer
  const cellsOf = (row: Breakdown['total'], label: Cell): Cell[] => [
    label,
    money(row.start_value),
    money(row.net_flows),
    gain(row.gain.total),
    money(row.end_value),
    change(row.contribution),
    change(row.twr),
    change(row.mwr),
  ]
  const label = { text: isIncomplete(found) ? 'Total (incomplete)' : 'Total' }
  return tableLines(
    PARTS,
    [
      ...rows.map((row) => cellsOf(row, { text: by === 'asset' ? assetNameOf(Number(row.key), row.label) : row.label })),
      cellsOf(total, label).map(strong),
    ],
    isColoured,
  )
}
