import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { BrokerPlugin, ParsedReport, TransactionDraft } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { zip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'

type Named = readonly [name: string, content: string | Uint8Array<ArrayBuffer>]
type Draft = { file: string; row: number; rows: number[]; key: string; type: string; group: string | null; duplicate: string }

const fixture = (path: string) => Bun.file(new URL(`../plugins/brim/fixtures/${path}`, import.meta.url)).text()
const TITLES = 'date,type,symbol,asset_type,quantity,price,amount,currency'
const own = (...rows: string[]) => `${[TITLES, ...rows].join('\n')}\n`
const deposit = (day: string, amount: number) => `${day},DEPOSIT,,,,,${amount},EUR`
const buy = (day: string, symbol: string, quantity: number) => `${day},BUY,${symbol},STOCK,${quantity},2,,EUR`

/** Two halves of a move between two files; a row `both` of `b` is of the first row of `a` too. */
const halves: BrokerPlugin = {
  ...{ code: 'halves', name: 'Halves', broker: 'Halves', website: '', description: 'For tests', extensions: [], languages: [] },
  ...{ version: '1', docs: '', sampleColumns: [], assets: {} },
  recognises: ({ tables }) => (tables[0]?.rows[0]?.cells.join() === 'halves,day,amount,currency' ? 1 : 0),
  parse: (file) => halves.parseSet?.([file], {}, {} as never) ?? nothing,
  parseSet: (files) => {
    const rows = files.flatMap((file) => file.tables.flatMap((table) => table.rows.slice(1)))
    const titles = files.flatMap((file) => file.tables.flatMap((table) => table.rows.slice(0, 1)))
    if (rows.some(({ cells }) => cells[0] === 'refuse'))
      return { ...nothing, issues: [{ row: null, severity: 'error', code: 'refused', detail: 'No.' }] }
    const [first] = rows
    const drafts = rows.map(
      ({ number, cells: [kind = '', date = '', amount = '', currency = ''] }): TransactionDraft => ({
        rows: kind === 'both' && first !== undefined ? [number, first.number] : [number],
        ...(kind === 'half' ? { type: 'FX_CONVERSION' as const, group: 'move' } : { type: 'DEPOSIT' as const }),
        ...{ date, amount, currency },
      }),
    )
    return { transactions: drafts, assets: [], issues: [], ignored: titles.map(({ number: row }) => ({ row, reason: 'header' })) }
  },
}
const nothing: ParsedReport = { transactions: [], assets: [], issues: [], ignored: [] }

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [...brokerPlugins, halves], fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = () => createBroker(app, user, { allowAssetShorting: true, allowCashOverdraft: true })
  return { ...app, app, user, broker }
}

function send({ call }: TestApp, user: TestUser, broker: number, files: readonly Named[], query = '') {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new File([content], name))
  return call(user, 'POST', `/brokers/import/upload?broker_id=${broker}${query}`, form)
}

/** What a ledger says, whatever its ids. */
async function ledgerOf({ call }: TestApp, user: TestUser, broker: number): Promise<string[]> {
  const { body } = await call(user, 'GET', `/transactions?broker_ids=${broker}&limit=200`)
  const assets = new Map<number, string>()
  for (const { asset_id: id } of body)
    if (id !== null && !assets.has(id)) assets.set(id, (await call(user, 'GET', `/assets/${id}`)).body.symbol)
  return body
    .map((line: Record<string, unknown>) =>
      [
        ...[line['date'], line['type'], assets.get(Number(line['asset_id'])), line['quantity'], line['price'], line['amount']],
        ...[line['currency'], line['fees'], line['taxes'], line['cost_basis'], line['external_id']],
      ].join(' '),
    )
    .sort()
}

test('several files of one form are one report: each goes to its importer, its rows are counted, undo takes all of them back', async () => {
  const { app, user, broker, call } = await setUp()
  const id = await broker()
  const files: Named[] = [
    ['Account.csv', await fixture('degiro/account-english.csv')],
    ['mine', own(deposit('2024-02-01', 7))],
    ['Account.csv', await fixture('trading212/cash-only.csv')],
    ['colours.csv', 'colour,size\nred,1\n'],
  ]
  const { status, body } = await send(app, user, id, files)
  expect([status, body.filename, body.content_type, body.status]).toEqual([
    201,
    'Account (2).csv and 3 more.zip',
    'application/zip',
    'uploaded',
  ])
  const parts = [
    { filename: 'Account (2).csv', plugin: 'trading212' },
    { filename: 'Account.csv', plugin: 'degiro' },
    { filename: 'colours.csv', plugin: null },
    { filename: 'mine', plugin: 'broker_generic_csv' },
  ]
  expect([body.parts, body.parts_total]).toEqual([parts.map((part) => ({ ...part, rows: null })), 4])
  const seen = await call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})
  const imported = await call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})
  for (const { report, rows } of [seen.body, imported.body]) {
    expect(report.parts).toMatchObject(parts)
    for (const figure of ['total', 'transactions', 'parts', 'ignored', 'issues'])
      expect(
        report.parts.reduce((sum: number, part: { rows: Record<string, number> }) => sum + (part.rows[figure] ?? 0), 0),
      ).toBe(rows[figure])
    expect(report.parts[3].rows).toEqual({ total: 2, transactions: 1, parts: 0, ignored: 1, issues: 0 })
  }
  expect((await ledgerOf(app, user, id)).length).toBe(imported.body.imported)
  await call(user, 'POST', `/brokers/import/files/${body.id}/undo`, {})
  expect(await ledgerOf(app, user, id)).toEqual([])
  expect((await call(user, 'DELETE', `/brokers/import/files/${body.id}`)).status).toBe(204)
})

test('the same files in another order and by other names are there already; so is the archive of them that comes back', async () => {
  const { app, user, broker } = await setUp()
  const id = await broker()
  const [a, b] = [own(deposit('2024-02-01', 7)), own(deposit('2024-02-02', 8))]
  const first = await send(app, user, id, [
    ['a.csv', a],
    ['b.csv', b],
  ])
  const archive = new Uint8Array((await app.call(user, 'GET', `/brokers/import/files/${first.body.id}/content`)).bytes)
  for (const files of [
    [
      ['x.csv', b],
      ['y.csv', a],
    ],
    [
      ['y.csv', a],
      ['x.csv', b],
      ['z.csv', a],
    ],
    [['set.zip', archive]],
  ] satisfies Named[][]) {
    const { status, body } = await send(app, user, id, files)
    expect([status, body.code, body.id]).toEqual([409, 'import/duplicate-file', first.body.id])
  }
  const alone = await send(app, user, id, [
    ['a.csv', a],
    ['again.csv', a],
  ])
  expect([alone.status, alone.body.filename, alone.body.parts]).toEqual([
    201,
    'a.csv',
    [{ filename: 'a.csv', plugin: 'broker_generic_csv', rows: null }],
  ])
})

test('too many files, too many bytes together, an empty one, a program and an archive among others: nothing is stored', async () => {
  const { app, user, broker, call } = await setUp()
  const admin = await app.createUser({ isSuperuser: true })
  const id = await broker()
  const good: Named = ['a.csv', own(deposit('2024-02-01', 7))]
  const packed: Named = ['set.zip', (await zip([['b.csv', own(deposit('2024-02-02', 8))]])) as Uint8Array<ArrayBuffer>]
  const many = Array.from({ length: 101 }, (_, n): Named => [`${n}.csv`, own(deposit('2024-02-01', n + 1))])
  const answers = []
  for (const files of [many, [good, ['empty.csv', '']], [good, ['run.exe', 'MZ']], [good, packed]] satisfies Named[][])
    answers.push(await send(app, user, id, files))
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'request/invalid'],
    [422, 'import/empty'],
    [415, 'upload/executable'],
    [422, 'import/nested-zip'],
  ])
  await call(admin, 'PATCH', '/settings', { report_max_mb: 1 })
  const half = 'x'.repeat(600_000)
  const large = await send(app, user, id, [
    ['a.txt', half],
    ['b.txt', `${half}.`],
  ])
  expect([large.status, large.body.code]).toEqual([413, 'upload/too-large'])
  expect((await call(user, 'GET', '/brokers/import/files')).body).toEqual([])
  expect(await Array.fromAsync(new Bun.Glob('*').scan(app.deps.folders.temporary))).toEqual([])
})

test('files of one importer are read together: groups and rows span files, and each row is named by its file', async () => {
  const { app, user, broker, call } = await setUp()
  const id = await broker()
  const titles = 'halves,day,amount,currency\n'
  const files: Named[] = [
    ['1-out.csv', `${titles}half,2024-02-01,-10,EUR\nbad,2024-02-31,1,EUR\n`],
    ['2-in.csv', `${titles}half,2024-02-01,11,USD\nboth,2024-02-02,5,EUR\n`],
  ]
  const { body } = await send(app, user, id, files)
  const seen = (await call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})).body
  expect(
    seen.transactions.map(({ file, row, rows, key, group, type }: Draft) => [file, row, rows, key, group, type]).sort(),
  ).toEqual([
    ['1-out.csv', 2, [2], '1-out.csv:2', 'move', 'FX_CONVERSION'],
    ['2-in.csv', 2, [2], '2-in.csv:2', 'move', 'FX_CONVERSION'],
    ['2-in.csv', 3, [3], '2-in.csv:3', null, 'DEPOSIT'],
  ])
  expect(seen.issues.map((issue: { file: string; row: number; code: string }) => [issue.file, issue.row, issue.code])).toEqual([
    ['1-out.csv', 3, 'draft-invalid'],
  ])
  expect(seen.report.parts.map((part: { rows: object }) => part.rows)).toEqual([
    { total: 3, transactions: 1, parts: 0, ignored: 1, issues: 1 },
    { total: 3, transactions: 2, parts: 0, ignored: 1, issues: 0 },
  ])
  expect((await call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})).body.imported).toBe(3)
  const lines = (await call(user, 'GET', `/transactions?broker_ids=${id}&types=FX_CONVERSION`)).body
  expect(new Set(lines.map((line: { group_id: string }) => line.group_id)).size).toBe(1)
  expect([lines.length, lines[0].group_id === null]).toEqual([2, false])
})

test('a set that its importer refuses is read file by file: a damaged one spoils no other', async () => {
  const { app, user, broker } = await setUp()
  const titles = 'halves,day,amount,currency\n'
  const files: Named[] = [
    ['good.csv', `${titles}in,2024-02-01,10,EUR\n`],
    ['damaged.csv', `${titles}refuse,2024-02-01,10,EUR\n`],
  ]
  const { status, body } = await send(app, user, await broker(), files, '&import=true')
  expect([status, body.result.imported]).toEqual([201, 1])
  expect(body.result.issues.map((issue: { file: string; code: string }) => [issue.file, issue.code])).toEqual([
    ['damaged.csv', 'refused'],
  ])
})

test('what two files of a report both have counts once, twins of one file stay two; the preview says so', async () => {
  const { app, user, broker, call } = await setUp()
  const [jan, feb, mar] = [deposit('2024-01-01', 7), deposit('2024-02-01', 8), deposit('2024-03-01', 9)]
  const id = await broker()
  const { body } = await send(app, user, id, [
    ['a.csv', own(jan, feb, feb)],
    ['b.csv', own(feb, feb, feb, mar)],
  ])
  const seen = (await call(user, 'POST', `/brokers/import/files/${body.id}/parse`, {})).body
  expect(seen.transactions.filter(({ duplicate }: Draft) => duplicate === 'certain').map(({ key }: Draft) => key)).toEqual([
    'b.csv:2',
    'b.csv:3',
  ])
  expect(seen.balances).toEqual([{ currency: 'EUR', amount: '40' }])
  const imported = (await call(user, 'POST', `/brokers/import/files/${body.id}/import`, {})).body
  expect([imported.imported, imported.duplicates]).toEqual([5, 2])
})

test('property: a part that is added later comes to the same ledger as all at once, whatever the parts and their order', async () => {
  const { app, user, broker } = await setUp()
  const files: Named[] = [
    ['degiro.csv', await fixture('degiro/account-english.csv')],
    ['releases.csv', await fixture('morgan-stanley/releases.csv')],
    ['withdrawals.csv', await fixture('morgan-stanley/withdrawals.csv')],
    ['kraken.csv', await fixture('kraken/ledgers.csv')],
    ['bitvavo.csv', await fixture('bitvavo/history.csv')],
    ['own-1.csv', own(deposit('2024-01-01', 7), buy('2024-01-02', 'LANT', 3), buy('2024-01-02', 'LANT', 3))],
    ['own-2.csv', own(buy('2024-01-02', 'LANT', 3), deposit('2024-01-03', 7), buy('2024-01-04', 'HARB', 1))],
  ]
  const whole = await broker()
  const at = await send(app, user, whole, files, '&import=true')
  expect([at.status, at.body.parts.every((part: { plugin: string | null }) => part.plugin !== null)]).toEqual([201, true])
  const expected = await ledgerOf(app, user, whole)
  const cuts = fc.array(fc.nat({ max: 3 }), { minLength: files.length, maxLength: files.length })
  const orders = fc.shuffledSubarray(files, { minLength: files.length, maxLength: files.length })
  await fc.assert(
    fc.asyncProperty(orders, cuts, async (order, places) => {
      const id = await broker()
      for (const report of Map.groupBy(order, (_, index) => places[index]).values())
        expect((await send(app, user, id, report, '&import=true')).status).toBe(201)
      expect(await ledgerOf(app, user, id)).toEqual(expected)
    }),
    { numRuns: 12, seed: 4711 },
  )
})
