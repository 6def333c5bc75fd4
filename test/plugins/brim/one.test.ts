import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { importerLoaders } from '#plugins/brim/one.ts'

test('every importer can be loaded alone, by its code', async () => {
  const alone = await Promise.all(Object.entries(importerLoaders).map(async ([code, load]) => [code, await load()] as const))
  expect(new Map(alone)).toEqual(new Map(brokerPlugins.map((plugin) => [plugin.code, plugin])))
})
