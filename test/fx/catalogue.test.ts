import { expect, test } from 'bun:test'
import ecb from '#plugins/fx/ecb/index.ts'
import { catalogueOf } from '#src/fx/catalogue.ts'
import { createMemory } from '#src/memory.ts'

test('rule: the graph of currencies is made when a route is searched for, not to convert, and once', () => {
  let reads = 0
  const provider = {
    ...ecb,
    get targetCurrencies() {
      reads += 1
      return ecb.targetCurrencies
    },
  }
  const deps = { memory: createMemory(), plugins: { brim: [], assets: [], fx: [provider] } }
  const catalogue = catalogueOf(deps)
  expect([catalogue.byCode.get('ECB') === provider, reads]).toEqual([true, 0])
  expect(catalogue.graph.currencies).toContain('USD')
  expect(reads).toBeGreaterThan(0)
  expect(catalogueOf(deps).graph).toBe(catalogue.graph)
})
