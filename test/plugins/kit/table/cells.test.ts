import { expect, test } from 'bun:test'
import DecimalJs from 'decimal.js'
import fc from 'fast-check'
import { type DayOrder, parseDay, parseTime } from '#plugins/kit/date.ts'
import { type NumberStyle, parseNumber } from '#plugins/kit/number.ts'
import { RowRefusal } from '#plugins/kit/refuse.ts'
import { type CellFormat, createLines, type RawLine } from '#plugins/kit/table/cells.ts'
import { clock, day, isin, made, number, optional, text, unit } from '#plugins/kit/table/columns.ts'
import { seeded } from '#test/support/arbitraries.ts'

const FORMAT: CellFormat = { dates: 'ymd', numbers: 'dot', money: undefined }
const columns = {
  date: day('Day'),
  settledOn: optional(day('Settled')),
  time: clock('Time'),
  quantity: number('Quantity'),
  price: number('Price'),
  unit: unit('Currency'),
  isin: isin('ISIN'),
  name: text('Name'),
}
type Name = keyof typeof columns
const PLACES = new Map(Object.keys(columns).map((name, index) => [name, index]))

function lineOf(cells: Partial<Record<Name, string>>, format: Partial<CellFormat> = {}): RawLine & Record<Name, unknown> {
  const row = { number: 7, cells: Object.keys(columns).map((name) => cells[name as Name] ?? '') }
  return createLines(columns, PLACES, { ...FORMAT, ...format }, 100)(row) as RawLine & Record<Name, unknown>
}

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof RowRefusal) return error.code
    throw error
  }
}

const from = (letters: string, max: number) => fc.string({ unit: fc.constantFrom(...letters), maxLength: max })

test('the short way to read a number says what the long way says, in both styles', () => {
  fc.assert(
    fc.property(from('0123456789.,-', 14), fc.constantFrom<NumberStyle>('dot', 'comma'), (cell, style) => {
      // A blank before it turns the short way off.
      expect(parseNumber(cell, style)).toBe(parseNumber(` ${cell}`, style))
    }),
    seeded(20_000),
  )
})

test('the short way to read a day says what the long way says, in each order', () => {
  const two = from('0123', 2)
  const year = fc.oneof(from('0129', 4), fc.constantFrom('2024', '1999', '2000', '2100', '0000'))
  const separator = fc.constantFrom('-', '/', '.', '')
  const parts = fc.tuple(two, separator, two, separator, year).map((all) => all.join(''))
  const turned = fc.tuple(year, separator, two, separator, two).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(parts, turned), fc.constantFrom<DayOrder>('ymd', 'dmy', 'mdy'), (cell, order) => {
      expect(parseDay(cell, order)).toBe(parseDay(` ${cell}`, order))
    }),
    seeded(20_000),
  )
})

/** Whether a calendar has it, by its months alone. */
function exists(year: number, month: number, of: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return (
    month >= 1 && month <= 12 && of >= 1 && of <= ([31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0)
  )
}

test('a day is what its parts say, in each order, and no other day', () => {
  const parts = fc.record({ year: fc.integer({ min: 1900, max: 2199 }), month: fc.nat({ max: 14 }), of: fc.nat({ max: 33 }) })
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom<DayOrder>('ymd', 'dmy', 'mdy'),
      fc.constantFrom('-', '/', '.'),
      ({ year, month, of }, order, sign) => {
        const [y, m, d] = [String(year), String(month).padStart(2, '0'), String(of).padStart(2, '0')]
        const written = { ymd: [y, m, d], dmy: [d, m, y], mdy: [m, d, y] }[order].join(sign)
        const line = lineOf({ date: written }, { dates: order })
        if (exists(year, month, of)) expect(line.date).toBe(`${y}-${m}-${d}`)
        else expect(codeOf(() => line.date)).toBe('invalid-date')
      },
    ),
    seeded(3_000),
  )
})

test('an ISO day, as sheets give it, is read in each order; an empty day only where it may be', () => {
  for (const dates of ['ymd', 'dmy', 'mdy'] as const) {
    expect(lineOf({ date: '2024-02-03' }, { dates }).date).toBe('2024-02-03')
    expect(lineOf({ date: '2024-02-03 10:20:30' }, { dates }).date).toBe('2024-02-03')
  }
  expect(codeOf(() => lineOf({}).date)).toBe('invalid-date')
  expect(codeOf(() => lineOf({ date: '-' }).date)).toBe('invalid-date')
  expect(lineOf({ settledOn: '-' }).settledOn).toBeUndefined()
  expect(codeOf(() => lineOf({ settledOn: '31.02.2024' }, { dates: 'dmy' }).settledOn)).toBe('invalid-date')
})

test('a time of day is what its parts say, alone and behind a day', () => {
  const parts = fc.record({ hour: fc.nat({ max: 26 }), minute: fc.nat({ max: 62 }), second: fc.option(fc.nat({ max: 62 })) })
  fc.assert(
    fc.property(parts, fc.constantFrom('', '2024-05-02 ', '2024-05-02T', '02.05.2024, '), ({ hour, minute, second }, before) => {
      const two = (value: number) => String(value).padStart(2, '0')
      const written = `${two(hour)}:${two(minute)}${second === null ? '' : `:${two(second)}`}`
      const isTime = hour < 24 && minute < 60 && (second ?? 0) < 60
      const line = lineOf({ time: before + written })
      if (isTime) expect(line.time).toBe(written)
      else expect(codeOf(() => line.time)).toBe('invalid-time')
    }),
    seeded(3_000),
  )
  expect(lineOf({ time: '2024-05-02' }).time).toBeUndefined()
  expect(parseTime('12:05 AM')).toBe('00:05')
  expect(parseTime('12:05 pm')).toBe('12:05')
})

test('the short way to read a clock of twelve hours says what the long way says', () => {
  const ends = fc.constantFrom(' AM', ' PM', ' pm', 'AM', ' p.m', ' XM')
  const starts = fc.constantFrom('', ' ', '1', '4/2/2018 ', '2024-05-02T', '20240502;140305 ')
  const clocks = fc.tuple(starts, from('0123456789:', 8), ends)
  const likely = fc.tuple(starts, fc.nat({ max: 14 }), fc.nat({ max: 62 }), fc.nat({ max: 62 }), ends)
  fc.assert(
    fc.property(clocks, likely, (odd, [start, hour, minute, second, end]) => {
      const two = (value: number) => String(value).padStart(2, '0')
      // A blank behind it turns the short way off.
      for (const text of [odd.join(''), `${start}${hour}:${two(minute)}:${two(second)}${end}`])
        expect([text, parseTime(text)]).toEqual([text, parseTime(`${text} `)])
    }),
    seeded(10_000),
  )
  expect([parseTime('4/2/2018 8:00:00 AM'), parseTime('12:30:15 am'), parseTime('13:00:00 PM')]).toEqual([
    ...['08:00:00', '00:30:15', '13:00:00'],
  ])
})

test('a number is what decimal.js makes of it, rounded half to even at twelve places', () => {
  const digits = (max: number) => from('0123456789', max)
  fc.assert(
    fc.property(fc.boolean(), digits(12), digits(20), (isNegative, whole, fraction) => {
      const written = `${isNegative ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
      const wanted = new DecimalJs(written).toDecimalPlaces(12, DecimalJs.ROUND_HALF_EVEN).toFixed()
      const line = lineOf({ quantity: written, price: written })
      const other = lineOf({ price: written.replace('.', ',') }, { numbers: 'comma' })
      expect(line.quantity).toBe(wanted === '-0' ? '0' : wanted)
      expect([line.price, other.price]).toEqual([line.quantity, line.quantity])
      expect(line.cut.length).toBe(fraction.replace(/0+$/, '').length > 12 ? 2 : 0)
    }),
    seeded(2_000),
  )
})

test('halves go to the even neighbour, whatever stands far behind them', () => {
  const read = (quantity: string) => lineOf({ quantity }).quantity
  expect(['0.0000000000005', '0.0000000000015', '-0.0000000000025', '0.9999999999995'].map(read)).toEqual([
    '0',
    '0.000000000002',
    '-0.000000000002',
    '1',
  ])
  expect([read(`0.0000000000005${'0'.repeat(30)}1`), read(`1.${'9'.repeat(44)}`)]).toEqual(['0.000000000001', '2'])
})

test('an unreadable number is refused with its title and its text, each time that it is read; nothing is no number', () => {
  const line = lineOf({ quantity: '1,5' })
  for (const _ of [1, 2]) expect(() => line.quantity).toThrow('Quantity: "1,5" is no number with a decimal point.')
  expect(() => lineOf({ price: '1.5' }, { numbers: 'comma' }).price).toThrow('Price: "1.5" is no number with a decimal comma.')
  for (const cell of ['', '-', '--', '–', 'n/a', 'N/A', 'null', 'None'])
    expect(lineOf({ quantity: cell }).quantity).toBeUndefined()
})

test('a currency in pence is a hundredth of it, in the letter case that says so and in no other', () => {
  const known = { GBX: 'GBP', GBp: 'GBP', ILA: 'ILS', ZAc: 'ZAR', ZAC: 'ZAR', USX: 'USD' }
  for (const [cell, currency] of Object.entries(known)) expect(lineOf({ unit: cell }).unit).toEqual({ currency, divisor: 100 })
  expect(lineOf({ unit: 'KWF' }).unit).toEqual({ currency: 'KWD', divisor: 1000 })
  for (const cell of ['GBP', 'gbp', 'Gbp']) expect(lineOf({ unit: cell }).unit).toEqual({ currency: 'GBP', divisor: 1 })
  expect(lineOf({ unit: '-' }).unit).toBeUndefined()
  expect(codeOf(() => lineOf({ unit: 'BTC' }).unit)).toBe('unknown-currency')
  expect(lineOf({ unit: 'BTC' }, { money: new Set(['EUR']) }).unit).toEqual({ currency: 'BTC', divisor: 1 })
})

test('an ISIN has two letters, nine letters or digits and a digit; nothing else is one', () => {
  fc.assert(
    fc.property(from('ABZabz019', 13), (cell) => {
      const isOne = cell.length === 12 && /^[a-z]{2}$/i.test(cell.slice(0, 2)) && '0123456789'.includes(cell.slice(11))
      if (cell === '') expect(lineOf({ isin: cell }).isin).toBeUndefined()
      else if (isOne) expect(lineOf({ isin: cell }).isin).toBe(cell.toUpperCase())
      else expect(codeOf(() => lineOf({ isin: cell }).isin)).toBe('invalid-isin')
    }),
    seeded(2_000),
  )
  expect(lineOf({ isin: 'us0378331005' }).isin).toBe('US0378331005')
})

test('one cell in two columns is read as each of them says', () => {
  const both = { figure: number('X'), words: text('X') }
  const places = new Map([
    ['figure', 0],
    ['words', 0],
  ])
  const line = createLines(both, places, FORMAT, 0)({ number: 2, cells: ['1.2340'] }) as RawLine &
    Record<keyof typeof both, unknown>
  for (const _ of [1, 2]) expect([line.figure, line.words]).toEqual(['1.234', '1.2340'])
})

test('a cell is trimmed, a short row is empty at its end, and the row number has the offset of its table', () => {
  const line = lineOf({ name: '  Acme \u00a0' })
  expect(line.name).toBe('Acme')
  expect(line.row).toBe(107)
  const short = createLines(columns, PLACES, FORMAT, 0)({ number: 1, cells: ['2024-01-02'] }) as RawLine & Record<Name, unknown>
  expect([short.date, short.quantity, short.name]).toEqual(['2024-01-02', undefined, ''])
})

test('lines of one layout in two tables are read where each table has its columns', () => {
  const swapped = new Map([...PLACES].map(([name, place]) => [name, columns.name === columns[name as Name] ? 0 : place + 1]))
  const here = lineOf({ date: '2024-01-02', name: 'Acme' })
  const there = createLines(
    columns,
    swapped,
    { ...FORMAT, numbers: 'comma' },
    0,
  )({
    number: 1,
    cells: ['Other', '2023-05-06', '', '', '1,5'],
  }) as RawLine & Record<Name, unknown>
  for (const _ of [1, 2]) {
    expect([here.date, here.quantity, here.name]).toEqual(['2024-01-02', undefined, 'Acme'])
    expect([there.date, there.quantity, there.name]).toEqual(['2023-05-06', '1.5', 'Other'])
  }
})

test('what is made of a text is made once in a table, also of the empty one of a column that is not there', () => {
  const texts: string[] = []
  const title = text('Kind')
  const own = {
    kind: made(title, (word) => texts.push(word) && word.toLowerCase()),
    size: made(optional(text('Size')), (word) => word.length),
  }
  const toLine = createLines(own, new Map([['kind', 0]]), FORMAT, 0)
  const lines = [' Buy', 'Sell', 'Buy ', 'Sell'].map((cell, index) => toLine({ number: index, cells: [cell] }))
  expect(
    lines.map((line) => [(line as typeof line & { kind: string }).kind, (line as typeof line & { size: number }).size]),
  ).toEqual([
    ['buy', 0],
    ['sell', 0],
    ['buy', 0],
    ['sell', 0],
  ])
  expect(texts).toEqual(['Buy', 'Sell'])
})
