import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { catalogueOf, historicCurrenciesOf } from '#src/fx/catalogue.ts'
import { discoverRoutes } from '#src/fx/discovery.ts'
import { createMemory } from '#src/memory.ts'
import { historicCurrencies } from '#src/shared/currency.ts'

const dead = historicCurrencies().map((one) => one.code)

test.each(fxProviders.map((one) => [one.code, one] as const))('%s offers no currency that has ended', (_code, provider) => {
  expect([...provider.baseCurrencies, ...provider.targetCurrencies].filter((code) => dead.includes(code))).toEqual([])
  const running = provider.series.some((one) => one.until === undefined)
  if (!running) expect([provider.baseCurrencies, provider.targetCurrencies]).toEqual([[], []])
})

test('no route leads by way of an ended currency', () => {
  const { graph } = catalogueOf({ memory: createMemory(), plugins: { brim: [], assets: [], fx: fxProviders } })
  expect(graph.currencies.filter((code) => dead.includes(code))).toEqual([])
  expect(discoverRoutes(graph, { from: 'LTL', to: 'EUR' }).routes).toEqual([])
})

test('a source that has stopped keeps its history: every series ends, and its currencies are historic', () => {
  const litas = fxProviders.find((one) => one.code === 'LB')!
  expect(litas.series.every((one) => one.until !== undefined && one.until <= '2014-12-31')).toBe(true)
  expect(historicCurrenciesOf(litas)).toEqual(expect.arrayContaining(['LTL', 'USD', 'EEK']))
})
