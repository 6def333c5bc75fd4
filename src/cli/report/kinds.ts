import { Option } from 'commander'
import { ALLOCATION_KEYS } from '../../portfolio/allocation/report.ts'
import { BREAKDOWN_KEYS } from '../../portfolio/breakdown/report.ts'
import { type Gains, gainLines } from './gains-text.ts'
import { type Holdings, holdingLines } from './holdings-text.ts'
import { type Kind, kindOf } from './kind.ts'
import { parseId } from './options.ts'
import { type Breakdown, breakdownLines, type Performance, performanceLines } from './performance-text.ts'
import { type CashFlows, type Costs, cashFlowLines, costLines, type Income, incomeLines } from './statement-text.ts'
import { type Allocation, allocationLines, type History, historyLines } from './value-text.ts'

/** The reports, in the order of `holdfast help report`. */
export const KINDS: readonly Kind[] = [
  holdings(),
  performance(),
  breakdown(),
  gains(),
  income(),
  cashFlows(),
  costs(),
  history(),
  allocation(),
]

function holdings(): Kind {
  return kindOf<Holdings>({
    name: 'holdings',
    description: 'what is held at the end of a day, what it cost and what it is worth',
    days: 'day',
    hasScope: true,
    example: 'holdings --as-of 2025-12-31 --lots',
    addOptions: (command) => command.option('--lots', 'with the open lots of each holding', false),
    orderOf: ({ lots = false, explain = false }) => ({ name: 'holdings', lots, explain }),
    lines: holdingLines,
    explained: ({ holdings, cash, totals }) => [
      ...holdings.map((row) => ({ title: row.symbol, row })),
      ...cash.map((row) => ({ title: `Cash ${row.currency}`, row })),
      { title: 'Total', row: totals },
    ],
  })
}

function performance(): Kind {
  return kindOf<Performance>({
    name: 'performance',
    description: 'gain, returns and risk over days',
    days: 'range',
    hasScope: true,
    example: 'performance --from 2025-01-01 --to 2025-12-31 --chart returns.svg',
    addOptions: (command) => command.option('--benchmark <asset>', 'id of an asset to compare with', parseId),
    orderOf: ({ benchmark = null, explain = false }) => ({ name: 'performance', benchmark, explain }),
    chartOf: ({ benchmark = null }) => ({ name: 'performance', benchmark }),
    lines: performanceLines,
    explained: (row) => [{ title: 'Performance', row }],
  })
}

function breakdown(): Kind {
  return kindOf<Breakdown>({
    name: 'breakdown',
    description: 'the performance of each asset or broker, and what it contributed',
    days: 'range',
    hasScope: true,
    example: 'breakdown --by broker --from 2025-01-01',
    addOptions: (command) => command.addOption(new Option('--by <key>', 'the parts').choices(BREAKDOWN_KEYS).default('asset')),
    orderOf: ({ by }) => ({ name: 'performance-breakdown', by: by === 'broker' ? by : 'asset' }),
    lines: breakdownLines,
    assetIds: ({ by, rows }) => (by === 'asset' ? rows.map(({ key }) => Number(key)).filter(Number.isInteger) : []),
  })
}

function gains(): Kind {
  return kindOf<Gains>({
    name: 'gains',
    description: 'what was sold, lot by lot, and what it brought',
    days: 'range',
    hasScope: false,
    example: 'gains --from 2025-01-01 --to 2025-12-31 --method FIFO --csv > gains.csv',
    orderOf: ({ explain = false }) => ({ name: 'gains', explain }),
    chartOf: () => ({ name: 'gains' }),
    lines: gainLines,
    assetIds: ({ disposals }) => disposals.map((row) => row.asset_id),
    explained: ({ disposals, totals }) => [
      ...disposals.map((row) => ({ title: `${row.symbol} sold on ${row.sold_on}`, row })),
      { title: 'Total', row: totals },
    ],
  })
}

function income(): Kind {
  return kindOf<Income>({
    name: 'income',
    description: 'dividends and interest, and what is expected',
    days: 'range',
    hasScope: false,
    example: 'income --from 2025-01-01 --chart income.png',
    orderOf: ({ explain = false }) => ({ name: 'income', explain }),
    chartOf: () => ({ name: 'income' }),
    lines: incomeLines,
    assetIds: ({ payments }) => payments.map((row) => row.asset_id),
    explained: ({ payments, totals, forecast }) => [
      ...payments.map((row) => ({ title: `${row.symbol ?? row.type} on ${row.date}`, row })),
      { title: 'Total', row: totals },
      ...forecast.map((row) => ({ title: `Expected in ${row.month}`, row })),
    ],
  })
}

function cashFlows(): Kind {
  return kindOf<CashFlows>({
    name: 'cash-flows',
    description: 'what came in and went out',
    days: 'range',
    hasScope: false,
    example: 'cash-flows --broker "Main depot"',
    orderOf: ({ explain = false }) => ({ name: 'cash-flows', explain }),
    lines: cashFlowLines,
    assetIds: ({ flows }) => flows.map((row) => row.asset_id),
    explained: ({ flows, totals }) => [
      ...flows.map((row) => ({ title: `${row.type} on ${row.date}`, row })),
      { title: 'Total', row: totals },
    ],
  })
}

function costs(): Kind {
  return kindOf<Costs>({
    name: 'costs',
    description: 'fees and taxes',
    days: 'range',
    hasScope: false,
    example: 'costs --from 2025-01-01 --to 2025-12-31',
    orderOf: ({ explain = false }) => ({ name: 'costs', explain }),
    lines: costLines,
    assetIds: ({ costs }) => costs.map((row) => row.asset_id),
    explained: ({ costs, totals }) => [
      ...costs.map((row) => ({ title: `${row.type} on ${row.date}`, row })),
      { title: 'Total', row: totals },
    ],
  })
}

function history(): Kind {
  const every = new Option('--interval <interval>', 'a point every day, week or month').choices(['daily', 'weekly', 'monthly'])
  return kindOf<History>({
    name: 'history',
    description: 'the value over time, and what was put in',
    days: 'range',
    hasScope: true,
    example: 'history --interval weekly --from 2025-01-01 --chart value.svg',
    addOptions: (command) => command.addOption(every.default('monthly')),
    orderOf: ({ interval = 'monthly', explain = false }) => ({ name: 'history', interval, explain }),
    chartOf: () => ({ name: 'history' }),
    lines: historyLines,
    explained: ({ points }) => points.map((row) => ({ title: row.date, row })),
  })
}

function allocation(): Kind {
  return kindOf<Allocation>({
    name: 'allocation',
    description: 'what the value consists of',
    days: 'day',
    hasScope: true,
    example: 'allocation --by currency --chart allocation.svg',
    addOptions: (command) => command.addOption(new Option('--by <key>', 'the parts').choices(ALLOCATION_KEYS).default('type')),
    orderOf: ({ by = 'type', explain = false }) => ({ name: 'allocation', by, explain }),
    chartOf: ({ by = 'type' }) => ({ name: 'allocation', by }),
    lines: allocationLines,
    explained: (found) => [...found.slices.map((row) => ({ title: row.label, row })), { title: 'Total', row: found }],
  })
}
