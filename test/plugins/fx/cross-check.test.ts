import { expect, test } from 'bun:test'
import type { FxRate } from '#plugins/fx/contract.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { collect, loopback } from './loopback.ts'
import { answerWith, describeSamples, RECORDINGS } from './samples.ts'

/** BOI and BCEAO: the recordings do not hold market values of their day. SNB: averages of months. */
const NOT_OF_THE_DAY = new Set(['BOI', 'BCEAO', 'SNB'])
/** Publishers that date today's market with tomorrow's day. */
const NEXT_DAY = new Set(['CBR', 'NBU', 'NBG'])

/** The rates of all recordings by day and publisher. */
async function ratesOfAll(): Promise<Map<string, Map<string, FxRate[]>>> {
  const days = new Map<string, Map<string, FxRate[]>>()
  for (const [file, recording] of Object.entries(RECORDINGS)) {
    if (NOT_OF_THE_DAY.has(recording.provider)) continue
    const provider = fxProviders.find((one) => one.code === recording.provider)
    if (!provider) expect.unreachable(recording.provider)
    const { tools } = loopback(await answerWith(file, recording), {
      ...(recording.today ? { today: recording.today } : {}),
      ...(recording.key ? { key: recording.key } : {}),
    })
    for (const rate of (await collect(provider, recording.request, tools)).rates) {
      const day = days.get(rate.date) ?? new Map<string, FxRate[]>()
      days.set(rate.date, day)
      day.set(recording.provider, [...(day.get(recording.provider) ?? []), rate])
    }
  }
  return days
}

describeSamples('cross-check of unrelated publishers', () => {
  test('the same pair on the same day through two providers agrees within 2 %; nothing is upside down or mis-scaled', async () => {
    const found: { what: string; currency: string; apart: number; sameDay: boolean }[] = []
    for (const [date, day] of await ratesOfAll()) {
      const inDollars = [...day].map(([code, rates]) => [code, againstDollar(rates)] as const)
      for (const [index, [code, one]] of inDollars.entries())
        for (const [other, two] of inDollars.slice(index + 1))
          for (const [currency, value] of one) {
            const opposite = two.get(currency)
            if (opposite === undefined || currency === 'USD') continue
            const what = `${date} ${currency}/USD ${code} ${value} ${other} ${opposite}`
            const sameDay = !NEXT_DAY.has(code) && !NEXT_DAY.has(other)
            found.push({ what, currency, apart: Math.abs(value / opposite - 1), sameDay })
          }
    }
    const agreeing = found.filter((one) => one.sameDay && one.apart <= 0.02)
    const share = agreeing.length / found.filter((one) => one.sameDay).length
    const currencies = new Set(agreeing.map((one) => one.currency))
    console.log(`cross-check: ${found.length} comparisons, ${currencies.size} pairs, ${(share * 100).toFixed(2)} % within 2 %`)
    expect(found.filter((one) => one.apart > 0.08)).toEqual([])
    expect(share).toBeGreaterThan(0.995)
    expect(currencies.size).toBeGreaterThanOrEqual(10)
  })
})

/** What each currency of one publisher is worth in dollars on a day, by way of the publisher's home currency. Ratios for a comparison only. */
function againstDollar(rates: readonly FxRate[]): Map<string, number> {
  const edges = rates.flatMap((one) => [
    { from: one.base, to: one.quote, value: Number(one.rate) },
    { from: one.quote, to: one.base, value: 1 / Number(one.rate) },
  ])
  const worth = new Map([['USD', 1]])
  for (const at of worth.keys())
    for (const edge of edges) if (edge.to === at && !worth.has(edge.from)) worth.set(edge.from, edge.value * (worth.get(at) ?? 0))
  return worth
}
