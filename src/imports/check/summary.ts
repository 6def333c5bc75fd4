import type { ParsedReport } from '#plugins/brim/contract.ts'
import { add, type Decimal, decimal, formatDecimal, multiplyDivide, ZERO } from '../../shared/decimal.ts'
import type { Checked, Fault } from './check.ts'
import { byDay } from './ledger.ts'

/** Issues of one code: how many, the first rows, and what the first one says. */
export type IssueKind = {
  readonly code: string
  readonly count: number
  readonly rows: readonly number[]
  readonly detail: string
}

/** A checked file in figures: plain data. */
export type CheckSummary = {
  readonly filename: string
  readonly rows: number
  readonly refused: string | null
  /** Transactions by type, and rows left out on purpose by their reason. */
  readonly transactions: Readonly<Record<string, number>>
  readonly ignored: Readonly<Record<string, number>>
  readonly errors: readonly IssueKind[]
  readonly warnings: readonly IssueKind[]
  /** What the file changes the cash by, by currency, and what it leaves of each asset. */
  readonly cash: Readonly<Record<string, string>>
  readonly holdings: Readonly<Record<string, string>>
  /** How many times as long as reading its cells the parsing takes; null for what is no CSV. */
  readonly multiple: number | null
  readonly faults: readonly Fault[]
}

const FIRST_ROWS = 5

export function summaryOf({ filename, rows, result, refused, faults, speed }: Checked): CheckSummary {
  const { transactions, ignored, issues } = result
  const isError = ({ severity }: { readonly severity: string }) => severity === 'error'
  return {
    ...{ filename, rows, faults },
    refused: refused ?? null,
    transactions: countBy(transactions.map(({ type }) => type)),
    ignored: countBy(ignored.map(({ reason }) => reason)),
    errors: kindsOf(issues.filter(isError)),
    warnings: kindsOf(issues.filter((issue) => !isError(issue))),
    cash: cashOf(result),
    holdings: holdingsOf(result),
    multiple: speed === undefined ? null : Math.round((speed.parse / speed.readCsv) * 10) / 10,
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const)
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function kindsOf(issues: ParsedReport['issues']): IssueKind[] {
  return [...Map.groupBy(issues, ({ code }) => code)].map(([code, all]) => ({
    code,
    count: all.length,
    rows: all.flatMap(({ row }) => row ?? []).slice(0, FIRST_ROWS),
    detail: all[0]?.detail ?? '',
  }))
}

function cashOf({ transactions }: ParsedReport): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const { amount, currency = '?' } of transactions)
    if (amount !== undefined) sums.set(currency, add(sums.get(currency) ?? ZERO, decimal(amount)))
  return written(sums)
}

/** A split without a quantity multiplies what is held. */
function holdingsOf({ transactions }: ParsedReport): Record<string, string> {
  const sums = new Map<string, Decimal>()
  for (const { asset, quantity, ratio = '' } of transactions.toSorted(byDay)) {
    if (asset === undefined) continue
    const held = sums.get(asset) ?? ZERO
    const [to, from] = ratio.split(':')
    const isByRatio = quantity === undefined && to && from
    sums.set(asset, isByRatio ? multiplyDivide(held, decimal(to), decimal(from)) : add(held, decimal(quantity ?? '0')))
  }
  return written(sums)
}

function written(sums: ReadonlyMap<string, Decimal>): Record<string, string> {
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== ZERO).map(([name, sum]) => [name, formatDecimal(sum)]))
}
