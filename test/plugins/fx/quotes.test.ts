import { describe, expect, test } from 'bun:test'
import { badge } from '#plugins/fx/badge.ts'
import { createQuotes } from '#plugins/fx/quotes.ts'
import { foreignPerHome, homePerForeign, untilEuro } from '#plugins/fx/series.ts'
import { SUCCESSIONS } from '#plugins/fx/succession.ts'
import { readSourceXml } from '#plugins/kit/source-xml.ts'
import { unzipFile } from '#plugins/kit/unzip.ts'
import { readXml } from '#plugins/kit/xml.ts'
import { findCurrency, historicCurrencies } from '#src/shared/currency.ts'
import { addDays } from '#src/shared/date.ts'
import { zip } from './samples.ts'

const range = { from: '2000-01-01', to: '2030-12-31' }
const series = [
  ...homePerForeign('PLN', 'USD TRY RON'),
  ...homePerForeign('PLN', { JPY: 'yen' }, { unit: '100' }),
  ...homePerForeign('PLN', 'IDR LTL', { unit: 'stated', until: untilEuro('LTL') }),
  ...foreignPerHome('PLN', { CHF: 'francs' }),
]
const take = (
  figures: Parameters<ReturnType<typeof createQuotes>['add']>[0][],
  request: Parameters<typeof createQuotes>[1] = range,
) => {
  const quotes = createQuotes(series, request, 'Bank')
  for (const figure of figures) quotes.add(figure)
  return quotes.take()
}

describe('figures become rates', () => {
  test('in the published direction, for one base unit', () => {
    const date = '2024-01-02'
    expect(
      take([
        { id: 'USD', date, value: '4.0100' },
        { id: 'yen', date, value: '2.5' },
        { id: 'IDR', date, value: '2.5', unit: '10000' },
        { id: 'francs', date, value: '0.22' },
      ]),
    ).toEqual({
      issues: [],
      rates: [
        { date, base: 'USD', quote: 'PLN', rate: '4.01' },
        { date, base: 'JPY', quote: 'PLN', rate: '0.025' },
        { date, base: 'IDR', quote: 'PLN', rate: '0.00025' },
        { date, base: 'PLN', quote: 'CHF', rate: '0.22' },
      ],
    })
  })

  test('only of the currencies and days requested', () => {
    const figures = ['2023-12-31', '2024-01-01', '2024-01-31', '2024-02-01'].flatMap((date) => [
      { id: 'USD', date, value: '4' },
      { id: 'yen', date, value: '2' },
    ])
    const { rates, issues } = take(figures, { from: '2024-01-01', to: '2024-01-31', currencies: ['JPY'] })
    expect([rates.map((one) => `${one.date} ${one.base}`), issues]).toEqual([['2024-01-01 JPY', '2024-01-31 JPY'], []])
  })

  for (const [value, unit, code] of [
    ['0', '1', 'not-positive'],
    ['0.0000', '1', 'not-positive'],
    ['-4', '1', 'not-positive'],
    ['four', '1', 'not-a-rate'],
    ['4,5', '1', 'not-a-rate'],
    ['Infinity', '1', 'not-a-rate'],
    ['4', '', 'unknown-unit'],
    ['4', '0', 'unknown-unit'],
    ['4', '7', 'unknown-unit'],
    ['4', '-100', 'unknown-unit'],
    ['0.0000000000001', '1', 'too-precise'],
    ['12345678901234567890123456789', '1', 'too-precise'],
  ] as const)
    test(`"${value}" for "${unit}" is left out and reported: ${code}`, () => {
      const { rates, issues } = take([{ id: 'IDR', date: '2024-01-02', value, unit }])
      expect(rates).toEqual([])
      expect(issues.map((one) => [one.code, one.date, one.currency])).toEqual([[code, '2024-01-02', 'IDR']])
      expect(issues[0]?.detail).toStartWith('IDR/PLN on 2024-01-02: ')
    })

  test('a figure that its neighbours contradict is left out and reported, unless it is none at all', () => {
    const doubt = 'far from its neighbours'
    const figures = ['4', 'four', ''].map((value) => ({ id: 'USD', date: '2024-01-02', value, doubt }))
    const { rates, issues } = take(figures)
    expect(rates).toEqual([])
    expect(issues.map((one) => one.code)).toEqual(['implausible', 'not-a-rate'])
    expect(issues[0]?.detail).toEndWith('on 2024-01-02: far from its neighbours.')
  })

  test('what is missing is no issue', () => {
    const values = ['', '-', '.', 'N/A', 'ND', null, undefined]
    expect(take(values.map((value) => ({ id: 'USD', date: '2024-01-02', value })))).toEqual({ rates: [], issues: [] })
  })

  test('a day that cannot be read is an issue', () => {
    expect(take([{ id: 'USD', date: undefined, value: '4' }]).issues[0]?.code).toBe('not-a-day')
  })

  test('the same figure twice is one rate, another one is an issue and the first stays', () => {
    const date = '2024-01-02'
    const { rates, issues } = take([
      { id: 'USD', date, value: '4' },
      { id: 'USD', date, value: '4.00' },
      { id: 'USD', date, value: '5' },
    ])
    expect([rates.map((one) => one.rate), issues.map((one) => one.code)]).toEqual([['4'], ['conflict']])
  })

  test('figures under unknown names only are a changed format; some among known ones are not', () => {
    expect(() => take([{ id: 'TWI', date: '2024-01-02', value: '4' }])).toThrow('none of the names that we know')
    expect(
      take([
        { id: 'TWI', date: '2024-01-02', value: '4' },
        { id: 'USD', date: '2024-01-02', value: '4' },
      ]).rates.length,
    ).toBe(1)
  })
})

describe('currencies that change', () => {
  test('a code is not read for what it meant before: old lira and old leu', () => {
    const { rates, issues } = take([
      { id: 'TRY', date: '2004-12-31', value: '0.000002' },
      { id: 'TRY', date: '2005-01-03', value: '2.2' },
      { id: 'RON', date: '2005-06-30', value: '0.0001' },
    ])
    expect([rates.map((one) => one.date), issues]).toEqual([['2005-01-03'], []])
  })

  test('a currency that has ended has no rate after that; one that comes nevertheless is reported', () => {
    const { rates, issues } = take([
      { id: 'LTL', date: '2014-12-31', value: '1.2', unit: '1' },
      { id: 'LTL', date: '2015-01-02', value: '1.2', unit: '1' },
    ])
    expect([rates.map((one) => one.date), issues.map((one) => [one.code, one.date])]).toEqual([
      ['2014-12-31'],
      [['other-currency', '2015-01-02']],
    ])
  })

  test('every succession leads from a currency that has ended to one in force', () => {
    expect(SUCCESSIONS.length).toBe(48)
    const next = new Map(SUCCESSIONS.map((one) => [one.code, one.successor]))
    const inTheEnd = (code: string): string => (next.has(code) ? inTheEnd(next.get(code) ?? '') : code)
    const ended = new Set(historicCurrencies().map((one) => one.code))
    for (const { code, successor, units, since } of SUCCESSIONS) {
      expect([code, ended.has(code)]).toEqual([code, true])
      expect([code, findCurrency(inTheEnd(successor))?.lastDay]).toEqual([code, null])
      expect(units).toMatch(/^\d+(\.\d+)?$/)
      expect([code, addDays(findCurrency(code)?.lastDay ?? '1900-01-01', 1) >= since]).toEqual([code, true])
    }
    expect(SUCCESSIONS.find((one) => one.code === 'ITL')).toEqual({
      code: 'ITL',
      successor: 'EUR',
      units: '1936.27',
      since: '1999-01-01',
    })
    expect(SUCCESSIONS.find((one) => one.code === 'TRL')).toEqual({
      code: 'TRL',
      successor: 'TRY',
      units: '1000000',
      since: '2005-01-01',
    })
  })
})

describe('files of publishers', () => {
  test('an archive gives its file; damaged, without it or too large it is refused', async () => {
    const archive = await zip('rates.csv', new TextEncoder().encode('Date,USD\n'.repeat(1000)))
    expect(new TextDecoder().decode(await unzipFile(archive, '.csv', 9000, 'Bank'))).toStartWith('Date,USD\n')
    const code = (promise: Promise<unknown>) =>
      promise.then(
        () => 'none',
        (error: { code: string }) => error.code,
      )
    expect(await code(unzipFile(archive, '.csv', 8999, 'Bank'))).toBe('source/too-large')
    expect(await code(unzipFile(archive, '.xml', 9000, 'Bank'))).toBe('source/format')
    expect(await code(unzipFile(archive.slice(0, -30), '.csv', 9000, 'Bank'))).toBe('source/format')
    expect(await code(unzipFile(new Uint8Array(), '.csv', 9000, 'Bank'))).toBe('source/format')
  })

  test('damaged XML and document types are refused', () => {
    expect(() => readSourceXml('<a><b></a>', 'Bank')).toThrow('source/format')
    expect(() => readSourceXml('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'Bank')).toThrow('source/format')
  })

  test('an icon is well-formed SVG without script', () => {
    const icon = readXml(badge('BANXICO'))
    expect([icon.name, icon.children.map((one) => one.name).join()]).toEqual(['svg', 'circle,text'])
  })
})
