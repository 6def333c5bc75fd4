import type { BrokerPlugin, ImportOptions, ReportHead } from '#plugins/brim/contract.ts'
import { fitOf } from '#plugins/kit/fit.ts'
import { fold } from '#plugins/kit/index.ts'
import { createYielder } from '../../shared/event-loop.ts'
import type { NearTemplate } from '../choices.repository.ts'

/** How a user reads tables with one header: the options, a mapping among them, for an importer of any table. */
export type TemplateFields = {
  readonly name: string
  readonly plugin: string
  readonly titles: readonly string[]
  readonly options: ImportOptions
}
export type Template = TemplateFields & {
  readonly fingerprint: string
  readonly createdAt: string
  readonly updatedAt: string
}

const NEAR_ENOUGH = 0.6
const MOST_TITLES = 20
const MAX_TITLE = 60

/** What templates are found by: the titles in their order, without case, accents, odd blanks and empty columns at the end. */
export function fingerprintOf(titles: readonly string[]): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(keysOf(titles))).digest('hex')
}

function keysOf(titles: readonly string[]): string[] {
  const keys = titles.map(fold)
  return keys.slice(0, keys.findLastIndex((key) => key !== '') + 1)
}

/** Importers that can say which titles they read under given options. */
export function takesTemplates(plugin: BrokerPlugin): boolean {
  return plugin.titlesOf !== undefined
}

/** What the templates of a user say of a file. */
export type TemplateFit = { readonly template: string | null; readonly near: NearTemplate | null }

export const NO_FIT: TemplateFit = { template: null, near: null }

/** The template whose header the file has, else the one that it is nearest to. */
export async function findTemplate(
  plugins: readonly BrokerPlugin[],
  head: ReportHead,
  templates: readonly Template[],
): Promise<TemplateFit> {
  const yieldWhenDue = createYielder()
  for (const { name, plugin: code, options, fingerprint } of templates) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const titles = plugins.find((plugin) => plugin.code === code)?.titlesOf?.(head, options)
    if (titles !== undefined && fingerprintOf(titles) === fingerprint) return { template: name, near: null }
  }
  return { template: null, near: nearest(head, templates) }
}

function nearest(head: ReportHead, templates: readonly Template[]): NearTemplate | null {
  const fits = templates.flatMap(({ name, titles }) => {
    const filled = titles.filter((title) => title.trim() !== '')
    const facts = { name, titles: filled.map((title) => [title]), required: filled.length, holds: 'transactions' as const }
    return head.tables.map((table) => ({ name, fit: fitOf(table, facts) }))
  })
  const [best] = fits.toSorted((a, b) => b.fit.confidence - a.fit.confidence)
  if (best === undefined || best.fit.confidence < NEAR_ENOUGH) return null
  return { name: best.name, missing: shown(best.fit.missing), unknown: shown(best.fit.unknown) }
}

function shown(titles: readonly string[]): string[] {
  return titles.slice(0, MOST_TITLES).map((title) => title.trim().slice(0, MAX_TITLE))
}
