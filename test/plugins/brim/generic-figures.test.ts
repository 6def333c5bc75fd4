import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readFigure } from '#plugins/brim/generic-csv/figures.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'

const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(''))

test('property: the text of a figure is what the ledger writes for its value; one that was rounded has none', () => {
  const cells = fc
    .tuple(fc.constantFrom('', '-'), digits(12), fc.option(digits(16)), fc.constantFrom('', 'E-2', 'e1'))
    .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`)
  fc.assert(
    fc.property(cells, (cell) => {
      const figure = readFigure(cell, 'amount', 'dot')
      expect(figure?.text).toBe(figure === undefined || figure.rounded ? undefined : formatDecimal(figure.value))
    }),
    seeded(500),
  )
})
