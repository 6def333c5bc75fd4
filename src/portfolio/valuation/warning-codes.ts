/** Worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * What mends the cause: `broker` = the broker that it is about, `close` = transactions that end a contract, `split` = the one that books it, `look` = what only a
 * person knows.
 */
export type Cure = 'rates' | 'prices' | 'broker' | 'close' | 'split' | 'look'

type Kind = {
  /** As it leaves; several causes may share one. */
  readonly code: string
  /** `error`: amounts are left out, or a figure is not shown; `warning`: a figure stands on something old or in place of another; `info`: every figure stands. */
  readonly severity: Severity
  readonly cure: Cure
  /** Which figures lack something: all that are summed, or only what divides a gain into price and currency. */
  readonly leavesOut: 'amounts' | 'split' | null
}

/** Everything that a report may warn of. */
export const WARNINGS = {
  'rate-missing': { code: 'rate-missing', severity: 'error', cure: 'rates', leavesOut: 'amounts' },
  'price-missing': { code: 'price-missing', severity: 'error', cure: 'prices', leavesOut: 'amounts' },
  'cost-unknown': { code: 'cost-unknown', severity: 'error', cure: 'look', leavesOut: 'amounts' },
  'return-base-not-positive': { code: 'return-base-not-positive', severity: 'error', cure: 'broker', leavesOut: null },
  'return-out-of-range': { code: 'return-out-of-range', severity: 'error', cure: 'look', leavesOut: null },
  'split-not-booked': { code: 'split-not-booked', severity: 'warning', cure: 'split', leavesOut: null },
  'split-unclear': { code: 'split-unclear', severity: 'warning', cure: 'look', leavesOut: null },
  'price-of-trade': { code: 'price-missing', severity: 'warning', cure: 'prices', leavesOut: null },
  'price-stale': { code: 'price-stale', severity: 'warning', cure: 'prices', leavesOut: null },
  'rate-stale': { code: 'rate-stale', severity: 'warning', cure: 'rates', leavesOut: null },
  'contract-expired': { code: 'contract-expired', severity: 'warning', cure: 'close', leavesOut: null },
  'lot-unknown': { code: 'lot-unknown', severity: 'warning', cure: 'look', leavesOut: null },
  'lot-order-unknown': { code: 'lot-order-unknown', severity: 'warning', cure: 'rates', leavesOut: null },
  'cash-without-deposits': { code: 'cash-without-deposits', severity: 'warning', cure: 'broker', leavesOut: null },
  'units-restated': { code: 'units-restated', severity: 'info', cure: 'split', leavesOut: null },
  'currency-gain-unknown': { code: 'currency-gain-unknown', severity: 'info', cure: 'rates', leavesOut: 'split' },
  'cost-in-several-currencies': { code: 'cost-in-several-currencies', severity: 'info', cure: 'look', leavesOut: null },
} as const satisfies Readonly<Record<string, Kind>>

export type WarningCode = keyof typeof WARNINGS

export function kindOf(code: WarningCode): Kind {
  return WARNINGS[code]
}
