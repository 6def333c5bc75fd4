/** Route discovery over all providers: 200 random pairs (fixed seed). Run: bun run test/bench/fx-graph.ts */
import { fxProviders } from '#plugins/fx/index.ts'
import { discoverRoutes } from '#src/fx/discovery.ts'
import { buildGraph } from '#src/fx/graph.ts'

const began = performance.now()
const graph = buildGraph(fxProviders)
console.log(
  `graph: ${graph.providers.length} providers, ${graph.currencies.length} currencies, ${(performance.now() - began).toFixed(1)} ms`,
)
let seed = 20_260_101
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const pick = () => graph.currencies[random(graph.currencies.length)] ?? 'EUR'
const pairs = Array.from({ length: 200 }, () => [pick(), pick()] as const)
const loud = [
  ['USD', 'EUR'],
  ['JPY', 'PLN'],
  ['TRY', 'BRL'],
  ['AUD', 'CZK'],
  ['INR', 'ZAR'],
] as const
const registered = [
  { from: 'USD', to: 'EUR', provider: 'ECB' },
  { from: 'EUR', to: 'CHF', provider: 'SNB' },
]
for (const limit of [200, 20_000, 1_000_000])
  for (const order of ['presentation', 'steps'] as const) {
    const runs = [...pairs, ...loud].map(([from, to]) => {
      const start = performance.now()
      const { routes, complete } = discoverRoutes(graph, { from, to, limit, order, registered })
      return { pair: `${from}-${to}`, count: routes.length, complete, took: performance.now() - start }
    })
    const random200 = runs.slice(0, 200).sort((a, b) => b.took - a.took)
    const mean = random200.reduce((total, one) => total + one.took, 0) / random200.length
    const slowest = random200[0]
    console.log(
      `limit ${limit}, ${order}: slowest of 200 ${slowest?.took.toFixed(1)} ms (${slowest?.pair}, ${slowest?.count} routes), mean ${mean.toFixed(2)} ms`,
    )
    if (limit === 1_000_000)
      console.log(
        `  ${runs
          .slice(200)
          .map((one) => `${one.pair} ${one.count}${one.complete ? '' : '+'} in ${one.took.toFixed(0)} ms`)
          .join(', ')}`,
      )
  }
console.log(`memory: ${(process.memoryUsage.rss() / 1024 / 1024).toFixed(0)} MiB resident`)
