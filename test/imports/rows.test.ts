/** What follows from the rows of a file: sets of them, the keys of their drafts, their sections. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { checkDrafts } from '#src/imports/reading/check-drafts.ts'
import { inSections } from '#src/imports/reading/row-order.ts'
import { createRowSet } from '#src/imports/reading/row-set.ts'
import { seeded } from '#test/support/arbitraries.ts'

const row = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(65_535, 65_536, 200_000, 4_194_303, 4_194_304, 30_000_000_007, 1.5, -1),
)

test('property: a set of rows has what was added, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(row), (added, others) => {
      const [set, plain] = [createRowSet(), new Set(added)]
      for (const one of added) set.add(one)
      for (const one of [...added, ...others]) expect([one, set.has(one)]).toEqual([one, plain.has(one)])
    }),
    seeded(200),
  )
})

const draftOf = (number: number, index: number): TransactionDraft => ({
  rows: [number],
  type: 'DEPOSIT',
  date: `2024-01-${String(1 + (index % 28)).padStart(2, '0')}`,
  amount: '1',
  currency: 'EUR',
})
const fileOf = (tables: readonly (readonly number[])[]): ReportFile => ({
  ...{ filename: 'x.csv', format: 'csv', text: '' },
  tables: tables.map((numbers, index) => ({ name: `${index}`, rows: numbers.map((number) => ({ number, cells: ['a'] })) })),
})
const parsedOf = (transactions: readonly TransactionDraft[], headers: readonly number[] = []): ParsedReport => ({
  ...{ transactions, assets: [], issues: [] },
  ignored: headers.map((number) => ({ row: number, reason: 'header' })),
})

test('property: each draft of a row has a key of its own, in their order, whatever rows come back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }), async (rows) => {
      const transactions = rows.map(draftOf)
      const { drafts } = await checkDrafts(fileOf([]), parsedOf(transactions), (own) => ({ file: null, row: own }))
      const counts = new Map<number, number>()
      const expected = rows.map((own) => {
        const nth = (counts.get(own) ?? 0) + 1
        counts.set(own, nth)
        return nth === 1 ? `${own}` : `${own}.${nth}`
      })
      expect(drafts.map(({ key }) => key)).toEqual(expected)
    }),
    seeded(200),
  )
})

test('property: a draft is in the section of its row, in whatever order rows and drafts are', () => {
  const tables = fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 })
    .chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.boolean(),
        fc.nat({ max: all.length }),
        fc.subarray(all),
        fc.array(fc.integer({ min: 1, max: 32 })),
      ),
    )
  fc.assert(
    fc.property(tables, ([all, isSorted, cut, headers, rows]) => {
      const numbers = isSorted ? all.toSorted((a, b) => a - b) : all
      const parts = [numbers.slice(0, cut), numbers.slice(cut)]
      const transactions = rows.map(draftOf)
      const sections = new Map<number, number>()
      let section = 0
      for (const part of parts) {
        section++
        for (const number of part) {
          if (headers.includes(number)) section++
          sections.set(number, section)
        }
      }
      const placed = inSections(fileOf(parts), parsedOf(transactions, headers), transactions)
      const expected = rows
        .map((own, index) => ({ own, index, section: sections.get(own) ?? 0 }))
        .sort((a, b) => a.section - b.section || a.own - b.own)
      expect(placed.map((entry) => [entry.index, entry.section])).toEqual(expected.map((entry) => [entry.index, entry.section]))
    }),
    seeded(300),
  )
})
