import { expect, test } from 'bun:test'
import scheduledYield from '#plugins/assets/scheduled-yield/index.ts'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import manual from '#plugins/fx/manual/index.ts'
import { add, decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { askThrough, must, NOW } from '#test/golden/ask.ts'
import alpha from '#test/golden/fx/alpha.ts'
import beta from '#test/golden/fx/beta.ts'
import { buildWorld } from '#test/golden/world.ts'
import { createTestApp } from '#test/support/app.ts'
import { parsed } from './parsed.ts'
import { expectAccepted } from './programs.ts'

test('every type of transaction at eight brokers in six currencies: even, with the balances of the list; the programs accept it', async () => {
  const plugins = { brim: [genericCsv], fx: [alpha, beta, manual], assets: [scheduledYield] }
  const { app } = await createTestApp({ clock: () => new Date(NOW), deps: { plugins } })
  const { ask, enrol } = askThrough((path, init) => app.request(`/api/v1${path}`, init))
  const { brokers } = await buildWorld(ask, enrol)
  const all = Object.values(brokers).map((id) => `broker_ids=${id}`)
  const lines: Record<string, string | number | null>[] = await must(
    ask,
    'anna',
    'GET',
    `/transactions?limit=1000&${all.join('&')}`,
  )
  const wanted = sums(lines, (line) => (line['currency'] === null ? [] : [[String(line['currency']), String(line['amount'])]]))
  const units = sums(lines, (line) => (line['asset_id'] === null ? [] : [[String(line['asset_id']), String(line['quantity'])]]))
  for (const path of ['/transactions.beancount', '/transactions.journal']) {
    const { text } = await ask('anna', 'GET', `${path}?${all.join('&')}`)
    const found = parsed(text)
    expect([found.entries, found.faults]).toEqual([lines.length, []])
    expect(found.prices).toBeGreaterThan(100)
    const own = [...found.balances].filter(([key]) => /^(Assets|Equity:Untracked):/.test(key))
    const isCash = ([key]: readonly [string, string]) => /^(Assets:\w+:Cash|Equity:Untracked:\w+) /.test(key)
    const byUnit = (entry: readonly [string, string]): [string, string][] => [[entry[0].split(' ')[1] ?? '', entry[1]]]
    expect(sums(own.filter(isCash), byUnit)).toEqual(wanted)
    expect(
      [
        ...sums(
          own.filter((one) => !isCash(one)),
          byUnit,
        ).values(),
      ].sort(),
    ).toEqual([...units.values()].sort())
    expectAccepted(path, text)
  }
}, 120_000)

function sums<T>(items: readonly T[], read: (item: T) => readonly (readonly [string, string])[]): Map<string, string> {
  const found = new Map<string, ReturnType<typeof decimal>>()
  for (const [key, amount] of items.flatMap(read)) found.set(key, add(found.get(key) ?? ZERO, decimal(amount)))
  return new Map([...found].filter(([, value]) => value !== ZERO).map(([key, value]) => [key, formatDecimal(value)]))
}
