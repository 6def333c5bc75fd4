import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Schedule, valueOn } from '#plugins/assets/scheduled-yield/accrual.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import { decimal, formatDecimal, ONE, round, subtract, whole } from '#src/shared/decimal.ts'

const schedule = (fields: Partial<Schedule>): Schedule => ({
  ...{ rate: ONE, principal: whole(1), start: '2000-01-01', maturity: undefined, dayCount: 'ACT/365', compounding: 'simple' },
  ...fields,
})

/** Interest from one day to another on 10,000 at 10 % a year, in cents. */
function interest(dayCount: Schedule['dayCount'], start: string, end: string): string {
  const grown = valueOn(schedule({ dayCount, start, rate: decimal('0.1'), principal: whole(10_000) }), end)
  return formatDecimal(round(subtract(grown, whole(10_000)), 2))
}

/** ISDA, "EMU and market conventions: recent developments" (1998) and the memorandum on Actual/Actual (1999): coupon periods and their ISDA figures. */
const ISDA_ACT_ACT = [
  ['2003-11-01', '2004-05-01', '497.72'],
  ['1999-02-01', '1999-07-01', '410.96'],
  ['1999-07-01', '2000-07-01', '1001.38'],
  ['2002-08-15', '2003-07-15', '915.07'],
  ['2003-07-15', '2004-01-15', '504'],
  ['1999-07-30', '2000-01-30', '503.89'],
  ['2000-01-30', '2000-06-30', '415.3'],
  ['1999-11-30', '2000-04-30', '415.54'],
] as const

for (const [start, end, expected] of ISDA_ACT_ACT)
  test(`ACT/ACT (ISDA) from ${start} to ${end}`, () => expect(interest('ACT/ACT', start, end)).toBe(expected))

/** ISDA, "30/360 day count conventions" (2006 definitions, 4.16(f), the bond basis): days between two days. */
const ISDA_30_360 = [
  ['2007-01-15', '2007-01-30', 15],
  ['2007-01-15', '2007-02-15', 30],
  ['2007-01-15', '2007-07-15', 180],
  ['2007-09-30', '2008-03-31', 180],
  ['2007-09-30', '2007-10-31', 30],
  ['2007-09-30', '2008-09-30', 360],
  ['2007-01-15', '2007-01-31', 16],
  ['2007-01-31', '2007-02-28', 28],
  ['2007-02-28', '2007-03-31', 33],
  ['2006-08-31', '2007-02-28', 178],
  ['2007-02-28', '2007-08-31', 183],
  ['2007-02-14', '2007-02-28', 14],
  ['2007-02-26', '2008-02-29', 363],
  ['2008-02-29', '2009-02-28', 359],
  ['2008-02-29', '2008-03-30', 31],
  ['2008-02-29', '2008-03-31', 32],
] as const

for (const [start, end, days] of ISDA_30_360)
  test(`30/360 from ${start} to ${end} is ${days} days`, () => {
    const grown = valueOn(schedule({ dayCount: '30/360', start, rate: whole(360) }), end)
    expect(formatDecimal(subtract(grown, ONE))).toBe(String(days))
  })

test('ACT/360 and ACT/365 count real days, by the year of 360 and of 365', () => {
  expect([interest('ACT/360', '2024-01-01', '2024-03-31'), interest('ACT/365', '2024-01-01', '2024-03-31')]).toEqual([
    '250',
    '246.58',
  ])
})

test('compound interest as the textbook has it: 1,000 at 5 % for ten years, a year, a half, a quarter and a month at a time', () => {
  const grown = (compounding: Schedule['compounding']) =>
    formatDecimal(round(valueOn(schedule({ compounding, rate: decimal('0.05'), principal: whole(1000) }), '2010-01-01'), 2))
  expect((['annual', 'semiannual', 'quarterly', 'monthly'] as const).map(grown)).toEqual([
    '1628.89',
    '1638.62',
    '1643.62',
    '1647.01',
  ])
})

test('property: it never sinks with time, begins with the principal, and stays after maturity', () => {
  const days = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2000-01-31', days))
  const kinds = fc.record({
    dayCount: fc.constantFrom(...(['ACT/365', 'ACT/360', 'ACT/ACT'] as const)),
    compounding: fc.constantFrom(...(['simple', 'annual', 'semiannual', 'quarterly', 'monthly'] as const)),
  })
  fc.assert(
    fc.property(days, days, kinds, (one, other, kind) => {
      const [early = '', late = ''] = [one, other].sort()
      const made = schedule({ ...kind, start: '2000-01-31', rate: decimal('0.04'), principal: whole(100) })
      const [before, after] = [valueOn(made, early), valueOn(made, late)]
      // The stub of a period by ACT/360 may exceed its part of the year by 366/360.
      const slack = kind.dayCount === 'ACT/360' || kind.compounding !== 'simple' ? before / 1000n : 0n
      expect(after + slack >= before).toBe(true)
      expect(valueOn(made, '2000-01-31')).toBe(whole(100))
      expect(valueOn({ ...made, maturity: early }, late)).toBe(before)
      expect(daysBetween(early, late)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})
