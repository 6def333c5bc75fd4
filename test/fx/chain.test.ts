/** What may be registered is what discovery finds: the two are independent of each other. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { FxProvider } from '#plugins/fx/contract.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { catalogueOf, MANUAL } from '#src/fx/catalogue.ts'
import { canonicalKey, chainFaults, reversed } from '#src/fx/chain.ts'
import { discoverRoutes, routeKey } from '#src/fx/discovery.ts'
import type { ChainStep } from '#src/fx/graph.ts'
import { createMemory } from '#src/memory.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { tableProvider } from './source.ts'

const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY']
const catalogue = (fx: readonly FxProvider[]) => catalogueOf({ memory: createMemory(), plugins: { brim: [], assets: [], fx } })
const provider = (code: string) =>
  fc
    .record({
      bases: fc.subarray(CURRENCIES, { minLength: 1, maxLength: 3 }),
      targets: fc.subarray(CURRENCIES, { minLength: 1 }),
    })
    .map(({ bases, targets }) => ({
      ...tableProvider(code, 'EUR', 'USD'),
      series: [],
      baseCurrencies: bases,
      targetCurrencies: targets,
    }))
const currency = fc.constantFrom(...CURRENCIES)
/** Chains of all kinds, most of them wrong: steps that do not join, loops, pairs that nobody has. */
const anyChain = fc.array(fc.record({ from: currency, to: currency, provider: fc.constantFrom('ONE', 'TWO', 'SIX', MANUAL) }), {
  minLength: 1,
  maxLength: 4,
})
/** Chains that join, as they might be. */
const joinedChain = fc
  .tuple(
    fc.array(currency, { minLength: 2, maxLength: 5 }),
    fc.array(fc.constantFrom('ONE', 'TWO', 'SIX'), { minLength: 4, maxLength: 4 }),
  )
  .map(([codes, providers]) =>
    codes.slice(1).map((to, index): ChainStep => ({ from: codes[index] ?? '', to, provider: providers[index] ?? '' })),
  )

describe('a chain may be registered', () => {
  test('exactly when discovery finds it (MANUAL alone apart), whatever the providers announce', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        fc.tuple(provider('ONE'), provider('TWO'), provider('SIX')),
        fc.oneof(anyChain, joinedChain),
        (providers, steps) => {
          const known = catalogue(providers)
          const [from, to] = [steps[0]?.from ?? '', steps.at(-1)?.to ?? '']
          const { routes } = discoverRoutes(known.graph, { from, to, limit: 100_000 })
          const found = new Set(routes.map((one) => one.key)).has(routeKey(steps))
          const byHand = steps.length === 1 && steps[0]?.provider === MANUAL && from !== to
          if (found || byHand) accepted += 1
          expect(chainFaults(known, steps).length === 0).toBe(found || byHand)
        },
      ),
      seeded(2000),
    )
    expect(accepted).toBeGreaterThan(100)
  })

  test('every one of the tens of thousands that discovery finds over all providers, and its reverse as the same route', () => {
    const known = catalogue(fxProviders)
    const { routes } = discoverRoutes(known.graph, { from: 'JPY', to: 'PLN', limit: Number.MAX_SAFE_INTEGER })
    console.log(`chains checked: ${routes.length}`)
    expect(routes.length).toBeGreaterThan(20_000)
    const keys = new Set<string>()
    for (const { steps } of routes) {
      if (chainFaults(known, steps).length > 0) expect([steps, chainFaults(known, steps)]).toEqual([steps, []])
      if (canonicalKey(steps) !== canonicalKey(reversed(steps))) expect(canonicalKey(reversed(steps))).toBe(canonicalKey(steps))
      keys.add(canonicalKey(steps))
    }
    expect(keys.size).toBe(routes.length)
  })

  test('not with a provider three times, where that is the only fault', () => {
    const wide = tableProvider('ONE', 'EUR', 'USD')
    const known = catalogue([{ ...wide, series: [], baseCurrencies: CURRENCIES, targetCurrencies: CURRENCIES }])
    const steps = CURRENCIES.slice(1, 4).map((to, index) => ({ from: CURRENCIES[index] ?? '', to, provider: 'ONE' }))
    expect(chainFaults(known, steps.slice(0, 2))).toEqual([])
    expect(chainFaults(known, steps)).toEqual([
      { pointer: '/chain_steps/2/provider', detail: 'ONE is used 2 times already, which is the most.' },
    ])
  })
})
