/** (d) Running balances, as the file states them. */
import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { add, type Decimal, decimal, formatDecimal, subtract, ZERO } from '#src/shared/decimal.ts'

/** The rows whose running balance is not the one before them and what the rows in between move. */
export function brokenBalances(file: ReportFile, result: ParsedReport): string[] {
  const running = (result.stated ?? []).filter(({ kind }) => kind === 'running')
  if (running.length === 0) return []
  const moved = new Map<string, Decimal>()
  const seen = new Map<string, { readonly amount: Decimal; readonly moved: Decimal }>()
  const faults: string[] = []
  const key = (account: string | undefined, unit: string) => `${account ?? ''} ${unit}`
  const newestFirst = isNewestFirst(result)
  const byRow = Map.groupBy(result.transactions, (draft) => (newestFirst ? Math.min(...draft.rows) : Math.max(...draft.rows)))
  const rows = [...new Set([...byRow.keys(), ...running.map(({ row }) => row)])].sort((a, b) => (newestFirst ? b - a : a - b))
  for (const row of rows) {
    for (const draft of byRow.get(row) ?? []) {
      const account = running.some((one) => one.account !== undefined) ? draft.account : undefined
      for (const [unit = '', change = '0'] of [
        [draft.currency, draft.amount],
        [draft.asset, draft.quantity],
      ])
        moved.set(key(account, unit), add(moved.get(key(account, unit)) ?? ZERO, decimal(change)))
    }
    for (const { account, unit, amount } of running.filter((one) => one.row === row)) {
      const at = key(account, unit)
      const [now, before] = [moved.get(at) ?? ZERO, seen.get(at)]
      if (before !== undefined && subtract(now, before.moved) !== subtract(decimal(amount), before.amount))
        faults.push(
          `row ${row}: ${amount} ${unit} after ${formatDecimal(before.amount)} and ${formatDecimal(subtract(now, before.moved))}`,
        )
      seen.set(at, { amount: decimal(amount), moved: now })
    }
  }
  return file.tables.length > 1 ? [] : faults
}

function isNewestFirst({ order, transactions }: ParsedReport): boolean {
  if (order !== undefined) return order === 'newest-first'
  const sorted = transactions.toSorted((a, b) => a.rows[0] - b.rows[0])
  let balance = 0
  for (const [index, draft] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before !== undefined && before.date !== draft.date) balance += before.date < draft.date ? 1 : -1
  }
  return balance < 0
}
