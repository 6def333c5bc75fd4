import { expect, test } from 'bun:test'
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { completeDrafts } from '#src/imports/matching/validate.ts'

function keyed(key: string, file: string | null, draft: Pick<TransactionDraft, 'rows' | 'type'> & Partial<TransactionDraft>) {
  return { key, file, place: 0, draft: { date: '2024-01-02', amount: '5', currency: 'EUR', ...draft } }
}

test('what shares a row with a transaction that breaks a rule is not imported either; rows of other files are', async () => {
  const drafts = [
    keyed('2', null, { rows: [2, 3], type: 'DEPOSIT' }),
    keyed('3', null, { rows: [3], type: 'WITHDRAWAL' }),
    keyed('4', null, { rows: [4], type: 'DEPOSIT' }),
    keyed('b.csv:3', 'b.csv', { rows: [3], type: 'DEPOSIT' }),
  ]
  const input = { brokerOf: () => 1, lastDay: '2025-01-01', drafts, resolve: () => undefined }
  const { completed, issues } = await completeDrafts(input)
  expect(completed.map(({ key }) => key)).toEqual(['4', 'b.csv:3'])
  expect(issues.map(({ row, code }) => [row, code])).toEqual([
    [3, 'rule-invalid'],
    [2, 'event-incomplete'],
  ])
})
