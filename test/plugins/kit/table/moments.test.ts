import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DayOrder, parseDay, parseTime } from '#plugins/kit/date.ts'
import { RowRefusal } from '#plugins/kit/refuse.ts'
import { type CellFormat, createLines } from '#plugins/kit/table/cells.ts'
import { clock, day } from '#plugins/kit/table/columns.ts'
import { seeded } from '#test/support/arbitraries.ts'

const columns = { date: day('Moment'), time: clock('Moment') }
const PLACES = new Map([
  ['date', 0],
  ['time', 0],
])

/** What a column of days and one of times say of each cell, `refused` for one that neither can be read from. */
function readAll(cells: readonly string[], dates: DayOrder): readonly unknown[] {
  const format: CellFormat = { dates, numbers: 'dot', money: undefined }
  const lineOf = createLines(columns, PLACES, format, 0)
  return cells.map((cell, index) => {
    const line = lineOf({ number: index, cells: [cell] })
    return [read(() => line['date']), read(() => line['time'])]
  })
}

function read(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof RowRefusal) return 'refused'
    throw error
  }
}

test('a moment is of its own day and time, whatever moments stand above it', () => {
  const [two, year] = [fc.constantFrom('1', '2', '12', '24', '31', '02'), fc.constantFrom('20', '2020', '2023', '1999', '23')]
  const month = fc.oneof(two, fc.constantFrom('Nov', 'Sept.', 'November', 'mars'))
  const separator = fc.constantFrom('-', '/', '.', ' ', ', ')
  const tail = fc.constantFrom('', ' 10:00', ' 7:58:00 AM', 'T14:03:05Z', ', 10:00', '1', ' 2023', '20 10:00', '-x')
  const weekday = fc.constantFrom('', '', '', 'Fri ')
  const cell = fc
    .oneof(
      fc.tuple(weekday, month, separator, month, separator, year, tail),
      fc.tuple(year, separator, two, separator, two, tail),
    )
    .map((parts) => parts.join(''))
  const order = fc.constantFrom<DayOrder>('ymd', 'dmy', 'mdy')
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 12 }), order, (cells, dates) => {
      expect(readAll(cells, dates)).toEqual(cells.map((one) => readAll([one], dates)[0]))
    }),
    seeded(5_000),
  )
})

test('the year of a moment may stand where its first ten characters end', () => {
  const cells = ['Nov 24, 2020 10:00', 'Nov 24, 2023 10:00', 'Nov 24, 20 10:00', '1/2/2024 3:04 PM', '1/2/2024, 3:04 PM']
  const days = ['2020-11-24', '2023-11-24', '2020-11-24', '2024-01-02', '2024-01-02']
  expect(readAll(cells, 'mdy').map((both) => (both as string[])[0])).toEqual(days)
  expect(days).toEqual(cells.map((one) => parseDay(one, 'mdy') ?? ''))
})

test('a time of five characters is what it is behind a blank', () => {
  const cell = fc.tuple(...Array.from({ length: 5 }, () => fc.constantFrom(...'0123459:'))).map((all) => all.join(''))
  fc.assert(
    fc.property(cell, (text) => {
      expect(parseTime(text)).toBe(parseTime(` ${text}`))
    }),
    seeded(5_000),
  )
})
