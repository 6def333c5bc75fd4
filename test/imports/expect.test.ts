/** What reads reports has run once before somebody uploads one. */
import { expect, test } from 'bun:test'
import type { BrokerPlugin, ReportHead } from '#plugins/brim/contract.ts'
import { lookAtNothing } from '#src/imports/expect.ts'
import { createServer } from '#src/server.ts'
import { createTestApp } from '#test/support/app.ts'

async function looksAt(own: readonly string[]) {
  const { deps } = await createTestApp()
  const seen: ReportHead[] = []
  const recognises = (head: ReportHead) => {
    seen.push(head)
    return 0
  }
  const [plugin] = deps.plugins.brim
  const brim = ['first', 'second'].map((code) => ({ ...plugin, code, recognises }) as BrokerPlugin)
  await lookAtNothing({ ...deps, plugins: { ...deps.plugins, brim, ownImporters: new Set(own) } })
  return seen
}

test('every importer looks at a table, unless there are some of the data folder', async () => {
  const seen = await looksAt([])
  expect(seen.map(({ tables }) => tables[0]?.rows.length)).toEqual([2, 2])
  expect(await looksAt(['second'])).toEqual([])
})

test('the room of imports can be there before the first request for it', async () => {
  const { deps } = await createTestApp()
  let loaded = 0
  const loadPlugins = async () => {
    loaded++
    return deps.plugins
  }
  const server = createServer({ ...deps, loadPlugins })
  await server.loadImports()
  expect(loaded).toBe(1)
  const { status } = await server.request('/api/v1/brokers/import/plugins')
  expect([status, loaded]).toEqual([401, 1])
})
