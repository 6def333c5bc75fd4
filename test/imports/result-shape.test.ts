/** What an importer of the data folder gives may be anything: a request is answered, not broken off. */
import { expect, test } from 'bun:test'
import type { BrokerPlugin, ParsedReport } from '#plugins/brim/contract.ts'
import { requireForm } from '#src/imports/reading/result-shape.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const EMPTY = { transactions: [], assets: [], issues: [], ignored: [] }
/** Not what the type says, as a file that nobody compiled may give it. */
const given = (result: unknown): ParsedReport => JSON.parse(JSON.stringify({ result: result ?? null })).result

const WRONG: readonly (readonly [unknown, RegExp])[] = [
  [undefined, /must give an object/],
  ['text', /must give an object/],
  [{ ...EMPTY, transactions: { 0: 1 } }, /a list of transactions/],
  [{ transactions: [], assets: [], issues: [] }, /a list of ignored/],
  [{ ...EMPTY, transactions: [{ type: 'BUY' }] }, /rows, a list of numbers/],
  [{ ...EMPTY, transactions: [{ rows: [] }] }, /rows, a list of numbers/],
  [{ ...EMPTY, transactions: [null] }, /rows, a list of numbers/],
  [{ ...EMPTY, assets: [{}] }, /a ref, a text/],
  [{ ...EMPTY, issues: [{ row: 1, severity: 'fatal', code: 'a', detail: 'b' }] }, /severity/],
  [{ ...EMPTY, ignored: [{ row: 1 }] }, /reason, a text/],
  [{ ...EMPTY, rows: ['1'] }, /a list of numbers/],
]

test('the form of a result is judged with a sentence that says what is missing', () => {
  expect(requireForm(given(EMPTY))).toEqual(EMPTY)
  for (const [result, wanted] of WRONG) expect(() => requireForm(given(result))).toThrow(wanted)
})

test('422 import/plugin-failed for each of them, and the report is stored', async () => {
  const { deps } = await createTestApp()
  let result: unknown
  const plugin: BrokerPlugin = {
    ...{
      code: 'odd',
      name: 'Odd',
      broker: 'Odd',
      website: '',
      description: 'Odd',
      extensions: ['csv'],
      languages: ['en'],
      version: '1',
    },
    ...{ docs: '', sampleColumns: [], assets: {}, recognises: () => 1, parse: () => given(result) },
  }
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: [plugin] } } })
  const user = await app.createUser()
  const { id } = (await upload(app, user, await createBroker(app, user), 'a.csv', 'a,b\n1,2\n')).body
  for ([result] of WRONG)
    for (const step of ['parse', 'import']) {
      const { status, body } = await app.call(user, 'POST', `/brokers/import/files/${id}/${step}`, {})
      expect([status, body.code]).toEqual([422, 'import/plugin-failed'])
    }
})
