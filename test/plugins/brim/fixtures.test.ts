import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { accountedFor, checkResult, parseSample } from '#test/support/importers.ts'
import { readFacts } from './facts.ts'

const FIXTURES = new URL('./fixtures/', import.meta.url)

/** How sure each importer is of its own reports, at least; the generic one is as sure of all that it can read. */
const SURE: Readonly<Record<string, number>> = {
  broker_generic_csv: 0.5,
  coinbase: 0.9,
  degiro: 0.9,
  ibkr: 0.9,
  revolut: 0.9,
  trading212: 0.9,
}
const OPTIONS = new Map((await readFacts()).map(({ key, facts }) => [key, facts.options ?? {}]))
const FOLDERS: Readonly<Record<string, string>> = { broker_generic_csv: 'generic-csv' }

test('every importer has fixtures', () => {
  const folders = new Set(readdirSync(FIXTURES))
  expect(brokerPlugins.filter(({ code }) => !folders.has(FOLDERS[code] ?? code)).map(({ code }) => code)).toEqual([])
  expect(brokerPlugins.flatMap(({ code, layouts }) => (layouts === undefined ? code : [])).sort()).toEqual(Object.keys(SURE))
})

for (const plugin of brokerPlugins) {
  const place = `${FOLDERS[plugin.code] ?? plugin.code}/`
  const folder = new URL(place, FIXTURES)
  describe(plugin.code, () => {
    for (const name of readdirSync(folder).filter((name) => /\.(csv|xml|json)$/.test(name) && !name.endsWith('.golden.json')))
      test(`${name} gives its golden drafts, every row accounted for, and the same with an empty line at the end`, async () => {
        const options = OPTIONS.get(`own:${place}${name}`) ?? {}
        const { file, confidence, result } = await parseSample(plugin, new URL(name, folder), { options })
        expect(confidence).toBeGreaterThanOrEqual(SURE[plugin.code] ?? 1)
        expect(accountedFor(file, result)).toEqual([])
        expect(checkResult(result)).toEqual([])
        const golden = await Bun.file(new URL(name.replace(/\.\w+$/, '.golden.json'), folder)).json()
        expect(JSON.parse(JSON.stringify(result))).toEqual(golden)
        const { text } = file
        if (name.endsWith('.csv')) expect((await parseSample(plugin, `${text}\n`, { options })).result).toEqual(result)
      })
  })
}
