import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { fold } from '#plugins/kit/text.ts'

const MOST_CHARACTERS = 300
const MOST_TITLES = 6
const LISTED = 'GET /brokers/import/plugins and `holdfast plugins list` say for each broker where its report is.'

/**
 * Where to find the report that can be read: for the broker whose name stands in one of `names` (of the file, of the ledger), else where all are
 * listed. A sentence for the user.
 */
export function whereToFind(plugins: readonly BrokerPlugin[], names: readonly string[]): string {
  const plugin = namedImporter(plugins, names)
  return plugin === undefined ? LISTED : `The report to take at ${plugin.broker}: ${firstOf(plugin.docs)}`
}

/** The same with what that report has, for a file that is read and not recognised. */
export function reportToTake(plugins: readonly BrokerPlugin[], names: readonly string[]): string {
  const plugin = namedImporter(plugins, names)
  return plugin === undefined ? LISTED : `${whereToFind(plugins, names)}${formOf(plugin)}`
}

/** What that report has; `''` where the importer does not tell. */
function formOf({ layouts = [] }: BrokerPlugin): string {
  const layout = layouts.find(({ holds }) => holds === 'transactions')
  if (layout === undefined) return ''
  const titles = [...new Set(layout.titles.slice(0, layout.required).map(([title = '']) => `"${title}"`))]
  const list = layout.records === undefined ? 'a table' : `a list "${layout.records}" of records`
  const more = titles.length > MOST_TITLES ? ' and others' : ''
  return ` It has ${list} with ${titles.slice(0, MOST_TITLES).join(', ')}${more}.`
}

/** The importer whose name stands in one of the names as words, the longest where there are several. */
export function namedImporter(plugins: readonly BrokerPlugin[], names: readonly string[]): BrokerPlugin | undefined {
  const texts = names.map(fold)
  const found = plugins.flatMap((plugin) => {
    if (plugin.proposeMapping !== undefined || plugin.docs === '') return []
    const lengths = [plugin.name, plugin.broker, plugin.code].flatMap((name) => {
      const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? []
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]*')}(?![\\p{L}])`, 'u')
      return words.length > 0 && texts.some((text) => pattern.test(text)) ? words.join('').length : []
    })
    return lengths.length === 0 ? [] : { plugin, length: Math.max(...lengths) }
  })
  return found.toSorted((a, b) => b.length - a.length)[0]?.plugin
}

/** The first paragraph, cut where it is long. */
function firstOf(docs: string): string {
  const [first = ''] = docs.split('\n')
  return first.length <= MOST_CHARACTERS ? first : `${first.slice(0, MOST_CHARACTERS).replace(/\S*$/, '')}...`
}
