import { expect, test } from 'bun:test'
import {
  agrees,
  attempt,
  closeRowBook,
  decimal,
  ignore,
  inUnit,
  marksBy,
  openRowBook,
  readSections,
  refuse,
  repeated,
  unitOfCode,
  warn,
} from '#plugins/kit/index.ts'

const draft = (row: number, asset?: string) => ({ rows: [row] as const, type: 'FEE' as const, date: '2024-01-02', asset })

test('what refused rows have written is taken back, and each of them is an error', () => {
  const book = openRowBook()
  const [one, two] = [
    { row: 3, cells: ['a', 'b'] },
    { row: 4, cells: ['c', 'd'], rows: [4, 5] },
  ]
  attempt(book, [one], () => book.transactions.push(draft(3)))
  attempt(book, [one, two], () => {
    book.transactions.push(draft(4))
    warn(book, two, 'odd', 'Odd.')
    ignore(book, two, 'nothing')
    refuse('bad', 'Bad.')
  })
  expect(book.transactions).toEqual([draft(3)])
  expect(book.issues).toEqual([
    { row: 3, severity: 'error', code: 'bad', detail: 'Bad.', text: 'a | b' },
    { row: 4, severity: 'error', code: 'bad', detail: 'Bad.', text: 'c | d' },
  ])
  expect(book.ignored).toEqual([{ row: 5, reason: 'continues row 4' }])
})

test('other errors than refusals are not held back', () => {
  expect(() => attempt(openRowBook(), [], () => decimal('x'))).toThrow(RangeError)
})

test('a closed book has the assets that its drafts name, and its rows in order where that is wanted', () => {
  const book = openRowBook([{ row: 9, reason: 'later' }])
  for (const ref of ['A', 'B']) book.assets.set(ref, { ref, symbol: ref })
  book.transactions.push(draft(7, 'B'), draft(2))
  book.ignored.push({ row: 1, reason: 'header' })
  expect(closeRowBook(book).transactions.map(({ rows }) => rows[0])).toEqual([7, 2])
  const sorted = closeRowBook(book, true)
  expect(sorted.transactions.map(({ rows }) => rows[0])).toEqual([2, 7])
  expect(sorted.assets).toEqual([{ ref: 'B', symbol: 'B' }])
  expect(sorted.ignored.map(({ row }) => row)).toEqual([1, 9])
})

test('sections are the rows below each header, which and what stands above are ignored', () => {
  const rows = ['note', 'H1', 'a', 'note', 'H2', 'b', 'c'].map((cell, index) => ({ number: index + 1, cells: [cell] }))
  const read = ([cell = '']: readonly string[]) => (cell.startsWith('H') ? cell : undefined)
  const isPreamble = (row: { cells: readonly string[] }) => row.cells[0] === 'note'
  const ignored: { row: number; reason: string }[] = []
  const sections = readSections([{ name: '', rows }], ignored, { read, isPreamble })
  expect(sections?.map(({ row, layout }) => `${row.number} ${layout}`)).toEqual(['3 H1', '6 H2', '7 H2'])
  expect(ignored).toEqual([
    { row: 1, reason: 'preamble' },
    { row: 2, reason: 'header' },
    { row: 4, reason: 'preamble' },
    { row: 5, reason: 'header' },
  ])
  expect(readSections([{ name: '', rows: rows.slice(0, 1) }], [], { read })).toBeUndefined()
})

test('ids in several rows are named once, blank ones never; marks are read by row', () => {
  expect([...repeated(['a', '', 'b', '', 'a', 'a'])]).toEqual(['a'])
  const marks = marksBy(
    [{ n: 1 }, { n: 2 }],
    ({ n }) => n,
    ({ n }) => ({ of: [`m${n}`], perhapsOf: [] }),
  )
  expect([marks(2), marks(3)]).toEqual([{ of: ['m2'], perhapsOf: [] }, undefined])
})

test('a value agrees within 0.02 or 0.2 %, 0.5 % with a rate; pence are pounds', () => {
  const pair = (a: string, b: string, hasRate?: boolean) => agrees(decimal(a), decimal(b), hasRate)
  expect([pair('1.02', '1'), pair('1.03', '1'), pair('1002', '1000'), pair('1003', '1000')]).toEqual([true, false, true, false])
  expect([pair('1005', '1000', true), pair('1006', '1000', true), pair('-1', '1')]).toEqual([true, false, false])
  expect(unitOfCode('GBX')).toMatchObject({ currency: 'GBP', divisor: 100 })
  expect([unitOfCode('EUR'), unitOfCode('eur')]).toEqual([{ currency: 'EUR', divisor: 1 }, undefined])
  expect(inUnit(decimal('250'), unitOfCode('GBX'))).toBe(decimal('2.5'))
})
