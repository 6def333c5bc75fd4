import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { tableOf } from './tools/table.ts'

test('the table of importers is current (`bun run importer table` writes it), and says what the interface says', async () => {
  const written = await Bun.file(new URL('../../../plugins/brim/README.md', import.meta.url)).text()
  expect(written).toBe(tableOf(brokerPlugins))
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const answer = await app.call(await app.createUser(), 'GET', '/brokers/import/plugins')
  expect(tableOf(Array.isArray(answer.body) ? answer.body : answer.body.items)).toBe(written)
})

test('a cell never breaks the table, and a long text ends with a sentence', () => {
  const row = { code: 'a', name: 'A|B', website: '', description: 'x\ny <b>', extensions: ['csv'], languages: ['en'] }
  const docs = `${'First words of a sentence. '.repeat(20)}\nsecond paragraph`
  const line =
    tableOf([{ ...row, docs, maturity: 'beta' }])
      .split('\n')
      .at(-2) ?? ''
  expect(line).toStartWith('| A\\|B | `a` | x y &lt;b> | CSV | en | beta | First words')
  expect(line).toEndWith('sentence. |')
  expect(line.length).toBeLessThan(330)
})
