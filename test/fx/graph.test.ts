import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { fxProviders } from '#plugins/fx/index.ts'
import { type DiscoveredRoute, describeRoutes, discoverRoutes, findRoutes, numberOfRoutes, routeKey } from '#src/fx/discovery.ts'
import { buildGraph, type ChainStep, type Coverage, hasPair } from '#src/fx/graph.ts'
import { routeBytes } from '#src/fx/route-bytes.ts'
import type { DiscoveryRequest } from '#src/fx/route-search.ts'
import { discoveredToWire } from '#src/fx/wire.ts'
import { processorTime } from '#test/support/processor-time.ts'
import { needing, recorded } from '#test/support/recorded.ts'

const cover = (code: string, bases: string, targets: string): Coverage => ({
  code,
  baseCurrencies: bases.split(' '),
  targetCurrencies: targets.split(' '),
})
const all = (coverages: readonly Coverage[], request: DiscoveryRequest) =>
  discoverRoutes(buildGraph(coverages), { limit: 1_000_000, ...request })
const keys = (routes: readonly DiscoveredRoute[]) => routes.map((one) => one.key)

/** Rules 1 to 5 again, written as they are read, with nothing in common with the code under test. */
function naive(coverages: readonly Coverage[], from: string, to: string, depth = 4): ChainStep[][] {
  const links = new Set<string>()
  for (const one of coverages)
    if (one.code !== 'MANUAL')
      for (const base of one.baseCurrencies)
        for (const target of one.targetCurrencies)
          if (base !== target) {
            links.add(`${base} ${target} ${one.code}`)
            links.add(`${target} ${base} ${one.code}`)
          }
  const steps = [...links].map((link) => {
    const [start = '', end = '', provider = ''] = link.split(' ')
    return { from: start, to: end, provider }
  })
  const found: ChainStep[][] = []
  let open: ChainStep[][] = from === to ? [] : [[]]
  for (let length = 1; length <= depth; length++) {
    const next: ChainStep[][] = []
    for (const path of open)
      for (const step of steps) {
        if (step.from !== (path.at(-1)?.to ?? from)) continue
        if (step.to === from || path.some((one) => one.to === step.to)) continue
        if (path.filter((one) => one.provider === step.provider).length >= 2) continue
        if (step.to === to) found.push([...path, step])
        else next.push([...path, step])
      }
    open = next
  }
  return found
}

/** Whether a provider of the step calls the step's target currency, seen from its own, a last resort. */
function isLastResort(coverages: readonly Coverage[], { from, to, provider }: ChainStep): boolean {
  const has = (one: Coverage, base: string, target: string) =>
    one.baseCurrencies.includes(base) && (one.lastResort ?? []).includes(target)
  return coverages.some((one) => one.code === provider && (has(one, from, to) || has(one, to, from)))
}

const CURRENCIES = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG']
const coverage = (code: string) =>
  fc.record({
    code: fc.constant(code),
    baseCurrencies: fc.subarray(CURRENCIES, { maxLength: 2 }),
    targetCurrencies: fc.subarray(CURRENCIES, { maxLength: 5 }),
    lastResort: fc.option(fc.subarray(CURRENCIES, { maxLength: 3 }), { nil: undefined }),
  })
const coverages = fc.tuple(...['N', 'NB', 'NBP', 'Z1', 'MANUAL'].map(coverage))
const currency = fc.constantFrom(...CURRENCIES, 'XXX')
const registeredLegs = fc.array(
  fc.record({ from: currency, to: currency, provider: fc.constantFrom('N', 'NB', 'NBP', 'Z1', 'NO') }),
  { maxLength: 8 },
)

describe('rules 1 to 5: the set of routes', () => {
  test('is the set that a second implementation finds, without doubles', () => {
    fc.assert(
      fc.property(coverages, currency, currency, fc.integer({ min: 1, max: 5 }), (known, from, to, maxSteps) => {
        const { routes, complete } = all(known, { from, to, maxSteps })
        const got = keys(routes)
        expect(complete).toBe(true)
        expect(new Set(got).size).toBe(got.length)
        expect([...got].sort()).toEqual(naive(known, from, to, maxSteps).map(routeKey).sort())
      }),
      { numRuns: 300 },
    )
  })

  test('rule 1: two providers of a pair are two routes, MANUAL is none, base = target is no edge', () => {
    const known = [cover('ONE', 'EUR', 'EUR USD'), cover('TWO', 'USD', 'EUR'), cover('MANUAL', 'EUR', 'USD GBP')]
    expect(keys(all(known, { from: 'USD', to: 'EUR' }).routes)).toEqual(['USD-EUR:ONE', 'USD-EUR:TWO'])
    expect(all(known, { from: 'USD', to: 'GBP' }).routes).toEqual([])
  })

  test('rule 2: a step tells its logical direction, also against the edge', () => {
    const [route] = all([cover('ECB', 'EUR', 'USD CHF')], { from: 'USD', to: 'CHF' }).routes
    expect(route?.steps).toEqual([
      { from: 'USD', to: 'EUR', provider: 'ECB' },
      { from: 'EUR', to: 'CHF', provider: 'ECB' },
    ])
  })

  test('rule 3: no currency twice, none to itself, the target ends a route', () => {
    const known = [cover('A', 'EUR', 'USD CHF GBP'), cover('B', 'USD', 'CHF GBP')]
    for (const { steps } of all(known, { from: 'EUR', to: 'CHF' }).routes) {
      const visited = ['EUR', ...steps.map((one) => one.to)]
      expect(new Set(visited).size).toBe(visited.length)
      expect(visited.indexOf('CHF')).toBe(visited.length - 1)
    }
    expect(all(known, { from: 'EUR', to: 'EUR' }).routes).toEqual([])
    expect(all(known, { from: 'EUR', to: 'XXX' }).routes).toEqual([])
  })

  test('rule 4: a provider twice is fine, three times never', () => {
    const ring = [cover('P', 'AAA BBB CCC', 'BBB CCC DDD')]
    const lengths = all(ring, { from: 'AAA', to: 'DDD' }).routes.map((one) => one.steps.length)
    expect(lengths.length).toBeGreaterThan(0)
    expect(Math.max(...lengths)).toBe(2)
  })

  test('rule 5: four steps and no more', () => {
    const line = ['AAA BBB', 'BBB CCC', 'CCC DDD', 'DDD EEE', 'EEE FFF'].map((pair, i) =>
      cover(`P${i}`, pair.slice(0, 3), pair.slice(4)),
    )
    expect(all(line, { from: 'AAA', to: 'EEE' }).routes.length).toBe(1)
    expect(all(line, { from: 'AAA', to: 'FFF' }).routes).toEqual([])
    expect(all(line, { from: 'AAA', to: 'EEE', maxSteps: 3 }).routes).toEqual([])
  })
})

describe('rules 6 and 9: the order', () => {
  test('by steps: shortest first, then by key; a smaller limit is a prefix', () => {
    fc.assert(
      fc.property(coverages, currency, currency, fc.nat(30), (known, from, to, limit) => {
        const { routes } = all(known, { from, to, order: 'steps' })
        const wanted = naive(known, from, to).map((steps) => ({ length: steps.length, key: routeKey(steps) }))
        wanted.sort((a, b) => a.length - b.length || (a.key < b.key ? -1 : 1))
        expect(keys(routes)).toEqual(wanted.map((one) => one.key))
        expect(keys(all(known, { from, to, order: 'steps', limit }).routes)).toEqual(keys(routes).slice(0, limit))
      }),
      { numRuns: 200 },
    )
  })

  test('of presentation: steps, more registered legs, fewer distinct providers, fewer last resorts, key; a smaller limit is a prefix', () => {
    fc.assert(
      fc.property(coverages, currency, currency, registeredLegs, fc.nat(30), (known, from, to, registered, limit) => {
        const { routes } = all(known, { from, to, registered })
        const isRegistered = (step: ChainStep) =>
          registered.some(
            (one) =>
              one.provider === step.provider && [one.from, one.to].toSorted().join() === [step.from, step.to].toSorted().join(),
          )
        const wanted = naive(known, from, to).map((steps) => ({
          key: routeKey(steps),
          steps,
          registeredLegs: steps.filter(isRegistered).length,
          distinctProviders: new Set(steps.map((one) => one.provider)).size,
        }))
        const lastResorts = (steps: readonly ChainStep[]) => steps.filter((step) => isLastResort(known, step)).length
        wanted.sort(
          (a, b) =>
            a.steps.length - b.steps.length ||
            b.registeredLegs - a.registeredLegs ||
            a.distinctProviders - b.distinctProviders ||
            lastResorts(a.steps) - lastResorts(b.steps) ||
            (a.key < b.key ? -1 : 1),
        )
        expect(routes).toEqual(wanted)
        expect(all(known, { from, to, registered, limit }).routes).toEqual(wanted.slice(0, limit))
      }),
      { numRuns: 300 },
    )
  })

  test('a rate that is administered or coarse never comes first by its name alone, in neither direction', () => {
    const known = [{ ...cover('A', 'AAA', 'BBB CCC'), lastResort: ['BBB'] }, cover('B', 'AAA', 'BBB CCC')]
    expect(keys(all(known, { from: 'AAA', to: 'BBB', maxSteps: 1 }).routes)).toEqual(['AAA-BBB:B', 'AAA-BBB:A'])
    expect(keys(all(known, { from: 'BBB', to: 'AAA', maxSteps: 1 }).routes)).toEqual(['BBB-AAA:B', 'BBB-AAA:A'])
    expect(keys(all(known, { from: 'AAA', to: 'CCC', maxSteps: 1 }).routes)).toEqual(['AAA-CCC:A', 'AAA-CCC:B'])
  })

  test('the default is 200 in the order of presentation', () => {
    const graph = buildGraph(fxProviders)
    const { routes } = discoverRoutes(graph, { from: 'USD', to: 'EUR' })
    expect(routes.length).toBe(200)
    expect(routes).toEqual(discoverRoutes(graph, { from: 'USD', to: 'EUR', limit: 1000 }).routes.slice(0, 200))
  })
})

describe('bounds', () => {
  test('providers that have every pair do not stop the server: the search ends and says that it is not complete', () => {
    const many = Array.from({ length: 400 }, (_, i) => `C${String(i).padStart(2, '0')}`).join(' ')
    const graph = buildGraph(['A', 'B', 'C', 'D'].map((code) => cover(code, many, many)))
    const began = processorTime()
    const { routes, complete } = discoverRoutes(graph, { from: 'C01', to: 'C02', limit: 20_000 })
    expect(processorTime() - began).toBeLessThan(10_000)
    expect(complete).toBe(false)
    expect(routes.length).toBe(20_000)
    expect(routes.every((one, index) => index === 0 || (routes[index - 1]?.steps.length ?? 0) <= one.steps.length)).toBe(true)
  })

  test('20,000 routes over all providers come at once', () => {
    const graph = buildGraph(fxProviders)
    const began = processorTime()
    const { routes, complete } = discoverRoutes(graph, { from: 'USD', to: 'EUR', limit: 20_000 })
    expect([routes.length, complete]).toEqual([20_000, true])
    expect(processorTime() - began).toBeLessThan(10_000)
  })

  test("all routes of everybody's graph are found with turns for others in between, and are those found in one go", async () => {
    const graph = buildGraph(fxProviders)
    let [turns, isOver] = [0, false]
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const found = await findRoutes(graph, { from: 'USD', to: 'EUR', limit: Number.MAX_SAFE_INTEGER })
    isOver = true
    expect(found.complete).toBe(true)
    expect(numberOfRoutes(found)).toBeGreaterThan(100_000)
    expect(turns).toBeGreaterThan(2)
    const request = { from: 'GBP', to: 'JPY', order: 'steps', limit: 30_000 } as const
    const routes = await findRoutes(graph, request)
    expect(describeRoutes(routes)).toEqual([...discoverRoutes(graph, request).routes])
    expect(numberOfRoutes(routes)).toBe(30_000)
    expect(describeRoutes(await findRoutes(graph, { from: 'USD', to: 'XXX' }))).toEqual([])
  })

  test('the bytes of an answer are its JSON, however many registered legs, steps and routes', async () => {
    const graph = buildGraph([...fxProviders, cover('Odd "name" \\ of ünusual', 'EUR', 'USD JPY GBP')])
    const registered = [
      { from: 'USD', to: 'JPY', provider: 'FED' },
      { from: 'EUR', to: 'GBP', provider: 'ECB' },
    ]
    for (const request of [
      { from: 'USD', to: 'EUR', limit: 20_000 },
      { from: 'JPY', to: 'PLN', limit: 7, order: 'steps' },
      { from: 'USD', to: 'EUR', maxSteps: 1 },
      { from: 'USD', to: 'USD' },
    ] as const) {
      const found = await findRoutes(graph, { ...request, registered })
      const text = new TextDecoder().decode(Buffer.concat([...routeBytes(found)]))
      expect(text).toBe(JSON.stringify(describeRoutes(found).map(discoveredToWire)))
    }
  })

  test('a provider has a pair in either direction, and no other', () => {
    const graph = buildGraph(fxProviders)
    expect([hasPair(graph, 'ECB', 'EUR', 'USD'), hasPair(graph, 'ECB', 'USD', 'EUR')]).toEqual([true, true])
    for (const [provider, a, b] of [
      ['ECB', 'USD', 'CHF'],
      ['ECB', 'EUR', 'EUR'],
      ['NOPE', 'EUR', 'USD'],
      ['MANUAL', 'EUR', 'USD'],
      ['ECB', 'EUR', 'QQQ'],
    ] as const)
      expect([provider, hasPair(graph, provider, a, b)]).toEqual([provider, false])
  })
})

const REFERENCE = recorded('acceptance/route_discovery.py')

describe.if(needing('acceptance/route_discovery.py').isThere && Bun.which('python3') !== null)(
  'the reference of the acceptance check [recorded]',
  () => {
    test('finds the same routes over the first 15 providers and over every third of all', async () => {
      const source = readFileSync(REFERENCE, 'utf8')
      const discover = source.slice(source.indexOf('def discover'), source.indexOf('\ns, c ='))
      const script = `import json, sys\n${discover}\nq = json.load(sys.stdin)\nprint(json.dumps([sorted("/".join(f"{a}-{b}:{p}" for a, b, p in r) for r in discover(q["providers"], f, t)) for f, t in q["pairs"]]))`
      const pairs = [
        ['USD', 'EUR'],
        ['GBP', 'CHF'],
        ['JPY', 'PLN'],
        ['AUD', 'CZK'],
        ['TRY', 'BRL'],
        ['EUR', 'EUR'],
        ['INR', 'ZAR'],
      ]
      const manual = fxProviders.filter((one) => one.code === 'MANUAL')
      const thirds = fxProviders.filter((_, index) => index % 3 === 0)
      const cases = [[...fxProviders.slice(0, 15), ...manual], thirds].map((known) => {
        const chosen = known === thirds ? pairs.slice(4) : pairs
        const providers = known.map((one) => ({
          code: one.code,
          base_currencies: one.baseCurrencies,
          target_currencies: one.targetCurrencies,
        }))
        const stdin = Buffer.from(JSON.stringify({ providers, pairs: chosen }))
        return { known, chosen, python: Bun.spawn(['python3', '-c', script], { stdin, stdout: 'pipe', stderr: 'inherit' }) }
      })
      for (const { known, chosen, python } of cases) {
        const wanted = JSON.parse(await new Response(python.stdout).text()) as string[][]
        const graph = buildGraph(known)
        chosen.forEach(([from = '', to = ''], index) => {
          const found = keys(discoverRoutes(graph, { from, to, order: 'steps', limit: 1_000_000 }).routes)
          console.log(`${known.length - 1} providers, ${from} to ${to}: ${found.length} routes`)
          expect(found.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(wanted[index] ?? [])
        })
      }
    }, 60_000)
  },
)
