import { expect, test } from 'bun:test'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { ingDe } from '#plugins/brim/ing-de/index.ts'
import { cashOf, parseSample } from '#test/support/importers.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)

async function read(plugin: BrokerPlugin, source: string, options = {}) {
  const { result } = await parseSample(plugin, source.includes('\n') ? source : new URL(source, FIXTURES), { options })
  return result
}

test('ing-de: money of a trade without its quantity is an error, left out or cash, as the user says', async () => {
  const file = 'ing-de/girokonto.csv'
  const [unsaid, left, cash] = [
    await read(ingDe, file),
    await read(ingDe, file, { securities: 'leave-out' }),
    await read(ingDe, file, { securities: 'cash' }),
  ]
  expect(unsaid.issues.filter(({ severity }) => severity === 'error').map(({ row, code }) => [row, code])).toEqual([
    [19, 'no-quantity'],
  ])
  expect([unsaid, left, cash].map(cashOf)).toEqual([{ EUR: '1220.62' }, { EUR: '1220.62' }, { EUR: '1121.07' }])
  expect(left.ignored.at(-1)).toEqual({ row: 19, reason: 'money of a trade' })
})

test('ing-de: the positions of an overview are of the day above the table, at what they had cost', async () => {
  const { positions } = await read(ingDe, 'ing-de/depot.csv')
  expect(positions?.map(({ row, date, quantity, cost, currency }) => [row, date, quantity, cost, currency])).toEqual([
    [7, '2024-04-30', '12', '498', 'EUR'],
    [8, '2024-04-30', '5.5', '495', 'EUR'],
  ])
})
