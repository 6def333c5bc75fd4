/** Matching of lots alone, no database: `bun test/bench/lots.ts [lines] [assets]`. */
import type { LotEntry } from '#src/lots/entry.ts'
import { matchEntries } from '#src/lots/match.ts'
import type { TakingOrder } from '#src/lots/position.ts'
import { matchSection104 } from '#src/lots/section104.ts'
import { addDays } from '#src/shared/date.ts'
import { decimal, negate } from '#src/shared/decimal.ts'

const [lines = 100_000, assets = 500] = process.argv.slice(2).map(Number)

let state = 42
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

function entriesOf(count: number, spread: number): LotEntry[] {
  const held = new Map<number, number>()
  return Array.from({ length: count }, (_, index) => {
    const assetId = 1 + Math.floor(random() * spread)
    const size = 1 + Math.floor(random() * 2000) / 100
    const price = 10 + Math.floor(random() * 9000) / 100
    const before = held.get(assetId) ?? 0
    const sells = random() < 0.45 && before > size
    held.set(assetId, before + (sells ? -size : size))
    const quantity = decimal(size.toFixed(12))
    const worth = decimal((size * price).toFixed(6))
    return {
      kind: 'trade',
      transactionId: index + 1,
      brokerId: 1,
      assetId,
      date: addDays('2010-01-01', Math.floor((index / count) * 5000)),
      timed: false,
      quantity: sells ? negate(quantity) : quantity,
      worth: {
        inReport: sells ? negate(worth) : worth,
        inAsset: sells ? negate(worth) : worth,
        paid: sells ? negate(worth) : worth,
      },
      known: true,
      realises: true,
      groupId: null,
      costShare: null,
      currency: null,
      specificLots: null,
    }
  })
}

function measure(name: string, work: () => { disposals: readonly unknown[] }): void {
  const times: number[] = []
  let disposals = 0
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage()
    disposals = work().disposals.length
    const used = process.cpuUsage(before)
    times.push((used.user + used.system) / 1000)
  }
  const sorted = times.sort((a, b) => a - b)
  console.log(`${name}: CPU best ${sorted[0]?.toFixed(0)} ms, median ${sorted[2]?.toFixed(0)} ms, ${disposals} disposals`)
}

for (const spread of [assets, 1]) {
  const entries = entriesOf(lines, spread)
  const named = entries.map((entry, index): LotEntry => {
    const lot = entries[index - 1]
    const names = entry.quantity < 0n && index % 10 === 0 && lot !== undefined
    return names ? { ...entry, specificLots: [{ lotId: lot.transactionId, quantity: negate(entry.quantity) }] } : entry
  })
  const relocate = (cost: LotEntry['worth']) => cost
  console.log(`${lines} lines over ${spread} assets`)
  for (const order of ['FIFO', 'LIFO', 'HIFO', 'AVERAGE'] as const satisfies readonly TakingOrder[])
    measure(order, () => matchEntries(entries, { order, pooled: false, rule: null, relocate }))
  measure('S104', () => matchSection104(entries, { relocate }))
  measure('FIFO, every tenth names a lot', () => matchEntries(named, { order: 'FIFO', pooled: false, rule: null, relocate }))
}
