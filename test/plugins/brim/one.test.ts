import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { importerLoaders } from '#plugins/brim/one.ts'

test('every importer is loaded by its own code, and the importer of anybody’s table comes last', async () => {
  const codes = Object.keys(importerLoaders)
  expect(brokerPlugins.map(({ code }) => code)).toEqual(codes)
  expect([codes.slice(0, -1), codes.at(-1)]).toEqual([codes.slice(0, -1).toSorted(), 'broker_generic_csv'])
})
