import type { z } from 'zod'
import type { AllocationReport } from '../../portfolio/allocation/schema.ts'
import type { HistoryReport } from '../../portfolio/history/schema.ts'
import { decimal, formatDecimal, subtract } from '../../shared/decimal.ts'
import { type Cell, tableLines } from '../table.ts'
import { EMPTY, strong, totalLabel } from './figures.ts'
import type { Look } from './kind.ts'

export type History = z.infer<typeof HistoryReport>
export type Allocation = z.infer<typeof AllocationReport>

const right = (title: string) => ({ title, align: 'right' }) as const
const POINTS = [
  { title: 'Date', align: 'left' },
  right('Holdings'),
  right('Cash'),
  right('Value'),
  right('Put in'),
  right('Gain'),
  right('TWR'),
] as const

/** The value over time, and what it would be without any gain. */
export function historyLines({ points }: History, { writer, isColoured }: Look): string[] {
  const { money, gain, change } = writer
  const rows = points.map((point): Cell[] => [
    { text: point.date },
    money(point.invested),
    money(point.cash),
    money(point.value),
    money(point.put_in),
    gain(formatDecimal(subtract(decimal(point.value), decimal(point.put_in)))),
    change(point.twr),
  ])
  return tableLines(POINTS, rows, isColoured)
}

const BAR_WIDTH = 30
const SLICES = [
  { title: 'Part', align: 'left', most: 32 },
  right('Value'),
  right('Weight'),
  { title: '', align: 'left' },
] as const

/** What the value consists of, with a bar for each part. */
export function allocationLines(found: Allocation, { writer, isColoured }: Look): string[] {
  const { slices, total } = found
  if (slices.length === 0) return ['Nothing is held.']
  const { money, ratio } = writer
  const largest = Math.max(...slices.map(({ weight }) => weight ?? 0))
  const rows = slices.map(({ label, value, weight }): Cell[] => [
    { text: label },
    money(value),
    ratio(weight),
    { text: barOf(weight ?? 0, largest), tone: 'quiet' },
  ])
  return tableLines(SLICES, [...rows, [totalLabel(found), strong(money(total)), EMPTY, EMPTY]], isColoured)
}

function barOf(weight: number, largest: number): string {
  return weight <= 0 || largest <= 0 ? '' : '#'.repeat(Math.max(1, Math.round((weight / largest) * BAR_WIDTH)))
}
