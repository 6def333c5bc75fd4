import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { downsample } from '#src/portfolio/charts/downsample.ts'
import { createLocale, instantOf } from '#src/portfolio/charts/locale.ts'
import { element, escapeText } from '#src/portfolio/charts/svg.ts'
import { clipText, textWidth } from '#src/portfolio/charts/text-width.ts'
import { wordsIn } from '#src/portfolio/charts/translations.ts'
import { decimal } from '#src/shared/decimal.ts'

test('thinned points keep the first, the last and both extremes, in order and few', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 3000 }),
      fc.integer({ min: 1, max: 50 }),
      (values, buckets) => {
        const chosen = downsample(values, buckets)
        expect(chosen.length).toBeLessThanOrEqual(Math.max(buckets * 4, 2))
        expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b))
        expect([chosen[0], chosen.at(-1)]).toEqual([0, values.length - 1])
        const drawn = chosen.map((index) => values[index] ?? 0)
        expect(Math.max(...drawn) + 0).toBe(Math.max(...values) + 0)
        expect(Math.min(...drawn) + 0).toBe(Math.min(...values) + 0)
      },
    ),
  )
  expect(downsample([], 10)).toEqual([])
})

test('any text is one text for an XML reader', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const escaped = escapeText(text)
      expect(escaped).not.toMatch(/[<>"']/)
      expect(escaped.isWellFormed()).toBe(true)
      expect(Object.keys(Bun.XML.parse(element('a', { b: text }, `<c>${escaped}</c>`)) as object)).toEqual(['a'])
    }),
  )
  expect(escapeText('\u0000\ud800x\ufffe')).toBe('\ufffd\ufffdx\ufffd')
})

test('a text is cut between letters and is never wider than its room', () => {
  expect(clipText('Harbour', 12, 200)).toBe('Harbour')
  const cut = clipText('A rather long name of a fund', 12, 80)
  expect(cut).toMatch(/^A rather.*…$/)
  expect(textWidth(cut, 12)).toBeLessThanOrEqual(80)
  expect(clipText('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 12, 30)).toMatch(/^(👨‍👩‍👧‍👦)+…$/u)
  expect(textWidth('Ä', 10)).toBe(textWidth('A', 10))
  expect(textWidth('東', 10)).toBeGreaterThan(10)
})

test('marks of an axis are exact, however large', () => {
  const { amountMarks, ratioMarks } = createLocale('en', 'EUR')
  expect(amountMarks([0, 250_000, 500_000])).toEqual(['0', '250,000', '500,000'])
  expect(amountMarks([-1_250_000, 0, 1_250_000, 2_500_000])).toEqual(['-1.25M', '0', '1.25M', '2.5M'])
  expect(amountMarks([0, 0.0005])).toEqual(['0', '0.0005'])
  expect(ratioMarks([-0.125, 0, 0.125])).toEqual(['-12.5%', '0%', '12.5%'])
})

test('amounts keep every digit', () => {
  const { money, shortMoney } = createLocale('en', 'EUR')
  expect(money(decimal('1234567890123456.78'))).toBe('€1,234,567,890,123,456.78')
  expect([shortMoney(decimal('-999.99')), shortMoney(decimal('1234567'))]).toEqual(['-€999.99', '€1.23M'])
  expect(createLocale('en', 'JPY').money(decimal('1234.4'))).toBe('¥1,234')
})

test('months and days are those of the Gregorian calendar, in UTC', () => {
  expect(instantOf('2024').toISOString()).toBe('2024-01-01T00:00:00.000Z')
  expect(instantOf('2024-03').toISOString()).toBe('2024-03-01T00:00:00.000Z')
  expect(createLocale('de', 'EUR').month('2024-03')).toBe('März 2024')
  expect(createLocale('fa', 'EUR').year('2024')).toContain('۲۰۲۴')
  expect(createLocale('en', 'EUR').range('2024-01-05', '2024-01-05')).toBe('Jan 5, 2024')
})

test('every language has every word, and the others are English', () => {
  const english = Object.entries(wordsIn('en'))
  for (const language of ['de', 'fr', 'nl', 'it', 'es']) {
    const words = new Map(Object.entries(wordsIn(language)))
    expect([...words.keys()]).toEqual(english.map(([key]) => key))
    for (const [key, text] of english) {
      expect(words.get(key)).toBeTruthy()
      expect(/\{\w+\}/.exec(words.get(key) ?? '')?.[0]).toBe(/\{\w+\}/.exec(text)?.[0])
    }
  }
  expect(wordsIn('de-CH')).toBe(wordsIn('de'))
  expect(wordsIn('ja')).toBe(wordsIn('en-GB'))
})
