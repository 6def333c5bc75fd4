import { expect, test } from 'bun:test'
import fc from 'fast-check'
import Papa from 'papaparse'
import { readCsv } from '#plugins/kit/csv.ts'
import { csvHeader, csvRows, csvTexts, withoutGuard } from '#src/shared/csv.ts'

const COLUMNS = ['id', 'name', 'amount']
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '\uff1d', '\uff0b', '\uff0d', '\uff20']
const text = fc.string({
  unit: fc.constantFrom(...STARTS, "'", '"', ',', ';', ' ', '\ufeff', '\r\n', 'a', '7', 'é', '€'),
  maxLength: 8,
})
const row = fc.record({ id: fc.nat().map(String), name: text, amount: fc.constantFrom('-1.5', '0', '') })

test('property: what is written is read back, by our own reader and by another', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 1_100 }), (rows) => {
      const written = [...csvTexts({ columns: COLUMNS, rows, texts: ['name'] })].join('')
      const wanted = [COLUMNS, ...rows.map(({ id, name, amount }) => [id, name, amount])]
      const { rows: read, faults } = readCsv(written, { delimiter: ',' })
      expect(faults).toEqual([])
      expect(read.map(({ cells }) => cells.map(withoutGuard))).toEqual(wanted)
      const other = Papa.parse<string[]>(written, { delimiter: ',', newline: '\r\n', skipEmptyLines: true })
      expect([other.errors, other.data.map((cells) => cells.map(withoutGuard))]).toEqual([[], wanted])
    }),
    { numRuns: 200 },
  )
})

test('property: no free text begins as a formula does, and no text gets an apostrophe that is not taken off again', () => {
  fc.assert(
    fc.property(text, (name) => {
      const cell =
        readCsv(csvRows({ columns: ['id', 'name'], rows: [{ id: 1, name }], texts: ['name'] }), { delimiter: ',' }).rows[0]
          ?.cells[1] ?? ''
      expect(STARTS.some((start) => cell.startsWith(start))).toBe(false)
      expect(withoutGuard(cell)).toBe(name)
    }),
    { numRuns: 1_000 },
  )
})

test('numbers keep their sign, nothing is an empty cell, and names of other columns are left out', () => {
  const rows = [
    { amount: '-5', id: 1, name: null, other: 'x' },
    { amount: '+5', name: '-5' },
  ]
  expect(csvRows({ columns: COLUMNS, rows, texts: ['name'] })).toBe("1,,-5\r\n,'-5,+5\r\n")
  expect(csvHeader(COLUMNS)).toBe('id,name,amount\r\n')
})

test('a table comes in pieces; one without rows is its header', () => {
  const rows = Array.from({ length: 1_250 }, (_, id) => ({ id }))
  const pieces = [...csvTexts({ columns: ['id'], rows, texts: [] })]
  expect(pieces.map((piece) => piece.split('\r\n').length - 1)).toEqual([501, 500, 250])
  expect([...csvTexts({ columns: ['id'], rows: [], texts: [] })]).toEqual(['id\r\n'])
})
