import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ParsedReport, TransactionDraft } from '#plugins/brim/contract.ts'
import { type EventMarks, wholeEvents } from '#plugins/kit/index.ts'

function draft(rows: readonly [number, ...number[]], more: Partial<TransactionDraft> = {}): TransactionDraft {
  return { rows, type: 'DEPOSIT', date: '2024-01-02', amount: '1', currency: 'EUR', ...more }
}

function report(transactions: readonly TransactionDraft[], faulty: readonly number[]): ParsedReport {
  const issues = faulty.map((row) => ({ row, severity: 'error' as const, code: 'bad-amount', detail: 'No amount.' }))
  return { transactions, assets: [], ignored: [], issues }
}

test('a report without errors stays the same object', () => {
  const whole = report([draft([1, 2])], [])
  expect(wholeEvents(whole)).toBe(whole)
})

test('a row at fault takes along what shares a transaction or a group with it, and each row names it', () => {
  const parts = [draft([1, 2]), draft([2], { type: 'FEE' }), draft([3], { group: 'a' }), draft([1], { group: 'a' }), draft([9])]
  const { transactions, issues } = wholeEvents(report(parts, [2]))
  expect(transactions.map(({ rows }) => rows[0])).toEqual([9])
  expect(issues.map(({ row, code }) => [row, code])).toEqual([
    [2, 'bad-amount'],
    [1, 'event-incomplete'],
    [3, 'event-incomplete'],
  ])
  expect(issues.slice(1).every(({ detail }) => detail.includes('Row 2 '))).toBe(true)
})

test('marks tell which rows one that was not read may belong to; notes about rows that are not booked go with them', () => {
  const marks: Readonly<Record<number, EventMarks>> = {
    1: { of: ['order 7'], perhapsOf: [] },
    2: { of: [], perhapsOf: ['order 7'] },
    3: { of: ['order 8'], perhapsOf: [] },
  }
  const before = report([draft([1], { asset: 'X' }), draft([3])], [2])
  const note = { row: 1, severity: 'info' as const, code: 'price-left-out', detail: 'Left out.' }
  const after = wholeEvents({ ...before, assets: [{ ref: 'X' }], issues: [note, ...before.issues] }, (row) => marks[row])
  expect(after.transactions.map(({ rows }) => rows)).toEqual([[3]])
  expect(after.assets).toEqual([])
  expect(after.issues.map(({ row, code }) => [row, code])).toEqual([
    [2, 'bad-amount'],
    [1, 'event-incomplete'],
  ])
})

test('what is left is what a search through all pairs leaves', () => {
  const rows = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
  const one = fc.record({ rows, group: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }) })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 10 }), fc.uniqueArray(fc.integer({ min: 1, max: 12 })), (parts, faulty) => {
      const drafts = parts.map(({ rows: [first = 1, ...rest], group }) => draft([first, ...rest], { group }))
      const gone = new Set(drafts.filter((each) => each.rows.some((row) => faulty.includes(row))))
      for (let size = -1; size < gone.size; ) {
        size = gone.size
        for (const one of drafts)
          for (const other of [...gone])
            if (one.rows.some((row) => other.rows.includes(row)) || (one.group !== undefined && one.group === other.group))
              gone.add(one)
      }
      expect(wholeEvents(report(drafts, faulty)).transactions).toEqual(drafts.filter((each) => !gone.has(each)))
    }),
  )
})
