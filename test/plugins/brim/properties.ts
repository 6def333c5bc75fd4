/** What must hold for what an importer makes of any file, whatever stands in it. Each answers with a list of faults. */
import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import { oldestFirst } from '#src/imports/order.ts'
import { add, type Decimal, decimal, formatDecimal, multiplyDivide, subtract, ZERO } from '#src/shared/decimal.ts'
import { headerOf, ledgerOf, openBytes, withDamage, withRows } from './sample.ts'

const MAX_DAMAGED_ROWS = 40

/** The days on which a file that starts from nothing leaves less than nothing of an asset. */
export function belowZero(file: ReportFile, result: ParsedReport): string[] {
  const held = new Map<string, Decimal>()
  const faults: string[] = []
  const drafts = oldestFirst(file, result, result.transactions).toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : 0,
  )
  for (const [date, day] of Map.groupBy(drafts, (draft) => draft.date)) {
    for (const { asset, quantity, ratio } of day) {
      if (asset === undefined) continue
      const before = held.get(asset) ?? ZERO
      const [after = '1', old = '1'] = (ratio ?? '').split(':')
      held.set(
        asset,
        quantity === undefined && ratio
          ? multiplyDivide(before, decimal(after), decimal(old))
          : add(before, decimal(quantity ?? '0')),
      )
    }
    for (const asset of new Set(day.flatMap((draft) => draft.asset ?? []))) {
      const left = held.get(asset) ?? ZERO
      if (left < ZERO) faults.push(`${date}: ${formatDecimal(left)} of ${asset}`)
    }
  }
  return faults
}

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
      const at = key(running.some(({ account }) => account !== undefined) ? draft.account : undefined, draft.currency ?? '')
      moved.set(at, add(moved.get(at) ?? ZERO, decimal(draft.amount ?? '0')))
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

/** The file in two, at every change of day among its rows where both parts have rows; at most ten of them. */
export async function halvesOf(file: ReportFile, result: ParsedReport): Promise<(readonly [ReportFile, ReportFile])[]> {
  const header = headerOf(result)
  const dayOf = new Map<number, string>()
  for (const draft of result.transactions) for (const row of draft.rows) dayOf.set(row, draft.date)
  const days = [...new Set(dayOf.values())].sort()
  const step = Math.max(1, Math.ceil(days.length / 10))
  const parts: (readonly [ReportFile, ReportFile])[] = []
  for (const day of days.filter((_, index) => index > 0 && index % step === 0)) {
    const isEarly = (row: number) => (dayOf.get(row) ?? '') < day
    const [early, late] = [withRows(file, header, isEarly), withRows(file, header, (row) => !isEarly(row))]
    parts.push([await openBytes(early, file.filename), await openBytes(late, file.filename)])
  }
  return parts
}

/** Rows that are booked otherwise when a cell of another row, which has nothing to do with them, cannot be read. */
export function changedByDamage(plugin: BrokerPlugin, file: ReportFile, whole: ParsedReport, options: ImportOptions): string[] {
  const faults: string[] = []
  const header = headerOf(whole)
  const rows = file.tables.flatMap((table) => table.rows).filter(({ number }) => number > header)
  const step = Math.max(1, Math.ceil(rows.length / MAX_DAMAGED_ROWS))
  rows.forEach(({ number, cells }, index) => {
    if (index % step !== 0) return
    const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : column))
    const column = filled[(index / step) % Math.max(filled.length, 1)]
    if (column === undefined) return
    const result = plugin.parse(withDamage(file, number, column, '#?#'), options, kit)
    if (result.issues.some(({ row, severity }) => row === null && severity === 'error')) return
    const neighbours = [rows[index - 1]?.number, number, rows[index + 1]?.number].filter((row) => row !== undefined)
    const touched = relatedTo(neighbours, [whole, result])
    const others = ({ transactions }: ParsedReport) =>
      ledgerOf({ transactions: transactions.filter((draft) => !draft.rows.some((row) => touched.has(row))) })
    if (!Bun.deepEquals(others(whole), others(result)))
      faults.push(`row ${number}, column ${column + 1}: other rows are booked otherwise`)
    const isExplained = result.issues.some(({ row }) => row === number) || result.ignored.some(({ row }) => row === number)
    const isBooked = result.transactions.some((draft) => draft.rows.includes(number))
    if (!isExplained && !isBooked) faults.push(`row ${number}, column ${column + 1}: nothing is said of it`)
  })
  return faults
}

/** These rows, and those that share a draft or a group with them. */
function relatedTo(start: readonly number[], results: readonly ParsedReport[]): ReadonlySet<number> {
  const related = new Set(start)
  const drafts = results.flatMap(({ transactions }) => transactions)
  const groups = new Set<string>()
  const isRelated = ({ rows, group }: TransactionDraft) =>
    rows.some((row) => related.has(row)) || (group !== undefined && groups.has(group))
  for (let size = -1; size !== related.size + groups.size; ) {
    size = related.size + groups.size
    for (const draft of drafts.filter(isRelated)) {
      for (const row of draft.rows) related.add(row)
      if (draft.group !== undefined) groups.add(draft.group)
    }
  }
  return related
}
