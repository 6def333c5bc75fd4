import { expect, test } from 'bun:test'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'
import { createReader } from '#test/support/web.ts'

const REPORT = 'date,type,amount,currency\n2024-02-01,DEPOSIT,1,EUR\n2024-02-02,DEPOSIT,2,EUR\n'

/** A service whose importer counts how often it reads. */
async function start() {
  const count = { n: 0 }
  const steps = genericCsv.parseInSteps
  const counting: BrokerPlugin = {
    ...genericCsv,
    parse: (...given) => {
      count.n++
      return genericCsv.parse(...given)
    },
    ...(steps && {
      *parseInSteps(file, options, kit) {
        count.n++
        return yield* steps.call(genericCsv, file, options, kit)
      },
    }),
  }
  const app = await createTestApp({ deps: { plugins: { brim: [counting], fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker: number = (await app.call(user, 'POST', '/brokers', { name: 'Main', currency: 'EUR' })).body.id
  const { id } = (await upload(app, user, broker, 'own.csv', REPORT)).body
  const post = (path: string, body: object = {}) => app.call(user, 'POST', `/brokers/import/files/${id}${path}`, body)
  return { app, user, broker, id, count, post, reader: createReader(app, user) }
}

test('a review and the import after it read the file once; another choice or currency reads it again', async () => {
  const { app, user, broker, id, count, post, reader } = await start()
  await reader.get(`/imports/${id}`)
  expect(count.n).toBe(1)
  await post('/parse', { options: { mapping: { decimal: 'dot' } } })
  expect(count.n).toBe(2)
  await app.call(user, 'PATCH', `/brokers/${broker}`, { currency: 'USD' })
  const tried = await post('/import', { dry_run: true })
  expect([count.n, tried.body.imported]).toEqual([3, 2])
  const done = await post('/import')
  expect([count.n, done.body.imported, done.body.rows.total]).toEqual([3, 2, 3])
})

test('what was read a moment ago is not shown to who lost the right to', async () => {
  const { app, user, broker, id, post } = await start()
  const editor = await app.createUser()
  await app.call(user, 'POST', `/brokers/${broker}/access`, { user_id: editor.id, role: 'EDITOR' })
  const parse = () => app.call(editor, 'POST', `/brokers/import/files/${id}/parse`, {})
  expect([(await post('/parse')).status, (await parse()).status]).toEqual([200, 200])
  await app.call(user, 'DELETE', `/brokers/${broker}/access/${editor.id}`)
  expect((await parse()).status).toBe(404)
})

test('a look leaves no job, whether it goes well or not; an import does, and so does a look that is to be waited for', async () => {
  const { app, user, id, post, reader } = await start()
  const jobs = async () => (await app.call(user, 'GET', '/jobs')).body.map((one: { state: string }) => one.state)
  await reader.get(`/imports/${id}`)
  const refused = await post('/import', { dry_run: true, plugin: 'unknown' })
  expect([refused.status, await jobs()]).toEqual([422, []])
  const path = `/brokers/import/files/${id}/import`
  const waited = await app.call(user, 'POST', path, { dry_run: true }, { Prefer: 'respond-async' })
  expect([waited.status, (await jobs()).length]).toEqual([202, 1])
  await post('/import')
  expect((await jobs()).length).toBe(2)
})

test('what an import came to is with its report until it is undone', async () => {
  const { app, user, broker, id, post, reader } = await start()
  const outcome = async () => (await app.call(user, 'GET', `/brokers/import/files/${id}`)).body.outcome
  expect(await outcome()).toBeNull()
  await post('/import')
  const numbers = { imported: 2, duplicates: 0, skipped: 0, openings: 0, assets: 0, prices: 0 }
  expect(await outcome()).toEqual(numbers)
  const again = (await upload(app, user, broker, 'again.csv', `${REPORT}2024-02-03,DEPOSIT,3,EUR\n`, '&import=true')).body
  expect(again.outcome).toEqual({ ...numbers, imported: 1, duplicates: 2 })
  const page = await reader.get(`/imports/${again.id}`)
  for (const words of ['1 transaction imported', '2 were there already and were left out.']) expect(page.text).toContain(words)
  await post('/undo')
  expect(await outcome()).toBeNull()
})
