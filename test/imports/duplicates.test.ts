import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Candidate, type Duplicate, type ExistingLine, findDuplicates } from '#src/imports/matching/duplicates.ts'
import { absolute, decimal, formatDecimal } from '#src/shared/decimal.ts'
import { processorTime } from '#test/support/processor-time.ts'

const day = (n: number) => new Date(Date.UTC(2024, 0, 28 + n)).toISOString().slice(0, 10)
const line = fc.record({
  type: fc.constantFrom('BUY', 'DEPOSIT', 'DIVIDEND'),
  date: fc.integer({ min: 0, max: 9 }).map(day),
  assetId: fc.constantFrom(null, 1, 2),
  quantity: fc.constantFrom('0', '1', '-1').map(decimal),
  amount: fc.constantFrom('-5', '5', '7').map(decimal),
  currency: fc.constantFrom('EUR', 'USD'),
  ratio: fc.constant(null),
  account: fc.constantFrom(null, null, 'A', 'B'),
})
const named = (name: string) => fc.option(fc.integer({ min: 0, max: 40 }).map((n) => `${name}${n}`))
const oneOfEach = <L extends { externalId: string | null }>(lines: readonly L[]) => {
  const seen = new Set<string>()
  return lines.map((entry) => {
    const again = entry.externalId !== null && seen.has(entry.externalId)
    if (entry.externalId !== null) seen.add(entry.externalId)
    return again ? { ...entry, externalId: null } : entry
  })
}
/** In some reports every line has an id. */
const candidates: fc.Arbitrary<Candidate[]> = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, named('x')), { maxLength: 40 }))
  .map(([all, drafts]) => {
    const separate = oneOfEach(drafts.map(([fields, externalId]) => ({ ...fields, externalId })))
    return separate.map((draft, n) => ({ ...draft, externalId: draft.externalId ?? (all ? `own${n}` : null) }))
  })
const existing: fc.Arbitrary<ExistingLine[]> = fc
  .array(fc.tuple(line, named('x'), fc.constantFrom(null, 'another'), fc.boolean()), { maxLength: 40 })
  .map((all) =>
    oneOfEach(
      all.map(([fields, externalId, reportId, edited], index) => ({
        ...fields,
        externalId,
        reportId,
        edited,
        row: 2,
        id: index + 1,
      })),
    ),
  )

/** The rule of api.md, section 6, word by word and one pair of lines after the other. */
function byTheBook(drafts: readonly Candidate[], ledger: readonly ExistingLine[]): Duplicate[] {
  const free = new Set(ledger)
  const results: Duplicate[] = drafts.map(() => ({ kind: 'none', existingId: null }))
  const isCash = (a: Candidate) => a.assetId === null || a.quantity === 0n
  const size = (a: Candidate) =>
    `${isCash(a)} ${isCash(a) ? a.currency : ''} ${formatDecimal(absolute(isCash(a) ? a.amount : a.quantity))}`
  const sameSize = (a: Candidate, b: Candidate) => a.type === b.type && a.assetId === b.assetId && size(a) === size(b)
  const sameContent = (a: Candidate, b: Candidate) =>
    sameSize(a, b) && a.date === b.date && a.quantity === b.quantity && a.amount === b.amount && a.currency === b.currency
  const unlike = (a: Candidate, b: Candidate) => a.externalId !== null && b.externalId !== null && a.externalId !== b.externalId
  const daysApart = (a: Candidate, b: Candidate) => Math.abs(Date.parse(a.date) - Date.parse(b.date)) / 86_400_000
  const pass = (
    kind: Duplicate['kind'],
    fits: (draft: Candidate, entry: ExistingLine) => boolean,
    more: Partial<Duplicate> = {},
  ) =>
    drafts.forEach((draft, index) => {
      const found = results[index]?.kind === 'none' ? [...free].find((entry) => fits(draft, entry)) : undefined
      if (!found) return
      free.delete(found)
      results[index] = { kind, existingId: found.id, ...more }
    })
  const sameId = (a: Candidate, b: Candidate) => a.externalId !== null && a.externalId === b.externalId
  const sameFigures = (a: Candidate, b: Candidate) =>
    a.type === b.type && a.quantity === b.quantity && a.amount === b.amount && a.currency === b.currency
  pass('certain', (a, b) => sameId(a, b) && (b.edited || sameFigures(a, b)))
  const says = (a: Candidate, b: ExistingLine) => b.reportId !== null && !unlike(a, b) && sameContent(a, b)
  pass('certain', (a, b) => says(a, b) && a.account === b.account)
  pass('certain', (a, b) => says(a, b) && (a.account === null || b.account === null))
  pass('likely', sameId, { reused: true })
  pass('likely', (a, b) => !unlike(a, b) && a.date === b.date && sameSize(a, b))
  pass('possible', (a, b) => !unlike(a, b) && daysApart(a, b) <= 3 && sameSize(a, b))
  return results
}

test('each draft is paired as the rule says, whatever stands in the ledger', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(candidates, existing, async (drafts, ledger) => {
      const found = await findDuplicates(drafts, ledger)
      for (const { kind } of found) kinds.add(kind)
      expect(found).toEqual(byTheBook(drafts, ledger))
    }),
    { numRuns: 300 },
  )
  expect([...kinds].sort()).toEqual(['certain', 'likely', 'none', 'possible'])
})

test('tens of thousands of lines that are all alike are compared at once, and others are answered meanwhile', async () => {
  const alike = {
    type: 'BUY',
    assetId: 1,
    quantity: decimal('10'),
    amount: decimal('-126'),
    currency: 'EUR',
    ratio: null,
    account: null,
  } as const
  const days = Array.from({ length: 20_000 }, (_, n) => day(n % 300))
  const ledger = days.map((date, n) => ({
    ...alike,
    date,
    externalId: `a${n}`,
    reportId: 'another',
    row: 2,
    edited: false,
    id: n + 1,
  }))
  const drafts = days.map((date, n) => ({ ...alike, date, externalId: `b${n}` }))
  let [turns, running] = [0, true]
  const others = (async () => {
    for (; running; turns++) await Bun.sleep(1)
  })()
  const began = processorTime()
  const found = await findDuplicates(drafts, ledger)
  expect(processorTime() - began).toBeLessThan(3_000)
  running = false
  await others
  expect(found.every(({ kind }) => kind === 'none')).toBe(true)
  expect(turns).toBeGreaterThan(1)
})
