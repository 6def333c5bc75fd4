import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { readCsv } from '#plugins/kit/csv.ts'
import { rankPlugins, readReport } from '#src/imports/reading/read.ts'
import type { ReadReport } from '#src/imports/report.ts'
import { createTestApp } from '#test/support/app.ts'
import { openReport } from '#test/support/importers.ts'
import { readFacts } from '../plugins/brim/facts.ts'

const FIXTURES = new URL('../plugins/brim/fixtures/', import.meta.url).pathname
const OPTIONS = new Map((await readFacts()).map(({ key, facts }) => [key, facts.options ?? {}]))
const { deps } = await createTestApp()
const host = { ...deps, plugins: { ...deps.plugins, brim: brokerPlugins } }

async function read(name: string, text: string, as?: string): Promise<ReadReport> {
  const files = await openReport(new TextEncoder().encode(text), name)
  const code = as ?? (await rankPlugins(host, files))[0]
  const plugin = brokerPlugins.find((one) => one.code === code)
  if (plugin === undefined) throw new Error(`nobody knows ${name}`)
  return readReport(host, plugin, files, OPTIONS.get(`own:${name}`) ?? {})
}

/** Rows of drafts that share a row or a group with one of `row`, directly. */
function neighboursOf({ drafts }: ReadReport, row: number): Set<number> {
  const own = drafts.filter(({ draft }) => draft.rows.includes(row))
  const groups = new Set(own.flatMap(({ draft }) => draft.group ?? []))
  const around = drafts.filter(({ draft }) => draft.group !== undefined && groups.has(draft.group))
  return new Set([...own, ...around].flatMap(({ draft }) => draft.rows))
}

const names = [...new Bun.Glob('**/*.csv').scanSync(FIXTURES)].sort()

test.each(names)(
  '%s: a row with one cell more than its header, or without the last, is an error and no part of its event is booked',
  async (name) => {
    const text = (await Bun.file(FIXTURES + name).text()).replaceAll('\r\n', '\n')
    const lines = text.split('\n')
    const { rows, delimiter } = readCsv(text)
    const whole = await read(name, text)
    const booked = new Set(whole.drafts.flatMap(({ draft }) => draft.rows))
    let tried = 0
    for (const { number, cells } of rows) {
      const line = lines[number - 1] ?? ''
      if (!booked.has(number) || line.split('"').length % 2 === 0) continue
      const fewer = cells.at(-1) === '' ? line.replace(/.$/, '') : undefined
      for (const damaged of [`${line}${delimiter}${delimiter}99`, fewer]) {
        const changed = lines.map((one, index) => (index === number - 1 ? damaged : one))
        if (damaged === undefined) continue
        const after = await read(name, changed.join('\n'), whole.plugin)
        if (damaged === fewer && !after.issues.some((issue) => issue.code === 'row-ragged')) continue
        tried++
        const left = after.drafts.filter(({ draft }) => draft.rows.some((row) => neighboursOf(whole, number).has(row)))
        expect([number, damaged, left]).toEqual([number, damaged, []])
        expect(after.issues.filter(({ severity, row }) => severity === 'error' && (row === number || row === null))).toHaveLength(
          1,
        )
        const { total, transactions, parts, ignored, issues } = after.rows
        expect(total).toBe(transactions + parts + ignored + issues)
      }
    }
    // A file that is refused whole, for the report to take instead, has no row to damage.
    expect(tried > 0).toBe(whole.drafts.length > 0)
  },
)

test.each(names)(
  '%s: of an event of which one row is damaged (a stray quote, a file that ends in it) nothing is booked',
  async (name) => {
    const text = (await Bun.file(FIXTURES + name).text()).replaceAll('\r\n', '\n')
    const lines = text.split('\n')
    const { rows, delimiter } = readCsv(text)
    const whole = await read(name, text)
    const booked = new Set(whole.drafts.flatMap(({ draft }) => draft.rows))
    for (const { number, cells } of rows) {
      const line = lines[number - 1] ?? ''
      if (!booked.has(number) || line.includes('"') || cells.length < 4) continue
      const last = line.lastIndexOf(delimiter)
      const damaged = lines.with(number - 1, `${line.slice(0, last + 1)}"${line.slice(last + 1)}`)
      const after = await read(name, damaged.join('\n'), whole.plugin)
      const event = neighboursOf(whole, number)
      const left = after.drafts.filter(({ draft }) => draft.rows.some((row) => event.has(row)))
      expect([number, left]).toEqual([number, []])
      expect(after.issues.filter(({ row }) => row === number).map(({ code, severity }) => [code, severity])).toEqual([
        ['row-broken', 'error'],
      ])
      const { total, transactions, parts, ignored, issues } = after.rows
      expect(total).toBe(transactions + parts + ignored + issues)
    }
  },
)

test('a row that the file ends in takes its event along', async () => {
  const head = 'date,type,amount,currency,group,description\n2024-01-02,DEPOSIT,5,EUR,,\n'
  const legs = '2024-01-03,FX_CONVERSION,-5,EUR,g,out\n2024-01-03,FX_CONVERSION,6,USD,g'
  const { drafts, issues, rows } = await read('own.csv', head + legs)
  expect(drafts.map(({ draft }) => draft.rows[0])).toEqual([2])
  expect(issues.map(({ row, code }) => [row, code])).toEqual([
    [3, 'incomplete-group'],
    [4, 'row-broken'],
  ])
  expect(rows).toEqual({ total: 4, transactions: 1, parts: 0, ignored: 1, issues: 2 })
})

test('a damaged header is no header of fewer columns', async () => {
  const text = 'date,type,amount,currency,"fees\n2024-01-02,DEPOSIT,5,EUR,\n2024-01-03,DEPOSIT,6,EUR,1\n'
  const { drafts, issues } = await read('own.csv', text, 'broker_generic_csv')
  expect(drafts).toEqual([])
  expect(issues.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0)
})

test('empty cells beyond the header are no data', async () => {
  const { drafts, issues } = await read(
    'own.csv',
    'date,type,amount,currency\n2024-01-02,DEPOSIT,5,EUR,,\n2024-01-03,DEPOSIT,6,EUR\n',
  )
  expect([drafts.length, issues]).toEqual([2, []])
})

test('a row that lost a cell is an error with its line', async () => {
  const { drafts, issues } = await read(
    'own.csv',
    'date,type,amount,currency,description\n2024-01-02,DEPOSIT,5,EUR\n2024-01-03,DEPOSIT,6,EUR,\n',
  )
  expect(drafts.map(({ draft }) => draft.rows[0])).toEqual([3])
  expect(issues.map(({ row, severity, code }) => [row, severity, code])).toEqual([[2, 'error', 'row-ragged']])
})

/** As Excel saves it: rows of `width` cells in the blocks of sixteen that have nothing in the last column. */
function savedByExcel(rows: number, full: readonly number[], text = 'note'): string {
  const head = 'date,type,amount,currency,description'
  const lines = Array.from({ length: rows }, (_, index) => {
    const block = Math.floor((index + 1) / 16)
    const day = `2024-03-${String(1 + (index % 28)).padStart(2, '0')}`
    return `${day},DEPOSIT,${index + 1},EUR${full.includes(block) ? `,${index % 3 === 0 ? text : ''}` : ''}`
  })
  return `${[head, ...lines].join('\n')}\n`
}

test('blocks of sixteen rows without their last columns, as Excel saves empty ones, are read', async () => {
  for (const [rows, full] of [
    [31, [0]],
    [47, [0, 2]],
    [32, [0]],
  ] as const) {
    const { drafts, issues } = await read('own.csv', savedByExcel(rows, full))
    expect([rows, drafts.length, issues]).toEqual([rows, rows, []])
  }
  const broken = await read('own.csv', savedByExcel(31, [0], '"two\nlines"'))
  expect([broken.drafts.length, broken.issues]).toEqual([31, []])
})

test('a block of sixteen in which one row is short, and a last block of so few rows that they may have lost a cell, are errors', async () => {
  const lines = savedByExcel(31, [0, 1]).split('\n')
  const short = lines.with(20, (lines[20] ?? '').replace(/,[^,]*$/, '')).join('\n')
  const one = await read('own.csv', short)
  expect([one.drafts.length, one.issues.map(({ row, code }) => [row, code])]).toEqual([30, [[21, 'row-ragged']]])
  const few = await read('own.csv', savedByExcel(17, [0]))
  expect([few.drafts.length, few.issues.map(({ row, code }) => [row, code])]).toEqual([
    15,
    [
      [17, 'row-ragged'],
      [18, 'row-ragged'],
    ],
  ])
})
