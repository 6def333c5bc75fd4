import type { BrokerPlugin, LayoutFacts, ReportHead } from '#plugins/brim/contract.ts'
import { fitOf } from '#plugins/kit/fit.ts'

/** A format that a file is near to: the titles that it lacks, and those of its own that the format does not have. */
export type NearMiss = {
  readonly plugin: string
  readonly name: string
  readonly layout: string
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
}

const NEAR_ENOUGH = 0.4
const MOST = 3
const MOST_TITLES = 6

/** The three formats that the tables of a file are nearest to, best first; none where hardly a title is known. */
export function nearMisses(plugins: readonly BrokerPlugin[], heads: readonly ReportHead[]): NearMiss[] {
  const found = plugins.flatMap((plugin) => {
    const fits = [...(plugin.layouts ?? []), ...(plugin.formats ?? [])].flatMap((facts) =>
      fitsOf(facts, heads).map((fit) => ({ ...fit, plugin, facts })),
    )
    return fits.toSorted((a, b) => b.confidence - a.confidence)[0] ?? []
  })
  return found
    .filter(({ confidence }) => confidence >= NEAR_ENOUGH)
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, MOST)
    .map(({ plugin, facts, missing, unknown }) => ({
      plugin: plugin.code,
      name: `${plugin.name} (${facts.name})`,
      layout: facts.name,
      missing,
      unknown,
    }))
}

function fitsOf(facts: LayoutFacts, heads: readonly ReportHead[]) {
  return heads.flatMap((head) => {
    const tables = facts.records === undefined ? head.tables : (head.records ?? []).filter(({ name }) => name === facts.records)
    return tables.map((table) => fitOf(table, facts))
  })
}

/** The near misses as a sentence; `''` for none. */
export function describeNearMisses(misses: readonly NearMiss[]): string {
  const sentences = misses.map(({ name, missing, unknown }) => {
    const lacks = missing.length === 0 ? [] : `without ${listed(missing)}`
    const more = unknown.length === 0 ? [] : `with columns that it does not know: ${listed(unknown)}`
    return `${name}${[lacks, more].flat().length === 0 ? '' : `, but ${[lacks, more].flat().join(', ')}`}`
  })
  return sentences.length === 0 ? '' : ` It is like a report of ${sentences.join('; or of ')}.`
}

function listed(titles: readonly string[]): string {
  const shown = titles.slice(0, MOST_TITLES).map((title) => `"${title.trim().slice(0, 40)}"`)
  return `${shown.join(', ')}${titles.length > MOST_TITLES ? ' and others' : ''}`
}
