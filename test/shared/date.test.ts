import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, dayOf, daysBetween, daysInMonth, isDay, isTimeOfDay, monthOf } from '#src/shared/date.ts'
import { processorTime } from '#test/support/processor-time.ts'

const runs = { numRuns: 2000 }
const MILLISECONDS_PER_DAY = 86_400_000
/** Every day from 1600 to 2400: four centuries on both sides of the rule for century years. */
const instants = fc.integer({
  min: Date.UTC(1600, 0, 1) / MILLISECONDS_PER_DAY,
  max: Date.UTC(2400, 11, 31) / MILLISECONDS_PER_DAY,
})
const days = instants.map((number) => new Date(number * MILLISECONDS_PER_DAY).toISOString().slice(0, 10))

describe('isDay', () => {
  test('is true for every day that Date makes', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(isDay(day)).toBe(true)
      }),
      runs,
    )
  })

  test('agrees with Date about which days exist', () => {
    const part = (max: number, length: number) => fc.nat({ max }).map((number) => String(number).padStart(length, '0'))
    fc.assert(
      fc.property(part(9999, 4), part(14, 2), part(33, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`
        const date = new Date(`${text}T00:00:00Z`)
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
        expect([text, isDay(text)]).toEqual([text, exists])
      }),
      { numRuns: 5000 },
    )
  })

  test('counts leap years', () => {
    for (const day of ['2024-02-29', '2000-02-29', '2400-02-29']) expect(isDay(day)).toBe(true)
    for (const day of ['2023-02-29', '1900-02-29', '2100-02-29', '2024-02-30', '2026-04-31']) expect(isDay(day)).toBe(false)
  })

  test('refuses every other form', () => {
    const wrong = [
      '',
      '2026',
      '2026-1-2',
      '26-01-02',
      '2026-01-02 ',
      ' 2026-01-02',
      '2026-01-02\n',
      '2026/01/02',
      '02.01.2026',
      '20260102',
    ]
    for (const text of [
      ...wrong,
      '2026-01-02T00:00:00Z',
      '-2026-01-02',
      '+02026-01-02',
      '2026-00-10',
      '2026-10-00',
      '٢٠٢٦-٠١-٠٢',
    ]) {
      expect([text, isDay(text)]).toEqual([text, false])
    }
    const started = processorTime()
    expect(isDay('2026-01-02'.repeat(1_000_000))).toBe(false)
    expect(processorTime() - started).toBeLessThan(2_000)
  })
})

describe('arithmetic', () => {
  test('addDays agrees with setUTCDate', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
        const date = new Date(`${day}T12:00:00Z`)
        date.setUTCDate(date.getUTCDate() + count)
        expect(addDays(day, count)).toBe(date.toISOString().slice(0, 10))
      }),
      runs,
    )
  })

  test('daysBetween is what addDays adds, and has a sign', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
        expect(Object.is(daysBetween(day, day), 0)).toBe(true)
      }),
      runs,
    )
    expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366)
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
  })

  test('texts sort as the days do', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        expect(a < b).toBe(daysBetween(a, b) > 0)
      }),
      runs,
    )
  })

  test('RangeError instead of a day that four digits of year cannot hold', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addDays('0000-01-01', -1)).toThrow(RangeError)
    expect(() => addDays('2026-02-31x', 1)).toThrow(RangeError)
    expect(() => dayOf(new Date(Number.NaN))).toThrow(RangeError)
    expect(() => dayOf(new Date(8.64e15))).toThrow(RangeError)
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
    expect(addDays('0000-01-02', -1)).toBe('0000-01-01')
  })

  test('daysInMonth agrees with Date', () => {
    for (let year = 1896; year <= 2104; year++) {
      for (let month = 1; month <= 12; month++)
        expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate())
    }
    expect([2000, 2400, 1900, 2100].map((year) => daysInMonth(year, 2))).toEqual([29, 29, 28, 28])
  })

  test('dayOf and monthOf cut the UTC instant', () => {
    expect(dayOf(new Date('2026-03-29T23:30:00-02:00'))).toBe('2026-03-30')
    expect(dayOf(new Date('2026-03-29T00:30:00+02:00'))).toBe('2026-03-28')
    expect(monthOf('2026-03-30')).toBe('2026-03')
  })
})

describe('isTimeOfDay', () => {
  test('takes minutes, seconds and milliseconds', () => {
    for (const text of ['00:00', '23:59', '09:05:07', '23:59:59.9', '12:00:00.123']) expect(isTimeOfDay(text)).toBe(true)
  })

  test('refuses the rest', () => {
    const wrong = [
      '',
      '24:00',
      '9:05',
      '12:60',
      '12:00:60',
      '12:00:00.',
      '12:00:00.1234',
      '12:00Z',
      '12:00 ',
      ' 12:00',
      '1200',
      '12:00:00,5',
    ]
    for (const text of wrong) expect([text, isTimeOfDay(text)]).toEqual([text, false])
  })
})
