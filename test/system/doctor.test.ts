import { expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { openReader } from '#db/connection.ts'
import { examine } from '#src/system/doctor.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

async function createLedger() {
  const app = await createTestApp()
  const user = await app.createUser()
  const brokerId = await createBroker(app, user, { allowAssetShorting: true })
  const assetId = await createAsset(app)
  return { app, user, brokerId, assetId }
}

async function findingsOf(app: TestApp) {
  const { reader, close } = openReader(join(app.folder, 'holdfast.db'))
  const findings = await examine(reader, app.deps.folders)
  await close()
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]))
}

async function deposit(app: TestApp, user: TestUser, brokerId: number, date: string, amount: string) {
  const type = amount.startsWith('-') ? 'WITHDRAWAL' : 'DEPOSIT'
  const answer = await app.call(user, 'POST', '/transactions', { broker_id: brokerId, type, date, amount, currency: 'EUR' })
  expect(answer.status).toBe(201)
}

async function uploadText(app: TestApp, user: TestUser) {
  const form = new FormData()
  form.set('file', new File(['date,text\n2026-01-02,hello\n'], 'notes.csv'))
  return (await app.call(user, 'POST', '/uploads', form)).body.id as string
}

test('a healthy folder has no faults and no warnings', async () => {
  const { app, user, brokerId, assetId } = await createLedger()
  await deposit(app, user, brokerId, '2026-01-02', '1000')
  await deposit(app, user, brokerId, '2026-01-05', '-250.5')
  await deposit(app, user, brokerId, '2026-02-01', '250.5')
  await app.call(user, 'POST', '/transactions', {
    ...{ broker_id: brokerId, type: 'BUY', date: '2026-01-02', asset_id: assetId },
    ...{ quantity: '3', price: '10', amount: '-30', currency: 'EUR' },
  })
  await uploadText(app, user)
  const findings = await findingsOf(app)
  expect(Object.keys(findings)).toEqual([
    ...['integrity', 'schema', 'indexes', 'references', 'ledger', 'closes', 'uploads', 'reports', 'disk'],
  ])
  for (const finding of Object.values(findings))
    expect([finding.name, finding.faults, finding.warnings]).toEqual([finding.name, [], []])
  expect(findings['ledger']?.detail).toStartWith('4 lines')
})

test('whatever valid lines the ledger takes, the recount agrees with it', async () => {
  const { app, user, brokerId } = await createLedger()
  const line = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 4 }),
    cents: fc.integer({ min: -100_000, max: 100_000 }).filter((cents) => cents !== 0),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
      for (const { day, month, cents } of lines)
        await deposit(app, user, brokerId, `2026-0${month}-${String(day).padStart(2, '0')}`, (cents / 100).toFixed(2))
      expect((await findingsOf(app))['ledger']?.faults).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('a balance that differs from the lines is named, with what it is and what it should be', async () => {
  const { app, user, brokerId } = await createLedger()
  await deposit(app, user, brokerId, '2026-01-02', '100')
  await deposit(app, user, brokerId, '2026-01-03', '-40')
  const { sqlite } = app.store.writer
  sqlite.run("UPDATE balance_day SET change = '99.99' WHERE date = '2026-01-02'")
  sqlite.run("UPDATE balance_month SET lowest = '-1'")
  sqlite.run('UPDATE broker SET transaction_count = 7')
  expect((await findingsOf(app))['ledger']?.faults).toEqual([
    `balance of the day (broker, unit, day) ${brokerId} EUR 2026-01-02 is stored as 99.99; the lines give 100`,
    `balance of the month (broker, unit, month) ${brokerId} EUR 2026-01 is stored as 60, lowest -1; the lines give 60, lowest 60`,
    `broker ${brokerId} counts 7 lines and has 2`,
  ])
  sqlite.run('DELETE FROM ledger_transaction')
  expect((await findingsOf(app))['ledger']?.faults).toContain(
    `balance of the day (broker, unit, day) ${brokerId} EUR 2026-01-03 is stored as -40; the lines give nothing`,
  )
})

test('files without rows, rows without files and files of another size are found; a file that is just arriving is not', async () => {
  const { app, user } = await createLedger()
  const [gone, short] = [await uploadText(app, user), await uploadText(app, user)]
  const { uploads } = app.deps.folders
  await Bun.file(join(uploads, gone)).delete()
  await Bun.write(join(uploads, short), 'cut')
  const [old, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
  await Bun.write(join(uploads, old), 'x')
  await Bun.write(join(uploads, fresh), 'x')
  const longAgo = Date.now() / 1000 - 3_600
  utimesSync(join(uploads, old), longAgo, longAgo)
  const finding = (await findingsOf(app))['uploads']
  expect(finding?.faults.toSorted()).toEqual([`${gone} has a row and no file`, `${short} has 3 bytes and should have 27`].sort())
  expect(finding?.warnings).toEqual([`${old} has no row; the next start removes it`])
})

test('a reference to a row that is not there is found', async () => {
  const { app, user, brokerId } = await createLedger()
  await deposit(app, user, brokerId, '2026-01-02', '100')
  const { sqlite } = app.store.writer
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.run('DELETE FROM broker')
  const { references } = await findingsOf(app)
  expect(references?.faults).toContain('1 rows refer from ledger_transaction to broker to what is not there')
})

test('pages that were overwritten are found', async () => {
  const { app, user, brokerId } = await createLedger()
  for (let day = 10; day < 28; day++) await deposit(app, user, brokerId, `2026-01-${day}`, '1')
  app.store.writer.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = await Bun.file(join(app.folder, 'holdfast.db')).bytes()
  const page = app.store.reader.sqlite
    .query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE name = 'ledger_transaction'")
    .get()
  bytes.fill(0xab, ((page?.rootpage ?? 0) - 1) * 4096 + 100, (page?.rootpage ?? 0) * 4096)
  await Bun.write(join(app.folder, 'damaged.db'), bytes)
  const { reader, close } = openReader(join(app.folder, 'damaged.db'))
  const findings = await examine(reader, app.deps.folders)
  await close()
  expect(findings.find((finding) => finding.name === 'integrity')?.faults.length).toBeGreaterThan(0)
})
