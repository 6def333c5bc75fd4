import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { plainRows, readColumns, readRows } from '#plugins/kit/columns.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf, monthsOf, spansOf, yearsOf } from '#plugins/kit/period.ts'
import { figureOf, isMissing, middle, perUnit, powerOfTen, scaleBy, significant } from '#plugins/kit/rate.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'

describe('figureOf', () => {
  for (const [cell, style, figure] of [
    ['1.10', 'dot', '1.1'],
    [' 007.50 ', 'dot', '7.5'],
    ['0', 'dot', '0'],
    ['0.000', 'dot', '0'],
    ['-1.5', 'dot', '-1.5'],
    ['-0', 'dot', '0'],
    ['1,234.5', 'dot', '1234.5'],
    ['1e-7', 'dot', '0.0000001'],
    ['1.25E+3', 'dot', '1250'],
    ['12.5e1', 'dot', '125'],
    ['123e-2', 'dot', '1.23'],
    ['235,26', 'comma', '235.26'],
    ['1.953,0200', 'comma', '1953.02'],
    ['7', 'comma', '7'],
  ] as const)
    test(`${cell} is ${figure}`, () => expect(figureOf(cell, style)).toBe(figure))

  for (const [cell, style] of [
    ['', 'dot'],
    ['.', 'dot'],
    ['1.', 'dot'],
    ['.5', 'dot'],
    ['1,5', 'dot'],
    ['1,234', 'dot'],
    ['12,34.5', 'dot'],
    ['1.2.3', 'dot'],
    ['abc', 'dot'],
    ['1 000', 'dot'],
    ['235.26', 'comma'],
    ['1.953', 'comma'],
    ['1,2,3', 'comma'],
    ['1,5e3', 'comma'],
    ['NaN', 'dot'],
    ['Infinity', 'dot'],
    ['0x10', 'dot'],
    ['٣', 'dot'],
  ] as const)
    test(`"${cell}" with a ${style} is none: a changed format must be noticed`, () =>
      expect(figureOf(cell, style)).toBeUndefined())
})

test('what publishers write for nothing is missing; a figure is not', () => {
  expect(['', ' ', '-', '.', '..', 'N/A', 'na', 'N/E', 'ND', 'null', null, undefined].every(isMissing)).toBe(true)
  expect(['0', '1', '-1', 'x', 'NAD'].some(isMissing)).toBe(false)
})

describe('exact arithmetic on texts', () => {
  const figure = fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 0, max: 8 })).map(([digits, places]) => {
    const text = digits.toString().padStart(places + 1, '0')
    const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places).replace(/0+$/, '')]
    return fraction === '' ? whole : `${whole}.${fraction}`
  })

  test('a figure per unit times the unit is the figure', () => {
    fc.assert(
      fc.property(figure, fc.constantFrom('1', '2', '5', '10', '100', '1000', '10000', '1000000', '25', '8'), (one, unit) => {
        const rate = perUnit(one, unit)
        return rate !== undefined && scaleBy(rate, unit) === one
      }),
    )
  })

  test('a unit that does not divide, and no unit at all, give none', () => {
    expect([
      perUnit('1', '3'),
      perUnit('1', '0'),
      perUnit('1', '-1'),
      perUnit('1', ''),
      perUnit('1', '1.5'),
      perUnit('-1', '10'),
    ]).toEqual(Array(6).fill(undefined))
    expect(perUnit('9', '3')).toBe('3')
  })

  test('the middle of two figures is exact', () => {
    expect([middle('40.1', '40.2'), middle('1', '2'), middle('-1', '-2'), middle('0', '0'), middle('x', '1')]).toEqual([
      '40.15',
      '1.5',
      '-1.5',
      '0',
      undefined,
    ])
  })

  test('binary artefacts are undone, honest digits are not', () => {
    expect(
      ['7.8245000000000005', '4.5092999999999996', '0.8018000000000001', '0.00046590000000000003'].map((one) =>
        significant(one, 10),
      ),
    ).toEqual(['7.8245', '4.5093', '0.8018', '0.0004659'])
    expect(['1234567890123', '0.1', '12', '99.999999999999'].map((one) => significant(one, 10))).toEqual([
      '1234567890123',
      '0.1',
      '12',
      '100',
    ])
    expect([significant('1.00000000050', 10), significant('1.00000000150', 10)]).toEqual(['1', '1.000000002'])
  })

  test('UNIT_MULT is a power of ten', () => {
    expect(['0', '2', ' 3 '].map(powerOfTen)).toEqual(['1', '100', '1000'])
    expect(['', '-2', '10', 'x'].map(powerOfTen)).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('periods', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('1980-01-01', count))
  test('pieces join without gap or overlap and never reach outside', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 1, max: 400 }), (from, length, span) => {
        const period = { from, to: addDays(from, length) }
        for (const pieces of [
          [...yearsOf(period)],
          [...monthsOf(period)],
          [...spansOf(period, span)],
          [...daysOf(period)].map((one) => ({ from: one, to: one })),
        ]) {
          expect([pieces[0]?.from, pieces.at(-1)?.to]).toEqual([period.from, period.to])
          for (const [index, piece] of pieces.entries()) {
            expect(piece.from <= piece.to).toBe(true)
            if (index > 0) expect(daysBetween(pieces[index - 1]?.to ?? '', piece.from)).toBe(1)
          }
        }
        expect([...yearsOf(period)].every((one) => one.from.slice(0, 4) === one.to.slice(0, 4))).toBe(true)
        expect([...monthsOf(period)].every((one) => one.from.slice(0, 7) === one.to.slice(0, 7))).toBe(true)
        expect([...spansOf(period, span)].every((one) => daysBetween(one.from, one.to) < span)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('an empty period has no pieces; weekends can be left out', () => {
    expect([...yearsOf({ from: '2024-01-02', to: '2024-01-01' })]).toEqual([])
    expect([...daysOf({ from: '2024-03-01', to: '2024-03-04' }, true)]).toEqual(['2024-03-01', '2024-03-04'])
  })
})

describe('JSON and tables', () => {
  test('numbers stay what the text says', () => {
    const value = readJson('{"a":1.10,"b":[0.1,null,"x"],"c":12345678901234567890.5}', 'Bank')
    expect([textOf(value, 'a'), textOf(value, 'c'), member(value, 'b')]).toEqual([
      '1.10',
      '12345678901234567890.5',
      ['0.1', null, 'x'],
    ])
    expect([textOf(value, 'none'), textOf(value, '__proto__'), member('text', 'length'), member(null, 'a')]).toEqual([
      '',
      '',
      undefined,
      undefined,
    ])
  })

  test('a list that is gone is a changed format', () => {
    expect(() => listAt(readJson('{"a":{}}', 'Bank'), ['a', 'b'], 'Bank')).toThrow('without the list "a.b"')
    expect(() => readJson('{"a":', 'Bank')).toThrow('source/format')
  })

  test('a table without an end, a column or a closing quote is refused', () => {
    expect(readColumns('B,A\n1,2\n', ['A'], 'Bank')).toEqual([{ A: '2' }])
    expect(() => readColumns('B,C\n1,2\n', ['A'], 'Bank')).toThrow('without the column A')
    expect(() => readRows('A,B\n1,2', 'Bank')).toThrow('cut off')
    expect(() => readRows('A,B\n1,"2\n', 'Bank')).toThrow('cut off')
    expect(readRows('', 'Bank')).toEqual([])
  })

  test('a large plain table is read row by row, refused when cut off or quoted', () => {
    expect([...plainRows('A;B\r\n1;2\r\n\n3;\n', 'Bank', ';')]).toEqual([
      ['A', 'B'],
      ['1', '2'],
      ['3', ''],
    ])
    expect([...plainRows('', 'Bank')]).toEqual([])
    expect(() => [...plainRows('A,B\n1,2', 'Bank')]).toThrow('cut off')
    expect(() => [...plainRows('A,B\n"1,2",3\n', 'Bank')]).toThrow('damaged')
  })
})
