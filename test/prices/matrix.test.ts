import { expect, test } from 'bun:test'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { priceProviders } from '#plugins/assets/index.ts'

const README = new URL('../../src/prices/README.md', import.meta.url)
const HISTORY = { none: 'as traded', splits: 'splits', 'splits-and-dividends': 'splits, dividends' } as const

/** A row of the table of what each source can answer. */
function rowOf({ code, adjusted, eventsOnly, search, searchedByName, key, network, pauseMilliseconds }: PriceProvider): string {
  const closes = eventsOnly === true ? 'no closes' : HISTORY[adjusted]
  const searches = search === undefined ? '' : searchedByName === true ? 'by name' : 'yes'
  const keyed = key === undefined ? '' : key.required ? 'needed' : 'helps'
  return `| \`${code}\` | ${closes} | ${searches} | ${keyed} | ${network ? pauseMilliseconds / 1000 : ''} |`
}

test('the README says of every source what its history is adjusted for, whether it has a search, its key and the pause between two calls', async () => {
  const text = await Bun.file(README).text()
  const [, table = ''] = /## What each source answers\n[\s\S]*?\n\|---\|---\|---\|---\|---\|\n([\s\S]*?)\n\n/.exec(text) ?? []
  expect(table.split('\n')).toEqual(priceProviders.map(rowOf).sort())
})
