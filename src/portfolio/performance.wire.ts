import { formatDecimal } from '../shared/decimal.ts'
import type { Answer } from './answer.ts'
import type { Book } from './book.ts'
import { historyOf, type Interval } from './history.ts'
import { type Performance, performanceOf } from './performance.ts'
import type { Asked } from './request.ts'
import { echoRange } from './wire.ts'

/** The performance as it leaves; as CSV one row a figure. */
export function performanceAnswer(book: Book, asked: Asked, benchmarkId: number | undefined): Answer {
  const figures = performanceToWire(performanceOf(book, asked, benchmarkId))
  return {
    body: { ...echoRange(book, asked), scope: asked.scope, ...figures },
    table: () => ({ columns: ['figure', 'value'], rows: flatRows(figures), texts: [] }),
  }
}

/** The history as it leaves. */
export function historyAnswer(book: Book, asked: Asked, interval: Interval): Answer {
  const points = historyOf(book, asked, interval).map((point) => ({
    date: point.date,
    value: formatDecimal(point.value),
    cash: formatDecimal(point.cash),
    invested: formatDecimal(point.invested),
    net_flows: formatDecimal(point.netFlows),
    twr: point.twr,
  }))
  return {
    body: { ...echoRange(book, asked), scope: asked.scope, points },
    table: () => ({ columns: ['date', 'value', 'cash', 'invested', 'net_flows', 'twr'], rows: points, texts: [] }),
  }
}

function performanceToWire(found: Performance) {
  const { parts, drawdown, benchmark } = found
  return {
    start_value: formatDecimal(found.startValue),
    end_value: formatDecimal(found.endValue),
    net_flows: formatDecimal(found.netFlows),
    gain: {
      total: formatDecimal(found.gain),
      realised: formatDecimal(parts.realised),
      unrealised: formatDecimal(parts.unrealised),
      income: formatDecimal(parts.income),
      fees: formatDecimal(parts.fees),
      taxes: formatDecimal(parts.taxes),
      currency: formatDecimal(parts.currency),
    },
    twr: found.twr,
    twr_annualised: found.twrAnnualised,
    mwr: found.mwr,
    mwr_reason: found.mwrReason,
    simple: found.simple,
    volatility: found.volatility,
    sharpe: found.sharpe,
    sortino: found.sortino,
    max_drawdown: { ratio: drawdown.ratio, from: drawdown.from, to: drawdown.to, recovered_on: drawdown.recoveredOn },
    best_day: found.bestDay,
    worst_day: found.worstDay,
    best_month: found.bestMonth,
    worst_month: found.worstMonth,
    benchmark: benchmark && {
      asset_id: benchmark.assetId,
      symbol: benchmark.symbol,
      twr: benchmark.twr,
      twr_annualised: benchmark.twrAnnualised,
      difference: benchmark.difference,
    },
  }
}

function flatRows(figures: object, prefix = ''): { figure: string; value: unknown }[] {
  return Object.entries(figures).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? flatRows(value, `${prefix}${key}.`) : [{ figure: `${prefix}${key}`, value }],
  )
}
