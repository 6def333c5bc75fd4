import { expect, test } from 'bun:test'
import fc from 'fast-check'
import Papa from 'papaparse'
import { readCsv } from '#plugins/kit/csv.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { processorTime } from '#test/support/processor-time.ts'

const cellsOf = (text: string, options = {}) => readCsv(text, options).rows.map((row) => [...row.cells])
const numbersOf = (text: string) => readCsv(text).rows.map((row) => row.number)

test('cells are read as a second implementation reads them, whatever they hold', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'B', '7', ',', '"', '\n', '\r\n', ' ', ';', 'é', '€', "'") })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (table, newline, ended) => {
      const text =
        table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join(newline) +
        (ended ? newline : '')
      const wanted = Papa.parse<string[]>(text, { delimiter: ',', newline }).data.filter((row) =>
        row.some((value) => value.trim() !== ''),
      )
      const { rows: read, faults } = readCsv(text, { delimiter: ',' })
      const whole = faults.length === 0 ? wanted : wanted.slice(0, -1)
      expect(read.map((row) => [...row.cells])).toEqual(whole)
    }),
    { numRuns: 500 },
  )
})

test('cells without quotes are read as a second implementation reads them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '7', ' ', '.', 'é', "'", '-') })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }), (table) => {
      const text = `${table.map((row) => row.join(';')).join('\n')}\n`
      const wanted = Papa.parse<string[]>(text, { delimiter: ';' }).data.filter((row) => row.some((value) => value.trim() !== ''))
      expect(cellsOf(text, { delimiter: ';' })).toEqual(wanted)
    }),
  )
})

test('any text is read without throwing, and what is left out is named', () => {
  const noise = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '1'), maxLength: 60 })
  fc.assert(
    fc.property(noise, (text) => {
      const { rows, faults } = readCsv(text, { delimiter: ',' })
      const seen = new Set([...rows.map((row) => row.number), ...faults.map((fault) => fault.line)])
      expect(seen.size).toBe(rows.length + faults.length)
      if (!text.includes('"') && text.trim().replaceAll(',', '').trim() !== '') expect(seen.size).toBeGreaterThan(0)
    }),
    { numRuns: 1000 },
  )
})

test('a row is numbered by its physical line: quoted line breaks, blank rows and `sep=` count', () => {
  expect(numbersOf('a,b\n"x\ny",1\n\n , \nc,d\n')).toEqual([1, 2, 6])
  expect(numbersOf('sep=;\r\na;b\r\n"x\r\ny";1\r\nc;d')).toEqual([2, 3, 5])
  expect(cellsOf('sep=;\r\na;b\r\n')).toEqual([['a', 'b']])
})

test('two rows of different widths show their delimiter, where each has it', () => {
  expect(cellsOf('day;amount;name;note;\n31.01.2024;9,5;Harbour;;\n')).toEqual([
    ['day', 'amount', 'name', 'note', ''],
    ['31.01.2024', '9,5', 'Harbour', '', ''],
  ])
  expect(cellsOf('day;amount;note\n31.01.2024;9,5\n')[1]).toEqual(['31.01.2024', '9,5'])
  expect(cellsOf('day,note\n2024-01-31,a;b\n')[1]).toEqual(['2024-01-31', 'a;b'])
})

test('CR alone ends lines when there is no LF', () => {
  expect(readCsv('a,b\r1,2\r3,4').rows).toEqual([
    { number: 1, cells: ['a', 'b'] },
    { number: 2, cells: ['1', '2'] },
    { number: 3, cells: ['3', '4'] },
  ])
})

test('the delimiter is found: semicolon with decimal commas, TAB, bar, comma after a preamble', () => {
  expect(readCsv('a;b\n1,5;2,5\n3,5;4,5\n').delimiter).toBe(';')
  expect(readCsv('a\tb\n1,5\t"x;y"\n').delimiter).toBe('\t')
  expect(readCsv('a|b\n1|2\n').delimiter).toBe('|')
  expect(readCsv('Account; main\n\na,b,c\n1,2,3\n4,5,6\n').delimiter).toBe(',')
  expect(readCsv('olga').delimiter).toBe(',')
})

test('a sign that stands once in most texts is no delimiter where commas cut all rows alike', () => {
  const rows = Array.from({ length: 12 }, (_, index) => `2024-02-${index + 10},BUY,Oats; rolled,${index},1.50`)
  expect(readCsv(`Day,Kind,Text,Units,Price\n${rows.join('\n')}\n`).delimiter).toBe(',')
  expect(readCsv(`Day,Kind,Text,Units,Price\n${rows.join('\n').replaceAll('; ', '|')}\n`).delimiter).toBe(',')
  const european = rows.map((row) => row.replaceAll(/[,;.]/g, (sign) => (sign === '.' ? ',' : sign === ',' ? ';' : ',')))
  expect(readCsv(`Day;Kind;Text;Units;Price\n${european.join('\n')}\n`).delimiter).toBe(';')
})

test('a short statement below a preamble shows its delimiter: more rows in a row are cut alike by it than by a comma', () => {
  const preamble = 'Statement\nAccount;DE00 1\n\n'
  expect(readCsv(`${preamble}Day;Text;Amount\n01.02.2024;Corn, oats;-1,23\n`).delimiter).toBe(';')
  expect(readCsv(`Statement of A\nPeriod: January\nNo. 1\n\nDay|Text|Amount\n01.02.2024|Oats|-1,23\n`).delimiter).toBe('|')
  const plain = 'Statement\nAccount; main\nPeriod; all\n\nDay,Text,Amount\n2024-02-01,a;b,-1.23\n2024-02-02,c,7\n'
  expect(readCsv(plain).delimiter).toBe(',')
})

test('a stray quote inside a quoted text stays when the row still has its cells', () => {
  expect(cellsOf('a,b\n"He said "hi" to her",2\n')).toEqual([
    ['a', 'b'],
    ['He said "hi" to her', '2'],
  ])
  expect(cellsOf('a,b\n5" pipe,2\n1, "x, y" \n')).toEqual([
    ['a', 'b'],
    ['5" pipe', '2'],
    ['1', 'x, y'],
  ])
})

test('an unclosed quote costs its own row and is named; the rows after it are read', () => {
  const { rows, faults } = readCsv('a,b\n1,"x\n2,"y"\n3,z\n')
  expect(rows.map((row) => row.number)).toEqual([1, 3, 4])
  expect(faults).toEqual([{ line: 2, detail: expect.stringContaining('closed'), cells: ['1'] }])
  expect(readCsv('a,b\n1,2\n3,"x').faults).toEqual([{ line: 3, detail: expect.stringContaining('never closed'), cells: ['3'] }])
})

test('a quote that shifts the cells costs its row', () => {
  const { rows, faults } = readCsv('a,b,c\n1,2,3\n"x"y,1,"z"\n4,5,6\n')
  expect(rows.map((row) => row.number)).toEqual([1, 2, 4])
  expect(faults.map((fault) => fault.line)).toEqual([3])
  expect(readCsv('a,b,c\n1,2,3\nq,"x"y,1,"z"\n').faults.map(({ cells }) => cells)).toEqual([['q']])
})

test('a last row that is cut off is named, not read', () => {
  const { rows, faults } = readCsv('a,b,c\n1,2,3\n4,5,6\n7,8')
  expect(rows.map((row) => row.number)).toEqual([1, 2, 3])
  expect(faults).toEqual([{ line: 4, detail: expect.stringContaining('2 of 3 cells'), cells: ['7'] }])
})

test('a last row is not taken for cut off with a line break, all its cells, a single cell, or among ragged rows', () => {
  for (const text of [
    'a,b,c\n1,2,3\n4,5,6\n7,8\n',
    'a,b,c\n1,2,3\n4,5,6\n7,8,9',
    'a,b,c\n1,2,3\n4,5,6\nolga',
    'a,b,c\n1,2\n4,5,6\n7,8',
  ])
    expect(readCsv(text).faults).toEqual([])
})

test('after a hundred broken rows nothing more is read, and that is said', () => {
  const { faults } = readCsv('a,b\n'.concat('1,"x\n'.repeat(300)))
  expect(faults).toHaveLength(101)
  expect(faults.at(-1)?.detail).toContain('nothing from here on')
})

test('too-many-rows above ten million cells', () => {
  const text = `${','.repeat(999_999)}x\n`.repeat(11)
  expect(() => readCsv(text, { delimiter: ',' })).toThrow(ReportRefusal)
})

test('a line longer than a mebibyte is named, not cut into cells', () => {
  const { rows, faults } = readCsv(`a,b\n${'x,'.repeat(600_000)}\n1,2\n`)
  expect(rows.map((row) => row.number)).toEqual([1, 3])
  expect(faults.map((fault) => fault.line)).toEqual([2])
})

test('hostile quoting takes time that grows with the text alone', () => {
  const texts = [
    '"'.repeat(400_001),
    `a,b\n${'"x"y\n'.repeat(100_000)}`,
    `"a"${',b'.repeat(300_000)}`,
    `a"${' '.repeat(900_000)}"`,
    `${'"",'.repeat(300_000)}"`,
  ]
  for (const text of texts) {
    const start = processorTime()
    readCsv(text)
    expect(processorTime() - start).toBeLessThan(2000)
  }
})

test('maxRows stops early', () => {
  expect(readCsv('a,b\n1,2\n3,4\n', { maxRows: 2 }).rows).toHaveLength(2)
})

test('cells that say the same as those above them, or begin so, are the cells of their own row', () => {
  const cell = fc.constantFrom('', 'a', 'ab', 'abc', '"a,b"', '1', '12', ' ')
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(rows, (table) => {
      const plain = table.map((row) => row.map((value) => value.replaceAll('"', '')))
      const wanted = plain.filter((row) => row.some((value) => value.trim() !== ''))
      expect(cellsOf(`${table.map((row) => row.join(',')).join('\n')}\n`, { delimiter: ',' })).toEqual(wanted)
    }),
    { numRuns: 500 },
  )
})

test('two wide rows above a damaged one show the delimiter, whatever commas stand in the rest', () => {
  const wide = 'a;b;c;d;e;f\n1;2;3;4;5;6\n'
  const damaged = '1;2;3;4;5;"6\n1;2;3;4;7,50;6\n1;2;3;4;8,25;6\n1;2;3;4;9,10;6\n'
  const { delimiter, rows } = readCsv(`Accounts\nAll\n${wide}${damaged}`)
  expect([delimiter, rows[2]?.cells.length]).toEqual([';', 6])
})
