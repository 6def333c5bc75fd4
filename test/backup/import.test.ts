import { describe, expect, test } from 'bun:test'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { SEED } from '#test/support/seed.ts'
import { exportOf, filesOf, importInto, openInstance } from './carried.ts'

/** Two instances: one with a ledger and its export, one with a user who has nothing, beside others. */
async function setScene() {
  const [here, there] = [await openInstance(), await openInstance()]
  await here.createUser()
  const user = await here.createUser()
  const broker_id = await createBroker(here, user, { name: 'Main' })
  const asset_id = await createAsset(here, { symbol: 'OAK', name: 'Oak Mills', isin: 'US0378331005', createdBy: user.id })
  const other = await createBroker(here, user, { name: 'Other' })
  const line = (fields: object) => ({ broker_id, date: '2024-01-02', currency: 'EUR', ...fields })
  const create = [
    line({ type: 'DEPOSIT', amount: '500' }),
    line({ type: 'BUY', asset_id, quantity: '10', price: '12.5', fees: '1' }),
    line({ type: 'TRANSFER', asset_id, quantity: '-4', currency: null, group: 'move' }),
    line({ type: 'TRANSFER', asset_id, quantity: '4', currency: null, group: 'move', broker_id: other }),
  ]
  expect((await here.call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  await here.call(user, 'PUT', `/assets/${asset_id}/prices`, [{ date: '2024-06-28', close: '13.25' }])
  const [root, guest] = [await there.createUser(), await there.createUser()]
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        ['broker', 'broker_access', 'ledger_transaction', 'asset', 'price', 'fx_own_rate', 'balance_day', 'balance_month'].map(
          (table) =>
            there.store.writer
              .selectFrom(table as 'broker')
              .selectAll()
              .execute(),
        ),
      ),
    )
  return { here, there, user, root, guest, archive: await exportOf(here, user), state, broker_id, asset_id }
}

/** An archive of these files. */
async function zipped(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [name, text] of files) await writer.add(name, new TextReader(text))
  return await writer.close()
}

/** The same export with other contents, its manifest made to fit. */
async function changed(archive: Uint8Array, name: string, change: (text: string) => string): Promise<Uint8Array> {
  const files = new Map(await filesOf(archive))
  files.set(name, change(files.get(name) ?? ''))
  const manifest = JSON.parse(files.get('export.json') ?? '{}')
  for (const entry of manifest.files) {
    const text = files.get(entry.name) ?? ''
    entry.size = Buffer.byteLength(text)
    entry.sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  }
  if (name !== 'export.json') files.set('export.json', JSON.stringify(manifest))
  return await zipped(files)
}

describe('200 for an export of another instance', () => {
  test('brokers are the caller’s alone, with free names; twice, also at once, is twice the brokers and one catalogue', async () => {
    const { there, guest, root, archive } = await setScene()
    const first = await importInto(there, guest, archive)
    expect([first.status, first.body]).toMatchObject([
      200,
      { dry_run: false, transactions: 4, assets: { created: 1, matched: 0 }, closes: { added: 1, present: 0, differing: 0 } },
    ])
    const both = await Promise.all([importInto(there, guest, archive), importInto(there, guest, archive)])
    expect(both.map(({ status, body }) => [status, body.assets, body.closes])).toEqual([
      [200, { created: 0, matched: 1, differing: [] }, { added: 0, present: 1, differing: 0 }],
      [200, { created: 0, matched: 1, differing: [] }, { added: 0, present: 1, differing: 0 }],
    ])
    const names = (await there.call(guest, 'GET', '/brokers')).body.map((broker: { name: string; role: string }) => [
      broker.name,
      broker.role,
    ])
    expect(names).toEqual(['Main', 'Main (2)', 'Main (3)', 'Other', 'Other (2)', 'Other (3)'].map((name) => [name, 'OWNER']))
    expect((await there.call(root, 'GET', '/brokers')).body).toEqual([])
    expect((await there.call(guest, 'GET', '/transactions?limit=1000')).body).toHaveLength(12)
  })

  test('a dry run says the same and stores nothing', async () => {
    const { there, guest, archive, state } = await setScene()
    const before = await state()
    const tried = await importInto(there, guest, archive, '?dry_run=true')
    expect([tried.status, tried.body.dry_run, tried.body.transactions]).toEqual([200, true, 4])
    expect(await state()).toBe(before)
    const { status, body } = await importInto(there, guest, archive)
    expect([status, { ...body, dry_run: true, brokers: [] }]).toEqual([200, { ...tried.body, brokers: [] }])
  })

  test('an asset that all may use keeps its closes, and is named where they differ; rates count for the caller alone', async () => {
    const { there, root, guest, archive } = await setScene()
    const id = await createAsset(there, { symbol: 'OAK', name: 'Oak Mills Inc', isin: 'US0378331005', isVerified: true })
    await there.call(root, 'PUT', `/assets/${id}/prices`, [{ date: '2024-06-28', close: '99' }])
    const brought = await changed(archive, 'rates.csv', () => 'base,quote,date,rate\r\nEUR,USD,2024-01-02,1.25\r\n')
    const { status, body } = await importInto(there, guest, brought)
    expect([status, body]).toMatchObject([
      200,
      {
        assets: { created: 0, matched: 1, differing: ['OAK'] },
        closes: { added: 0, present: 0, differing: 1 },
        rates: { added: 1 },
      },
    ])
    expect((await there.call(root, 'GET', `/assets/${id}/prices`)).body).toMatchObject([{ close: '99' }])
    expect((await there.call(guest, 'GET', '/fx/convert?from=EUR&to=USD&amount=2&date=2024-01-03')).body).toMatchObject({
      amount: '2.5',
    })
    expect((await there.call(root, 'GET', '/fx/convert?from=EUR&to=USD&amount=2&date=2024-01-03')).status).toBe(422)
  })

  test('an asset of strangers is none of the caller’s: they get one of their own', async () => {
    const { there, guest, archive } = await setScene()
    const stranger = await there.createUser()
    const theirs = await createAsset(there, { symbol: 'OAK', name: 'Oak Mills', isin: 'US0378331005', createdBy: stranger.id })
    const broker_id = await createBroker(there, stranger)
    const buy = { broker_id, type: 'BUY', date: '2024-01-02', asset_id: theirs, quantity: '1', price: '1', currency: 'EUR' }
    expect((await there.call(stranger, 'POST', '/transactions', buy)).status).toBe(201)
    const { body } = await importInto(there, guest, archive)
    expect(body.assets).toEqual({ created: 1, matched: 0, differing: [] })
    expect((await there.call(stranger, 'GET', `/assets/${theirs}/prices`)).body).toEqual([])
  })

  test('preferences that were chosen stay, others are taken over', async () => {
    const { here, user, there, guest } = await setScene()
    await here.call(user, 'PATCH', '/auth/users/me/preferences', { currency: 'CHF', language: 'it', cost_basis_method: 'LIFO' })
    await there.call(guest, 'PATCH', '/auth/users/me/preferences', { language: 'fr' })
    const { body } = await importInto(there, guest, await exportOf(here, user))
    expect(body.preferences.sort()).toEqual(['cost_basis_method', 'currency'])
    expect((await there.call(guest, 'GET', '/auth/users/me/preferences')).body).toMatchObject({
      currency: 'CHF',
      language: 'fr',
      cost_basis_method: 'LIFO',
    })
  })

  test('a broker that forbids shorting, and yet was short, comes as it was', async () => {
    const { there, guest, archive } = await setScene()
    const short = await changed(archive, 'transactions.json', (text) =>
      text
        .replace('"type":"BUY"', '"type":"SELL"')
        .replace('"quantity":"10"', '"quantity":"-10"')
        .replace('"amount":"-126"', '"amount":"124"'),
    )
    expect((await importInto(there, guest, short)).status).toBe(200)
  })
})

describe('422 with nothing changed', () => {
  test('for what is damaged, cut, foreign, or not as an export has it', async () => {
    const { there, guest, archive, state } = await setScene()
    const before = await state()
    const files = await filesOf(archive)
    const manifest = (change: (manifest: ReturnType<typeof JSON.parse>) => object) =>
      zipped(new Map([...files, ['export.json', JSON.stringify(change(JSON.parse(files.get('export.json') ?? '')))]]))
    const inLedger = (from: string | RegExp, to: string) =>
      changed(archive, 'transactions.json', (text) => text.replace(from, to))
    const cases: readonly (readonly [string, string, Uint8Array])[] = [
      ['cut', 'backup/export-damaged', archive.slice(0, -300)],
      ['cut in the middle', 'backup/export-damaged', archive.slice(0, archive.length / 2)],
      ['empty', 'backup/export-damaged', new Uint8Array()],
      ['a text', 'backup/export-damaged', new TextEncoder().encode('date,type\n'.repeat(100))],
      ['another archive', 'backup/export-foreign', await zipped(new Map([['a.csv', 'x']]))],
      ['another format', 'backup/export-foreign', await manifest((one) => ({ ...one, format: 'other' }))],
      ['a newer one', 'backup/export-newer', await manifest((one) => ({ ...one, version: 2 }))],
      ['no hashes', 'backup/export-damaged', await manifest((one) => ({ ...one, files: [] }))],
      ['a file is missing', 'backup/export-damaged', await zipped(new Map([...files].filter(([name]) => name !== 'closes.csv')))],
      [
        'a file is another one',
        'backup/export-damaged',
        await zipped(new Map([...files, ['closes.csv', (files.get('closes.csv') ?? '').replace('13.25', '19.25')]])),
      ],
      ['a path out of it', 'backup/export-damaged', await zipped(new Map([...files, ['../evil.json', 'x']]))],
      ['no JSON', 'backup/export-invalid', await inLedger('{"id"', '{id')],
      ['a type that there is not', 'backup/export-invalid', await inLedger('"type":"BUY"', '"type":"STEAL"')],
      ['a broker that is not there', 'backup/export-invalid', await inLedger(/"broker_id":\d+/, '"broker_id":987')],
      ['an asset that is not there', 'backup/export-invalid', await inLedger(/"asset_id":\d+/, '"asset_id":987')],
      ['no decimal', 'backup/export-invalid', await inLedger('"quantity":"10"', '"quantity":"1e5"')],
      ['a line against its rule', 'transaction/invalid', await inLedger('"quantity":"10"', '"quantity":"-10"')],
      ['half a group', 'transaction/invalid', await inLedger('"quantity":"-4"', '"quantity":"-5"')],
      ['a line twice', 'transaction/invalid', await inLedger('"id":2,', '"id":1,')],
      ['a line too few', 'backup/export-damaged', await inLedger(/\{"id":2,.*\n/, '')],
      [
        'a rate of nothing',
        'backup/export-invalid',
        await changed(archive, 'rates.csv', () => 'base,quote,date,rate\r\nEUR,USD,2024-01-02,0\r\n'),
      ],
      [
        'a close of no day',
        'backup/export-invalid',
        await changed(archive, 'closes.csv', (text) => text.replace('2024-06-28', '2024-06-31')),
      ],
    ]
    for (const [what, code, bytes] of cases) {
      const { status, body } = await importInto(there, guest, bytes)
      expect([what, status, body.code]).toEqual([what, 422, code])
    }
    expect(await state()).toBe(before)
    expect([...new Bun.Glob('*').scanSync(there.deps.folders.temporary)]).toEqual([])
  })

  test('for a wrong byte, wherever it is, but for a time of day', async () => {
    const { there, guest, archive, state } = await setScene()
    const before = await state()
    let [random, taken] = [SEED, 0]
    for (let run = 0; run < 60; run++) {
      random = (random * 48_271) % 2_147_483_647
      const bytes = archive.slice()
      const at = random % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const { status, body } = await importInto(there, guest, bytes, '?dry_run=true')
      if (status === 200) taken++
      else expect([at, status, String(body.code).startsWith('backup/export-')]).toEqual([at, 422, true])
    }
    expect(taken).toBeLessThan(15)
    expect(await state()).toBe(before)
  }, 120_000)
})

test('401 without a session, 413 and 415 for what is too large or no form', async () => {
  const { there, guest, archive } = await setScene()
  expect((await there.call(null, 'POST', '/backup/import')).status).toBe(401)
  expect((await there.call(guest, 'POST', '/backup/import', {})).status).toBe(415)
  expect((await there.call(guest, 'POST', '/backup/import', new FormData())).status).toBe(422)
  const form = new FormData()
  form.set('file', new File([archive.slice()], 'export.zip'))
  await there.store.writer
    .insertInto('setting')
    .values({ key: 'storage_quota_mb_per_user', value: '0', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null })
    .execute()
  expect((await there.call(guest, 'POST', '/backup/import', form)).status).toBeOneOf([413, 200])
})
