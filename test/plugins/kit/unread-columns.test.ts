import { expect, test } from 'bun:test'
import { undoneRows, unreadColumns } from '#plugins/kit/index.ts'

const table = (...lines: string[]) => lines.map((line, index) => ({ number: index + 1, cells: line.split(';') }))
const read = new Set(['Day', 'Amount'])
const warned = (...lines: string[]) =>
  unreadColumns({ rows: table(...lines), header: 0 }, (_, title) => read.has(title)).map(({ detail }) => detail.slice(0, 70))

test('a column that looks as if it counted is named with the first row that fills it', () => {
  const issues = unreadColumns({ rows: table('Day;Stamp  duty;Amount', '1;0.00;5', '2;1.20;6'), header: 0 }, (_, title) =>
    read.has(title),
  )
  expect(issues).toEqual([
    {
      row: null,
      severity: 'warning',
      code: 'column-unread',
      detail:
        'Nothing is read of the column Stamp duty, whose title looks as if it counted (row 3). Compare what was booked of that row, and report the title so that it can be added.',
    },
  ])
})

test('what is empty, zero, nothing in a word or a status of what was carried out says nothing', () => {
  for (const cell of ['', '0', '0,00', '-', '0.00 EUR', 'n/a', 'None', 'false'])
    expect([cell, warned('Day;Fee', `1;${cell}`)]).toEqual([cell, []])
  expect(warned('Day;Status', '1;Completed', '2;Executed')).toEqual([])
  expect(warned('Day;Status', '1;Completed', '2;Cancelled')).toHaveLength(1)
})

test('a column that is read, has no title or says nothing of what is booked is passed over', () => {
  expect(warned('Day;Note;;Amount', '1;x;3;4')).toEqual([])
})

test('only the rows below these titles and above the next ones count, and a title is named once', () => {
  const rows = table('Day;Fee', '1;0', 'Day;Tax', '1;2')
  const reported = new Set<string>()
  const of = (header: number, end?: number) =>
    unreadColumns({ rows, header, ...(end === undefined ? {} : { end }) }, (index) => index === 0, reported)
  expect([of(0, 2), of(2).length, of(2)]).toEqual([[], 1, []])
})

test('the status of a row is found however its title is joined', () => {
  for (const title of [
    'Status',
    'Order status',
    'orderStatus',
    'Orderstatus',
    'ORDER_STATUS',
    'tradeState',
    'Ausführungsstatus',
  ]) {
    const undone = undoneRows({ rows: table(`Day;${title}`, '1;Executed', '2;Cancelled'), header: 0 }, () => false)
    expect([title, undone.map(({ row, code }) => [row, code])]).toEqual([title, [[3, 'not-executed']]])
  }
  expect(undoneRows({ rows: table('Day;Statement', '1;Cancelled'), header: 0 }, () => false)).toEqual([])
})
