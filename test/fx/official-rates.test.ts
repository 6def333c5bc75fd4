/** Banks whose official rates differ from what the market pays come last among routes of the same rank. */
import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { catalogueOf } from '#src/fx/catalogue.ts'
import { discoverRoutes } from '#src/fx/discovery.ts'
import { createMemory } from '#src/memory.ts'

const { graph } = catalogueOf({ memory: createMemory(), plugins: { brim: [], assets: [], fx: fxProviders } })
const providersOf = (from: string, to: string) =>
  discoverRoutes(graph, { from, to, maxSteps: 2, limit: 500 }).routes.map(({ steps }) => steps.map(({ provider }) => provider))

test.each(['CBI', 'BRB'])('%s says so, and leads no two others together while a bank of the market does', (code) => {
  const bank = fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
  expect(bank.description).toContain('The market pays')
  expect(bank.lastResort).toEqual(bank.targetCurrencies)
  const alone = providersOf('CHF', 'KWD')
    .concat(providersOf('CHF', 'CNY'))
    .filter((one) => new Set(one).size === 1)
  const first = alone.findIndex((one) => one.includes(code))
  expect(first === -1 || first > 0).toBe(true)
})

test('the rial of the Central Bank of Sri Lanka stands behind that of others', () => {
  const routes = providersOf('USD', 'IRR').filter((one) => new Set(one).size === 1)
  const last = routes.findIndex((one) => one.includes('CBSL'))
  expect(last).toBeGreaterThan(0)
})
