import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DayOrder, daySerial, instantOf, parseDay, parseTime } from '#plugins/kit/date.ts'

/** A second implementation: the calendar of `Date`. */
function exists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
const pad = (value: number, length: number) => String(value).padStart(length, '0')

const parts = fc.record({
  year: fc.integer({ min: 1900, max: 2100 }),
  month: fc.integer({ min: 0, max: 13 }),
  day: fc.integer({ min: 0, max: 32 }),
})

test('a day is read in the order that is stated, exactly when it exists', () => {
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom('ymd', 'dmy', 'mdy'),
      fc.constantFrom('-', '/', '.', ' ', '. '),
      fc.boolean(),
      fc.constantFrom('', ' 14:03:05', 'T14:03:05Z', ', 2:03 PM'),
      ({ year, month, day }, order, separator, padded, tail) => {
        const [m, d] = padded ? [pad(month, 2), pad(day, 2)] : [String(month), String(day)]
        const texts = { ymd: [pad(year, 4), m, d], dmy: [d, m, pad(year, 4)], mdy: [m, d, pad(year, 4)] }
        const text = texts[order as DayOrder].join(separator) + tail
        expect(parseDay(text, order as DayOrder)).toBe(
          exists(year, month, day) ? `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` : undefined,
        )
      },
    ),
    { numRuns: 3000 },
  )
})

test('two-digit years are 1980 to 2079', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), (year) => {
      expect(parseDay(`05.02.${pad(year, 2)}`, 'dmy')).toBe(`${year >= 80 ? 1900 + year : 2000 + year}-02-05`)
    }),
  )
  for (const text of ['05.02.4', '05.02.204', '5-02-04'])
    expect(parseDay(text, text.startsWith('0') ? 'dmy' : 'ymd')).toBeUndefined()
})

test('month names are read in seven languages, long and short, with and without accents and dots', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'])
    for (const style of ['long', 'short'] as const)
      for (let month = 1; month <= 12; month++) {
        const name = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(Date.UTC(2023, month - 1, 1))
        const wanted = `2023-${pad(month, 2)}-09`
        expect(parseDay(`9 ${name} 2023`, 'dmy')).toBe(wanted)
        expect(parseDay(`9-${name.toUpperCase()}-2023`, 'dmy')).toBe(wanted)
        expect(parseDay(`${name} 9, 2023`, 'mdy')).toBe(wanted)
      }
  expect(parseDay('9 de enero de 2023', 'dmy')).toBe('2023-01-09')
  expect(parseDay('9. Mrz 2023', 'dmy')).toBe('2023-03-09')
})

test('an English weekday may stand before a day', () => {
  const days = ['Fri Nov 24 2023 10:12:03 GMT+0000', 'Friday, November 24, 2023', 'fri. Nov 24 2023', 'Nov 24 2023']
  expect(days.map((day) => parseDay(day, 'mdy'))).toEqual(days.map(() => '2023-11-24'))
  expect(parseDay('Wednesday 1 May 2024', 'dmy')).toBe('2024-05-01')
  expect(parseDay('Freitag Nov 24 2023', 'mdy')).toBeUndefined()
})

test('days without separators are read year first only', () => {
  expect(parseDay('20240229', 'ymd')).toBe('2024-02-29')
  expect(parseDay('20240229;140305', 'ymd')).toBe('2024-02-29')
  expect(parseDay('20230229', 'ymd')).toBeUndefined()
  expect(parseDay('29022024', 'dmy')).toBeUndefined()
})

test('no day, no guess', () => {
  for (const text of [
    '',
    'olga',
    '2024',
    '13/13/2024',
    '2024-02-30',
    '9 constructor 2023',
    '9 toString 2023',
    '1-2-3-4',
    '12.50',
  ])
    for (const order of ['ymd', 'dmy', 'mdy'] as const) expect(parseDay(text, order)).toBeUndefined()
  expect(parseDay(undefined, 'ymd')).toBeUndefined()
})

test('a time is read exactly when the clock has it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 70 }),
      fc.option(fc.integer({ min: 0, max: 70 }), { nil: undefined }),
      fc.constantFrom('', '2024-05-02 ', '2024-05-02T', '02/05/2024, '),
      (hour, minute, second, before) => {
        const text = `${before}${pad(hour, 2)}:${pad(minute, 2)}${second === undefined ? '' : `:${pad(second, 2)}`}`
        const wanted = hour < 24 && minute < 60 && (second ?? 0) < 60 ? text.slice(before.length) : undefined
        expect(parseTime(text)).toBe(wanted)
      },
    ),
    { numRuns: 1000 },
  )
})

test('the twelve-hour clock is read', () => {
  const cases = [
    ['12:00 AM', '00:00'],
    ['12:59 am', '00:59'],
    ['1:05 AM', '01:05'],
    ['12:00 PM', '12:00'],
    ['2:03:09 PM', '14:03:09'],
    ['2:03 p.m', '14:03'],
  ] as const
  for (const [text, wanted] of cases) expect(parseTime(text)).toBe(wanted)
  expect(parseTime('13:00 AM')).toBeUndefined()
  expect(parseTime('20240502;140305')).toBe('14:03:05')
  expect(parseTime('14:03:05.123Z')).toBe('14:03:05')
  for (const end of ['', 'Z', ' UTC', ' CET', '.123Z', '.123456Z', '+01:00'])
    for (const between of [' ', 'T']) expect(parseTime(`2024-05-02${between}14:03:05${end}`)).toBe('14:03:05')
  for (const end of ['Z', ' UTC']) expect(parseTime(`2024-05-02T25:03:05${end}`)).toBeUndefined()
  expect(parseTime('Fri Nov 24 2023 10:12:03 GMT+0000')).toBe('10:12:03')
  expect(parseTime('Fri Nov 24 2023 24:12:03 GMT+0000')).toBeUndefined()
  expect(parseTime('2024-05-02')).toBeUndefined()
})

test('a spreadsheet serial is the day that a count from 1899-12-30 gives', () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_958_465 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (serial, part) => {
      const day = new Date(Date.UTC(1899, 11, 30))
      day.setUTCDate(day.getUTCDate() + serial)
      expect(daySerial(serial + part)).toBe(day.toISOString().slice(0, 10))
    }),
  )
  for (const serial of [0, 60, -1, Number.NaN, Number.POSITIVE_INFINITY, 2_958_466]) expect(daySerial(serial)).toBeUndefined()
})

test('a day and a time in ten and eight characters are read as the same ones with a blank before them', () => {
  const unit = fc.constantFrom('2024', '02', '29', '13', '31', '-', '.', '/', ':', ' ', 'T', '7', '00', '59', 'PM')
  const shaped = fc.constantFrom('2024-02-29', '29.02.2024', '02/29/2024', '2023-02-29', '20240229')
  const text = fc.tuple(
    shaped,
    fc.constantFrom('', ' ', 'T', ';', '5', ' 10:20:30', 'T25:00:00', ' 1:02:03', '.10:20:30 PM'),
    fc.string({ unit, maxLength: 5 }),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('ymd' as const, 'dmy' as const, 'mdy' as const), (parts, order) => {
      const cell = parts.join('')
      expect(parseDay(cell, order)).toBe(parseDay(` ${cell}`, order))
      expect(parseTime(cell)).toBe(parseTime(`${cell.slice(0, 8) === '20240229' ? '' : ' '}${cell}`))
    }),
    { numRuns: 5_000 },
  )
  expect(parseTime('10:20:30')).toBe('10:20:30')
  expect(parseTime('2024-02-29T10:20:30')).toBe('10:20:30')
})

test('a month by its name is the month wherever it stands', () => {
  expect(parseDay('10-Jan-22', 'mdy')).toBe('2022-01-10')
  expect(parseDay('January 10, 2022', 'dmy')).toBe('2022-01-10')
  expect(parseDay('10/1/22', 'mdy')).toBe('2022-10-01')
})

test('the instant of a day and a time is that of `Date`', () => {
  const day = fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(day, fc.boolean(), (date, hasSeconds) => {
      const text = date.toISOString()
      const time = text.slice(11, hasSeconds ? 19 : 16)
      expect(instantOf(text.slice(0, 10), time)).toBe(Date.parse(`${text.slice(0, 10)}T${time}Z`))
    }),
  )
  expect(instantOf('2024-02-29')).toBe(Date.parse('2024-02-29T00:00Z'))
})
