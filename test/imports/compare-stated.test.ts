import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { BrokerPlugin, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import { clock, day, layout, number, optional, tableImporter, text, unit } from '#plugins/kit/index.ts'
import { Preview } from '#src/imports/preview/preview.schema.ts'
import { add, decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { dayFrom, seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const FACTS = {
  name: 'Quay',
  broker: 'Quay',
  website: '',
  version: '1',
  extensions: [],
  languages: [],
  description: '',
  docs: '',
}
const QUAY = tableImporter({ ...FACTS, code: 'quay' }, [
  layout({
    ...{ name: 'Statement', dates: 'ymd', numbers: 'dot' },
    columns: {
      date: day('Booked'),
      time: optional(clock('At')),
      kind: text('What'),
      amount: number('Sum'),
      unit: unit('Money'),
      balance: number('Left'),
      case: optional(text('Case')),
      account: optional(text('Account')),
    },
    kind: ({ kind }) => kind,
    rows: { Move: 'MOVE', Interest: 'INTEREST' },
    cases: {
      key: (line) => line.case || undefined,
      book: ([first, second], book) => {
        const leg = (line: typeof first) => ({ asset: line.unit?.currency ?? '', quantity: line.amount ?? '' })
        const [out, into] = first.amount?.startsWith('-') ? [first, second] : [second, first]
        if (out !== undefined && into !== undefined) book.swap([leg(out)], [leg(into)])
      },
    },
    stated: true,
  }),
])

/** An importer of JSON that is a report as it stands. */
const PLAIN: BrokerPlugin = {
  ...{ ...FACTS, code: 'plain', sampleColumns: [], assets: {} },
  recognises: (head) => (head.format === 'json' ? 1 : 0),
  parse: (file: ReportFile) => JSON.parse(file.text) as ParsedReport,
}

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [QUAY, PLAIN], fx: [], assets: [] } } })
  const user = await app.createUser()
  const send = async (content: string, name = 'statement.csv') => {
    const broker = await createBroker(app, user, { allowCashOverdraft: true, allowAssetShorting: true })
    const { body } = await upload(app, user, broker, name, content)
    const preview = (await app.call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})).as(Preview)
    const done = await app.call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})
    const found = preview.issues.filter(({ code }) => code === 'stated-differs')
    expect(done.body.issues.filter((one: { code: string }) => one.code === 'stated-differs')).toEqual(found)
    return { stated: preview.stated, total: preview.stated_total, issues: found, status: done.status }
  }
  const asCsv = (rows: readonly string[]) => `Booked,At,What,Sum,Money,Left,Case,Account\n${rows.join('\n')}\n`
  const csv = (rows: readonly string[]) => send(asCsv(rows))
  /** Imports statements into one broker; answers what is said of the time before each. */
  const oneByOne = async (...statements: readonly (readonly string[])[]) => {
    const broker = await createBroker(app, user, { name: 'One by one', allowCashOverdraft: true })
    const said: (string | undefined)[] = []
    for (const [index, rows] of statements.entries()) {
      const { body } = await upload(app, user, broker, `${index}.csv`, asCsv(rows))
      const preview = (await app.call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})).as(Preview)
      const done = await app.call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})
      const [note] = preview.issues.filter(({ code }) => code === 'stated-before')
      expect(done.body.issues.find((one: { code: string }) => one.code === 'stated-before')).toEqual(note)
      said.push(note && `${note.severity} ${note.detail}`)
    }
    return said
  }
  const plain = (report: object) =>
    send(JSON.stringify({ assets: [], issues: [], ignored: [], rows: [], ...report }), 'report.json')
  return { csv, plain, oneByOne }
}

const agreed = (unitName: string, rows: number, account: string | null = null) => {
  return { file: null, account, unit: unitName, rows, agree: rows, first_difference: null }
}

test('balances that come out say so without a word, oldest first and newest first', async () => {
  const { csv } = await setUp()
  const rows = [
    '2024-01-02,,Move,100,EUR,350.5,,',
    '2024-01-02,,Move,-20.25,EUR,330.25,,',
    '2024-01-02,,Interest,0.75,EUR,331,,',
    '2024-01-05,,Move,9,USD,9,,',
  ]
  for (const order of [rows, rows.toReversed()]) {
    const { stated, total, issues } = await csv(order)
    expect([stated.toSorted((a, b) => (a.unit < b.unit ? -1 : 1)), total, issues]).toEqual([
      [agreed('EUR', 3), agreed('USD', 1)],
      2,
      [],
    ])
  }
})

test('rows of one day prove by their balances which of them was first', async () => {
  const { csv } = await setUp()
  const rows = ['2024-01-02,,Move,-20,EUR,80,,', '2024-01-02,,Move,100,EUR,100,,']
  expect((await csv(rows)).issues).toEqual([])
})

test('a row that is not there is one warning with both figures, and whether it stays', async () => {
  const { csv } = await setUp()
  const rows = [
    '2024-01-02,,Move,100,EUR,100,,',
    '2024-01-03,,Move,50,EUR,150,,',
    '2024-01-04,,Move,-30,EUR,120,,',
    '2024-01-05,,Move,7,EUR,127,,',
    '2024-01-06,,Move,-7,EUR,120,,',
  ]
  const without = (...gone: number[]) => rows.filter((_, index) => !gone.includes(index))
  const one = await csv(without(1))
  expect(one.stated).toEqual([
    {
      ...{ file: null, account: null, unit: 'EUR', rows: 4, agree: 1 },
      first_difference: { row: 3, date: '2024-01-04', stated: '120', computed: '70', difference: '50', course: 'constant' },
    },
  ])
  expect([one.status, one.issues.length, one.issues[0]?.row, one.issues[0]?.severity]).toEqual([200, 1, 3, 'warning'])
  for (const part of ['120 EUR', '70', '50', 'stays the same in the 2 balances after it'])
    expect(one.issues[0]?.detail).toContain(part)
  const two = await csv(without(1, 3))
  expect([two.issues.length, two.stated[0]?.first_difference?.course]).toEqual([1, 'changing'])
  const last = await csv(without(3).slice(0, 4))
  expect([last.issues[0]?.detail.includes('later'), last.stated[0]?.first_difference?.difference]).toEqual([false, '7'])
})

test('a difference that is gone at the end is a note; a row that could not be read is named as a reason', async () => {
  const { csv } = await setUp()
  const gone = ['2024-01-02,,Move,100,EUR,100,,', '2024-01-03,,Move,50,EUR,165,,', '2024-01-04,,Move,-30,EUR,120,,']
  expect((await csv(gone)).issues.map(({ severity, row }) => [severity, row])).toEqual([['info', 3]])
  const broken = ['2024-01-02,,Move,100,EUR,100,,', '2024-01-03,,Odd,50,EUR,150,,', '2024-01-04,,Move,-30,EUR,120,,']
  const { issues } = await csv(broken)
  expect([issues.length, issues[0]?.row, issues[0]?.detail.includes('could not be read')]).toEqual([1, 4, true])
})

test('an event of several rows is compared at its end, each account by itself, pence as pounds', async () => {
  const { csv } = await setUp()
  const rows = [
    '2024-01-02,,Move,500,EUR,500,,A',
    '2024-01-03,,Swap,-100,EUR,400,x,A',
    '2024-01-03,,Move,10,EUR,70,,B',
    '2024-01-03,,Swap,110,USD,110,x,A',
    '2024-01-04,,Move,1,EUR,401,,A',
    '2024-01-05,,Move,-10,EUR,60,,B',
    '2024-01-05,,Move,12500,GBX,12500,,A',
    '2024-01-06,,Move,-2500,GBX,10000,,A',
  ]
  const { stated, issues } = await csv(rows)
  expect(issues).toEqual([])
  const sorted = stated.toSorted((a, b) => (`${a.account}${a.unit}` < `${b.account}${b.unit}` ? -1 : 1))
  expect(sorted).toEqual([agreed('EUR', 3, 'A'), agreed('GBP', 2, 'A'), agreed('USD', 1, 'A'), agreed('EUR', 2, 'B')])
})

test('holdings are compared like cash, splits by their ratio, and balances of the end with all rows', async () => {
  const { plain } = await setUp()
  const assets = [{ ref: 'AB', symbol: 'AB', name: 'Abel', currency: 'EUR' }]
  const buy = (row: number, date: string, quantity: string) => {
    const what = { type: 'BUY', asset: 'AB', price: '2', currency: 'EUR' }
    return { rows: [row], date, ...what, quantity, amount: `-${Number(quantity) * 2}` }
  }
  const split = { rows: [3], date: '2024-01-04', type: 'SPLIT', asset: 'AB', ratio: '3:1' }
  const transactions = [buy(1, '2024-01-02', '5'), buy(2, '2024-01-03', '1'), split, buy(4, '2024-01-05', '2')]
  const held = (row: number, amount: string, kind = 'running') => ({ row, date: '2024-01-05', unit: 'AB', amount, kind })
  const good = await plain({ transactions, assets, rows: [1, 2, 3, 4], stated: [held(1, '7'), held(3, '24'), held(4, '26')] })
  expect([good.stated, good.issues]).toEqual([[agreed('AB', 3)], []])
  const bad = await plain({ transactions, assets, rows: [1, 2, 3, 4], stated: [held(1, '7'), held(3, '24'), held(4, '27')] })
  expect(bad.stated[0]?.first_difference).toMatchObject({ row: 4, stated: '27', computed: '26', difference: '1' })
  const cash = (row: number, amount: string, kind: string) => ({ row, date: '2024-01-05', unit: 'EUR', amount, kind })
  const closing = [cash(1, '90', 'running'), cash(4, '84', 'closing')]
  const ended = await plain({ transactions, assets, rows: [1, 2, 3, 4], stated: closing })
  expect([ended.stated, ended.issues]).toEqual([[agreed('EUR', 2)], []])
  const off = await plain({ transactions, assets, rows: [1, 2, 3, 4], stated: [closing[0], cash(4, '84.5', 'closing')] })
  expect([off.stated[0]?.agree, off.stated[0]?.first_difference?.difference]).toEqual([1, '0.5'])
  const odd = await plain({ transactions, assets, rows: [1, 2, 3, 4], stated: [{ ...cash(1, '90', 'running'), unit: 'POINTS' }] })
  expect([odd.stated, odd.issues]).toEqual([[], []])
})

test('a statement that starts with another balance than the ledger has is a note; one that follows or overlaps is none', async () => {
  const { oneByOne } = await setUp()
  const [january, overlap, march] = [
    ['2024-01-02,,Move,100,EUR,100,,', '2024-01-31,,Move,-20,EUR,80,,', '2024-01-31,,Move,5,EUR,85,,'],
    ['2024-01-31,,Move,5,EUR,85,,', '2024-01-31,,Move,1,EUR,86,,', '2024-02-05,,Move,10,EUR,96,,'],
    ['2024-03-20,,Move,10,EUR,66,,', '2024-03-21,,Move,1,EUR,67,,'],
  ]
  const said = await oneByOne(january, overlap, march)
  expect(said.slice(0, 2)).toEqual([undefined, undefined])
  for (const part of ['info', '56 EUR', '96', '-40']) expect(said[2]).toContain(part)
})

test('property: whatever the order of a statement, only rows that are missing differ, by exactly what they moved', async () => {
  const { csv } = await setUp()
  const cents = fc.integer({ min: -90_000, max: 90_000 }).filter((value) => value !== 0)
  const row = fc.tuple(dayFrom('2024-02-01', 5), cents)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 12 }), fc.boolean(), fc.nat(), async (drawn, turned, at) => {
      const rows = drawn
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([date, sum]) => ({ date, sum: decimal(String(sum)) }))
      let left = decimal('1000')
      const written = rows.map(({ date, sum }) => {
        left = add(left, sum)
        return `${date},,Move,${formatDecimal(sum)},EUR,${formatDecimal(left)},,`
      })
      const inOrder = (lines: readonly string[]) => (turned ? lines.toReversed() : lines)
      const whole = await csv(inOrder(written))
      expect([whole.issues, whole.stated]).toEqual([[], [agreed('EUR', rows.length)]])
      const gone = 1 + (at % (rows.length - 2))
      const { stated, issues } = await csv(inOrder(written.toSpliced(gone, 1)))
      // In a file of one day alone, either way may come out.
      if (issues.length === 0) return expect(new Set(rows.map(({ date }) => date)).size).toBeLessThan(3)
      const missing = rows[gone]?.sum ?? ZERO
      expect([issues.length, stated[0]?.first_difference?.course]).toEqual([1, 'constant'])
      expect(stated[0]?.first_difference?.difference).toBe(formatDecimal(missing))
    }),
    seeded(25),
  )
})
