import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { ReportLines } from '#src/imports/reading/first-lines.schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { upload } from '#test/support/report.ts'

async function start() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker: number = (await app.call(user, 'POST', '/brokers', { name: 'Main', currency: 'EUR' })).body.id
  const linesOf = async (name: string, text: string | Uint8Array<ArrayBuffer>) => {
    const { id } = (await upload(app, user, broker, name, text)).body
    const answer = await app.call(user, 'GET', `/brokers/import/files/${id}/lines`)
    expect(answer.status).toBe(200)
    return ReportLines.parse(answer.body).files
  }
  return { app, user, broker, linesOf }
}

test('the first lines of a file are as they stand in it, whoever knows it, in any encoding', async () => {
  const { linesOf } = await start()
  expect(await linesOf('a.csv', 'Käufe;"x\ny"\r\n1;2\r\n\r\n')).toEqual([
    { filename: 'a.csv', lines: ['Käufe;"x', 'y"', '1;2'], more: false },
  ])
  const latin = new Uint8Array([...'Stück;Kurs\n1;2\n'].map((one) => one.charCodeAt(0)))
  expect((await linesOf('b.csv', latin))[0]?.lines).toEqual(['Stück;Kurs', '1;2'])
})

test('no more than twenty lines of three hundred characters are shown, and that there is more', async () => {
  const { linesOf } = await start()
  const many = Array.from({ length: 50 }, (_, n) => `${n};x`)
  expect(await linesOf('many.csv', many.join('\n'))).toEqual([{ filename: 'many.csv', lines: many.slice(0, 20), more: true }])
  const [wide] = await linesOf('wide.csv', `a;${'ü'.repeat(5_000)}\n1;2\n`)
  expect([wide?.lines.map((line) => line.length), wide?.more]).toEqual([[301, 3], true])
})

test('404 for strangers, and a viewer may look', async () => {
  const { app, user, broker } = await start()
  const { id } = (await upload(app, user, broker, 'a.csv', 'a;b\n1;2\n')).body
  const [viewer, stranger] = [await app.createUser(), await app.createUser()]
  await app.call(user, 'POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })
  const status = async (by: typeof user) => (await app.call(by, 'GET', `/brokers/import/files/${id}/lines`)).status
  expect([await status(viewer), await status(stranger)]).toEqual([200, 404])
})
