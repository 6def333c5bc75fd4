import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { rankOf } from '#src/search/rank.ts'
import { amountsOf, daysOf, readTerms } from '#src/search/terms.ts'
import { fold } from '#src/shared/fold.ts'
import { SEED } from '#test/support/seed.ts'

test.each([
  ['2024-03-01', ['2024-03-01']],
  ['1.3.2024', ['2024-03-01']],
  ['01.03.2024', ['2024-03-01']],
  ['2024/3/1', ['2024-03-01']],
  ['3/4/2024', ['2024-04-03', '2024-03-04']],
  ['13/4/2024', ['2024-04-13']],
  ['4/4/2024', ['2024-04-04']],
  ['2024-03', ['2024-03']],
  ['2024', ['2024']],
  ['2024-02-30', []],
  ['31.4.2024', []],
  ['1/3.2024', []],
  ['2024-13', []],
  ['20240301', []],
] as const)('days of %s', (text, days) => {
  expect(daysOf(text)).toEqual([...days])
})

test.each([
  ['1,234.56', ['1234.56']],
  ['1.234,56', ['1234.56']],
  ['1 234,56', ['1234.56']],
  ["1'234.56", ['1234.56']],
  ['1,234', ['1234', '1.234']],
  ['1.234', ['1.234', '1234']],
  ['1234', ['1234']],
  ['12,5', ['12.5']],
  ['-12.50', ['12.5']],
  ['\u221212,50', ['12.5']],
  ['€1,234.56', ['1234.56']],
  ['-€12', ['12']],
  ['12€', ['12']],
  ['1,234,567', ['1234567']],
  ['1,23,456', []],
  ['1.2.3', []],
  ['12.', []],
  ['abc', []],
  ['1e5', []],
  ['', []],
  ['9'.repeat(200), []],
] as const)('amounts of %s', (text, amounts) => {
  expect(amountsOf(text).sort()).toEqual([...amounts].sort())
})

test('an amount with spaces is one word, words beside it are their own', () => {
  expect(readTerms('1 234,56').words).toEqual(['1 234,56'])
  expect(readTerms('  Café\u00a0 1,234.56 EUR ').words).toEqual(['cafe', '1,234.56', 'eur'])
  expect(readTerms('\u0000\u202e \u0301').terms).toEqual([])
})

test('property: however long and odd a text is, it is read, and every word is part of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { words, phrase } = readTerms(text)
      expect(words.length).toBeLessThanOrEqual(8)
      for (const word of words) expect(phrase).toContain(word)
    }),
    { seed: SEED },
  )
})

test('property: an amount is found in whatever way it is written', () => {
  const amount = fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }))
  const write = (language: string, value: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
  fc.assert(
    fc.property(amount, fc.constantFrom('en', 'de', 'fr', 'de-CH', 'sv', 'pl'), ([whole, cents], language) => {
      const value = Number(`${whole}.${String(cents).padStart(2, '0')}`)
      expect(readTerms(write(language, value)).terms[0]?.amounts).toContain(String(value))
    }),
    { seed: SEED },
  )
})

test('property: a rank says how a text has the phrase in it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '1'), minLength: 1, maxLength: 12 }).map(fold)
  fc.assert(
    fc.property(text, text, (whole, phrase) => {
      fc.pre(phrase !== '')
      const rank = rankOf(whole, phrase)
      expect(rank !== undefined).toBe(whole.includes(phrase))
      expect(rank === 0).toBe(whole === phrase)
      expect(rank === 1).toBe(whole !== phrase && whole.startsWith(phrase))
      const escaped = phrase.replace(/[-]/g, '\\-')
      if (rank === 2 || rank === 3) expect(rank === 2).toBe(new RegExp(`[^a-z0-9]${escaped}`).test(whole))
    }),
    { seed: SEED },
  )
})
