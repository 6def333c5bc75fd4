import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { addOption, importerOf, proposedMapping } from '#src/cli/import-options.ts'
import { AppError } from '#src/shared/errors.ts'
import { createTestApp } from '#test/support/app.ts'
import { printedImport as importFiles } from '#test/support/cli-import.ts'
import { createBroker } from '#test/support/factories.ts'

const CSV = `date,type,symbol,quantity,price,amount,currency
2026-01-02,DEPOSIT,,,,1000,EUR
2026-01-05,BUY,ACME,10,12.5,-125,EUR
2026-01-06,LOAN,,,,5,EUR
`

type Deps = Parameters<typeof importFiles>[0]
type Order = Omit<Parameters<typeof importFiles>[1], 'paths' | 'json'>

const importFile = (deps: Deps, { path, ...order }: Order & { readonly path: string }) =>
  importFiles(deps, { ...order, paths: [path], json: false })

async function createImporter(csv = CSV) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser({ username: 'olga' })
  const brokerId = await createBroker(app, user, { name: 'Harbour' })
  const path = join(app.folder, 'report.csv')
  await Bun.write(path, csv)
  const order = { path, broker: 'harbour', dryRun: false }
  const storedState = async () => ({
    files: readdirSync(app.deps.folders.reports).length,
    rows: (await app.store.reader.selectFrom('report').select('id').execute()).length,
    lines: (await app.store.reader.selectFrom('ledger_transaction').select('id').execute()).length,
    temporary: readdirSync(app.deps.folders.temporary).length,
  })
  return { app, user, brokerId, order, storedState }
}

test('a report is imported into the broker named, and every row is accounted for', async () => {
  const { app, user, brokerId, order, storedState } = await createImporter()
  const lines = await importFile(app.deps, order)
  expect(lines[0]).toStartWith('Imported 2 transactions into Harbour;')
  expect(lines[1]).toBe('Rows: 4 = 2 transactions + 0 parts of them + 1 ignored + 1 with issues.')
  expect(lines[2]).toStartWith('error: row 4: ')
  expect(await storedState()).toEqual({ files: 1, rows: 1, lines: 2, temporary: 0 })
  const summary = (await app.call(user, 'GET', `/brokers/${brokerId}/summary`)).body
  expect(summary.balances).toEqual([{ currency: 'EUR', amount: '875' }])
})

test('a dry run says the same and keeps nothing', async () => {
  const { app, order, storedState } = await createImporter()
  expect((await importFile(app.deps, { ...order, dryRun: true }))[0]).toStartWith('Would import 2 transactions into Harbour;')
  expect(await storedState()).toEqual({ files: 0, rows: 0, lines: 0, temporary: 0 })
})

test('a dry run that would be refused says its figures and why, and that it would be', async () => {
  const { app, order, storedState } = await createImporter(
    'date,type,symbol,quantity,price,amount,currency\n2026-01-05,SELL,ACME,1,2,2,EUR\n',
  )
  let refused = 0
  const dry = {
    ...order,
    short: 'refuse' as const,
    paths: [order.path],
    dryRun: true,
    json: false,
    onRefusal: () => void refused++,
  }
  const lines = await importFiles(app.deps, dry)
  expect(lines[0]).toStartWith('Would import 1 transactions into Harbour;')
  expect(lines[1]).toStartWith('It would be refused: The report takes out what is not there')
  const [answer] = JSON.parse((await importFiles(app.deps, { ...dry, json: true })).join(''))
  expect([answer.refused.code, answer.changes.cash[0].after, refused]).toEqual(['transaction/short', '2', 2])
  expect(await storedState()).toEqual({ files: 0, rows: 0, lines: 0, temporary: 0 })
})

test('a report that cannot be imported is not stored, so that it can be tried again', async () => {
  const { app, order, storedState } = await createImporter('name,colour\nx,red\n')
  await expect(importFile(app.deps, order)).rejects.toMatchObject({ code: expect.stringMatching(/^import\//) })
  expect(await storedState()).toEqual({ files: 0, rows: 0, lines: 0, temporary: 0 })
})

test('a broker that was made for a report that cannot be imported goes again; one for a report that can stays', async () => {
  const { app, user, order } = await createImporter('name,colour\nx,red\n')
  const namesOf = async () => (await app.call(user, 'GET', '/brokers')).body.map(({ name }: { name: string }) => name)
  const made = { ...order, broker: 'Quay', createBroker: true }
  await expect(importFile(app.deps, made)).rejects.toMatchObject({ code: expect.stringMatching(/^import\//) })
  expect(await namesOf()).toEqual(['Harbour'])
  await Bun.write(order.path, CSV)
  await importFile(app.deps, made)
  expect((await namesOf()).sort()).toEqual(['Harbour', 'Quay'])
})

test('the same file twice is refused and the first import stays', async () => {
  const { app, order, storedState } = await createImporter()
  await importFile(app.deps, order)
  await expect(importFile(app.deps, order)).rejects.toMatchObject({ code: 'import/duplicate-file' })
  expect((await storedState()).lines).toBe(2)
})

test('the rights are those of the user: no broker of others, no import as VIEWER', async () => {
  const { app, order } = await createImporter()
  const vera = await app.createUser({ username: 'vera' })
  await expect(importFile(app.deps, order)).rejects.toMatchObject({ code: 'user/ambiguous' })
  await expect(importFile(app.deps, { ...order, user: 'vera' })).rejects.toMatchObject({ code: 'broker/not-found' })
  await createBroker(app, await app.createUser({ username: 'otto' }), { name: 'Shared', members: [[vera, 'VIEWER']] })
  await expect(importFile(app.deps, { ...order, user: 'vera', broker: 'Shared' })).rejects.toMatchObject({
    code: 'broker/role-too-small',
  })
  expect((await importFile(app.deps, { ...order, user: 'OLGA' }))[0]).toStartWith('Imported 2')
})

test.each([
  [{ path: '/nowhere/report.csv' }, 'import/no-file'],
  [{ broker: 'Elsewhere' }, 'broker/not-found'],
  [{ user: 'nobody' }, 'user/not-found'],
  [{ plugin: 'nothing' }, 'import/plugin-unknown'],
])('%j is refused', async (change, code) => {
  const { app, order, storedState } = await createImporter()
  await expect(importFile(app.deps, { ...order, ...change })).rejects.toMatchObject({ code })
  expect(await storedState()).toEqual({ files: 0, rows: 0, lines: 0, temporary: 0 })
})

test('without any user the way to make one is said', async () => {
  const app = await createTestApp()
  await expect(importFile(app.deps, { path: 'x', broker: 'y', dryRun: false })).rejects.toThrow(/holdfast user create/)
})

test('several files go into a broker that is made for them; the answers can be read by a program', async () => {
  const { app, user, order } = await createImporter()
  const later = join(app.folder, 'later.csv')
  await Bun.write(later, `date,type,symbol,quantity,price,amount,currency\n2026-02-02,SELL,ACME,10,13,130,EUR\n`)
  const all = { ...order, paths: [order.path, later], broker: 'New House', json: true }
  await expect(importFiles(app.deps, all)).rejects.toMatchObject({ code: 'broker/not-found' })
  const answers = JSON.parse((await importFiles(app.deps, { ...all, createBroker: true })).join('\n'))
  expect(answers.map((one: { file: string; imported: number; report: object }) => [one.file, one.imported, one.report])).toEqual([
    [order.path, 2, expect.objectContaining({ status: 'imported', filename: 'report.csv' })],
    [later, 1, expect.objectContaining({ status: 'imported', filename: 'later.csv' })],
  ])
  const brokers = (await app.call(user, 'GET', '/brokers')).body
  const made = brokers.find((one: { name: string }) => one.name === 'New House')
  expect((await app.call(user, 'GET', `/brokers/${made.id}/summary`)).body).toMatchObject({
    holdings: [],
    balances: [{ amount: '1005' }],
  })
})

test('a dry run leaves no new broker; of several files the one that fails is named and those before it stay', async () => {
  const { app, user, order, storedState } = await createImporter()
  const dry = { ...order, broker: 'New House', createBroker: true, dryRun: true }
  expect((await importFile(app.deps, dry))[0]).toStartWith('Would import 2 transactions into New House;')
  expect((await app.call(user, 'GET', '/brokers')).body.map((one: { name: string }) => one.name)).toEqual(['Harbour'])
  const bad = join(app.folder, 'bad.csv')
  await Bun.write(bad, 'name,colour\nx,red\n')
  const both = importFiles(app.deps, { ...order, paths: [order.path, bad], json: false })
  await expect(both).rejects.toThrow(`${bad}: No import plugin recognises`)
  expect((await storedState()).lines).toBe(2)
})

test('a table that nobody recognises is refused with a mapping, which as a file imports it', async () => {
  const { app, user, brokerId, order } = await createImporter('Tag;Art;Betrag\n31.01.2024;Einzahlung;"1.000,50"\n')
  const refusal = await importFile(app.deps, order).catch((error: unknown) => error)
  const text = refusal instanceof AppError ? proposedMapping(refusal) : undefined
  const mapping = join(app.folder, 'mapping.json')
  await Bun.write(mapping, JSON.stringify({ ...JSON.parse(text ?? ''), defaults: { currency: 'EUR' } }))
  const importer = await importerOf({ option: {}, mapping })
  expect(importer.plugin).toBe('broker_generic_csv')
  expect((await importFile(app.deps, { ...order, ...importer }))[0]).toStartWith('Imported 1 transactions')
  expect((await app.call(user, 'GET', `/brokers/${brokerId}/summary`)).body.balances).toEqual([
    { currency: 'EUR', amount: '1000.5' },
  ])
})

test('options are taken by name; what is none is refused, as is a file that is no mapping', async () => {
  const { order } = await createImporter()
  const option = addOption('side=a=b', addOption('currency=EUR', {}))
  expect(await importerOf({ plugin: 'x', option })).toEqual({ plugin: 'x', options: { currency: 'EUR', side: 'a=b' } })
  expect(() => addOption('=EUR', {})).toThrow('NAME=VALUE')
  await expect(importerOf({ option: {}, mapping: order.path })).rejects.toMatchObject({ code: 'import/mapping' })
  await expect(importerOf({ option: {}, mapping: '/nowhere.json' })).rejects.toMatchObject({ code: 'import/no-file' })
})
