import type { z } from '@hono/zod-openapi'
import { formatDecimal, subtract } from '../../shared/decimal.ts'
import type { BroughtPrices } from '../bring-prices.ts'
import { MAX_STATED } from '../listed.ts'
import type { Period } from '../report.ts'
import type { Comparison } from './compare-stated.ts'
import type { ImportedPrices, ReportPeriod, StatedBalance } from './stated.schema.ts'

/** The days that a report claims to cover. */
export function periodToWire(period: Period | null): z.infer<typeof ReportPeriod> | null {
  return period && { from: period.from, to: period.to, cut_off: period.cutOff }
}

export function pricesToWire({ given, added, present, leftOut }: BroughtPrices): z.infer<typeof ImportedPrices> {
  return { given, added, present, left_out: leftOut }
}

/** What a report states of balances beside what its rows come to, as many as an answer has, and how many there are. */
export function statedToWire(comparisons: readonly Comparison[]) {
  return { stated: comparisons.slice(0, MAX_STATED).map(comparisonToWire), stated_total: comparisons.length }
}

function comparisonToWire({ file, account, unit, rows, agree, difference }: Comparison): z.infer<typeof StatedBalance> {
  return { ...{ file, account, unit, rows, agree }, first_difference: difference === null ? null : differenceToWire(difference) }
}

function differenceToWire({ row, date, stated, computed, course }: NonNullable<Comparison['difference']>) {
  return {
    ...{ row, date, stated: formatDecimal(stated), computed: formatDecimal(computed) },
    ...{ difference: formatDecimal(subtract(stated, computed)), course },
  }
}
