/** Rows of which nothing was made on purpose: each with its reason in the preview. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { Preview } from '#src/imports/preview/preview.schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { zip } from '#test/support/archives.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,amount,currency,external_id,status'
const OWN = `${HEAD}\n2024-02-01,DEPOSIT,7,EUR,,\n2024-02-02,DEPOSIT,8,EUR,,cancelled\n`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  return async (name: string, bytes: string | Uint8Array<ArrayBuffer>, body: object = {}) => {
    const { id } = (await upload(app, user, broker, name, bytes)).body
    return (await app.call(user, 'POST', `/brokers/import/files/${id}/parse`, body)).as(Preview)
  }
}

test('header, footers and cancelled rows stand in the preview with row, reason and text', async () => {
  const preview = await setUp()
  const { ignored, ignored_total, rows } = await preview('own.csv', OWN)
  expect([ignored_total, rows.ignored]).toEqual([2, 2])
  expect(ignored.map(({ row, file, text }) => [row, file, text])).toEqual([
    [1, null, HEAD.replaceAll(',', ' | ')],
    [3, null, '2024-02-02 | DEPOSIT | 8 | EUR |  | cancelled'],
  ])
  expect(ignored[1]?.reason).toContain('cancelled')
})

test('those of an archive say their file, also where no importer knows it', async () => {
  const preview = await setUp()
  const files = { 'own.csv': OWN, 'other.csv': 'colour,size\nred,1\n' }
  const { ignored, ignored_total, rows } = await preview('set.zip', (await zip(Object.entries(files))) as Uint8Array<ArrayBuffer>)
  expect(ignored_total).toBe(rows.ignored)
  expect(ignored.map(({ row, file }) => [row, file])).toEqual([
    [1, 'own.csv'],
    [3, 'own.csv'],
    [1, 'other.csv'],
    [2, 'other.csv'],
  ])
  expect(ignored[2]).toMatchObject({ reason: 'No importer knows it.', text: 'colour | size' })
})

test('they come by the thousand', async () => {
  const preview = await setUp()
  const rows = Array.from({ length: 1_500 }, (_, n) => `2024-02-01,DEPOSIT,${n + 1},EUR,,cancelled\n`).join('')
  const text = `${OWN}${rows}`
  const [first, rest] = [await preview('a.csv', text), await preview('b.csv', `${text}\n`, { ignored_offset: 1_000 })]
  expect([first.ignored.length, rest.ignored.length, first.ignored_total, first.rows.ignored]).toEqual([1_000, 502, 1_502, 1_502])
  expect(rest.ignored[0]?.row).toBe((first.ignored.at(-1)?.row ?? 0) + 1)
})
