import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { costsAnswer, incomeAnswer } from '#src/portfolio/income-and-costs/wire.ts'
import { decimal, sum } from '#src/shared/decimal.ts'
import { mainTag, TRANSACTION_TAGS } from '#src/shared/transaction-tag.ts'
import { bookOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

type Row = Readonly<Record<string, string>> & { readonly tag: string | null }

const anyTag = fc.option(fc.constantFrom(...TRANSACTION_TAGS, 'mine'), { nil: null })

test('income and costs by tag add up to their totals, to the last digit, for any ledger and tags', () => {
  fc.assert(
    fc.property(ledger, fc.array(anyTag, { minLength: 40, maxLength: 40 }), (steps, tags) => {
      const lines = linesOf(steps).map((line, index) => ({ ...line, tag: tags[index % tags.length] ?? null }))
      const [inputs, request] = [bookOf(lines), range(0, LENGTH - 1)]
      for (const [answer, names] of [
        [incomeAnswer(inputs, request), ['gross', 'tax', 'fees', 'net']],
        [costsAnswer(inputs, request), ['fees', 'taxes', 'total']],
      ] as const) {
        const body = answer.body as unknown as { by_tag: readonly Row[]; totals: Readonly<Record<string, string>> }
        expect(new Set(body.by_tag.map(({ tag }) => tag)).size).toBe(body.by_tag.length)
        for (const name of names)
          expect(sum(body.by_tag.map((row) => decimal(row[name] ?? '')))).toBe(decimal(body.totals[name] ?? ''))
      }
    }),
    { numRuns: 200 },
  )
})

test('a line counts under the first tag that imports give, else under its first', () => {
  expect(mainTag(['home', 'cashback', 'staking'])).toBe('cashback')
  expect(mainTag(['home', 'x'])).toBe('home')
  expect(mainTag([])).toBeNull()
})
