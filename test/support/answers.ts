import type { Answer } from './app.ts'
import { type DescribedOperation, fillPath } from './described.ts'
import { operationsOf } from './vandal.ts'

/** What a path or a query names, by the words of the document. */
export type Names = {
  /** What `{id}` stands for, by the first segment of the path (`assets`, `brokers`, `brokers/import`, ...). */
  readonly ids: Readonly<Record<string, readonly (number | string)[]>>
  readonly query: Readonly<Record<string, string>>
  /** The same for what is a day. */
  readonly days: Readonly<Record<string, string>>
}

/** Answers that no figure of anybody stands in, or that are there to say what others do. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  getSystemInfo: 'about the service',
  listFxSyncStates: 'how sources answered, whoever called',
  listUsers: 'whom one may share with: grows with every registration',
  watchJob: 'a stream; getJob has the same',
  listBrokers: 'also shows brokers that somebody shares without request, as not included; requested apart',
  exportOwnData:
    'a ZIP that says when it was made, also with brokers that somebody shares without request; what is in it stands in other answers',
  getPluginAsset: 'a file of the service',
}

/**
 * Every operation of the document that reads, without a query (but for what it requires) and with each of its parameters for which there is a value alone;
 * paths below /api/v1. A new operation is in by itself. Pictures as SVG alone: the PNG is drawn from it; pictures and CSV with the days alone.
 */
export function readsOf(names: Names): string[] {
  return operationsOf('GET')
    .filter(({ id, path, isPublic }) => !isPublic && LEFT_OUT[id] === undefined && !path.endsWith('.png'))
    .flatMap((operation) =>
      pathsOf(operation, names.ids).flatMap((path) => queriesOf(operation, names).map((text) => path + text)),
    )
}

function pathsOf(operation: DescribedOperation, ids: Names['ids']): string[] {
  if (!operation.path.includes('{')) return [operation.path]
  const [first = '', second = ''] = operation.path.split('/').slice(1)
  const values = ids[`${first}/${second}`] ?? ids[first]
  return values === undefined ? [fillPath(operation)] : values.map((value) => fillPath(operation, { id: value }))
}

/** Made of the answer of another operation, by the same query: with its defaults, and with the days. */
const DERIVED = /\.(svg|csv|beancount|journal)$/

function queriesOf({ operation, path }: DescribedOperation, { query, days }: Names): string[] {
  const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const pairs = inQuery.flatMap(({ name, schema, required }): [string, string][] => {
    const value = (schema.format === 'date' ? days : query)[name]
    if (value === undefined && required === true) throw new Error(`a value for ${name} is wanting`)
    return value === undefined ? [] : [[name, value]]
  })
  const isNeeded = ([name]: [string, string]) => inQuery.some((one) => one.name === name && one.required === true)
  const isDay = ([name]: [string, string]) => name === 'from' || name === 'to' || (name === 'as_of' && days[name] !== undefined)
  const range = pairs.filter((pair) => isDay(pair) || isNeeded(pair))
  const ways = DERIVED.test(path) ? [] : pairs.map((pair) => [...new Set([...range, pair])])
  const sets = [pairs.filter(isNeeded), range, ...ways]
  return [...new Set(sets.map((set) => (set.length === 0 ? '' : `?${new URLSearchParams(set)}`)))]
}

/** An answer without what says which request it was, or when a price was last requested. */
export function figuresOf({ status, text }: Answer): string {
  return `${status} ${text.replaceAll(/"(request_id|parsed_at|last_attempt|last_success)":"[^"]*"/g, '')}`
}

/** Names the answers that differ. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}
