import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { LayoutFacts, Table } from '#plugins/brim/contract.ts'
import { fitOf, HEADER_WITHIN } from '#plugins/kit/fit.ts'
import { fold } from '#plugins/kit/text.ts'
import { seeded } from '#test/support/arbitraries.ts'

/** The same, each cell of each row beside each title. */
function slowFit({ rows }: Table, { titles, required }: LayoutFacts) {
  const says = (cell: string, names: readonly string[]) => names.some((name) => fold(name) === fold(cell))
  const all = rows.slice(0, HEADER_WITHIN).map(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '')
    const unknown = filled.filter((cell) => !titles.some((names) => says(cell, names)))
    const missing = titles.slice(0, required).filter((names) => !cells.some((cell) => says(cell, names)))
    const share = filled.length === 0 ? 0 : (filled.length - unknown.length) / filled.length
    return {
      confidence: share * (1 - missing.length / Math.max(required, 1)),
      missing: missing.map(([name]) => name ?? ''),
      unknown,
    }
  })
  const none = { confidence: 0, missing: titles.slice(0, required).map(([name]) => name ?? ''), unknown: [] }
  return all.reduce((best, one) => (one.confidence > best.confidence ? one : best), none)
}

const title = fc.constantFrom('Date', 'date ', 'Datum', 'Währung', 'wahrung', 'ISIN', 'Price', 'x'.repeat(400), '', ' ', '12,5')
const table = fc
  .array(fc.array(title, { maxLength: 8 }), { maxLength: 45 })
  .map((rows): Table => ({ name: '', rows: rows.map((cells, index) => ({ number: index + 1, cells })) }))
const facts = fc.tuple(fc.array(fc.array(title, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), fc.nat(6)).map(
  ([titles, required]): LayoutFacts => ({
    name: 'any',
    holds: 'transactions',
    titles,
    required: Math.min(required, titles.length),
  }),
)

test('property: a table fits a layout as well as by looking at each cell beside each title', () => {
  fc.assert(
    fc.property(table, facts, (one, layout) => {
      const { confidence, ...titles } = fitOf(one, layout)
      const { confidence: wanted, ...others } = slowFit(one, layout)
      expect(titles).toEqual(others)
      expect(confidence).toBeCloseTo(wanted, 12)
    }),
    seeded(400),
  )
})
