/** `options.mapping`: how to read anyone's CSV. Every fault names its option. */
import type { ImportOptions } from '#plugins/brim/contract.ts'
import { ALL_FIELDS, type Field, titleKey } from './columns.ts'
import { type Kind, kindNamed } from './kinds.ts'

export type Mapping = Exclude<ReturnType<typeof readMapping>, { readonly faults: readonly string[] }>

type Plain = Readonly<Record<string, unknown>>

const MAX_TITLES = 200
const KEYS = ['columns', 'types', 'date_format', 'decimal', 'defaults', 'delimiter', 'sign', 'ignore']
const DEFAULTS: readonly Field[] = ['type', 'currency', 'price_currency', 'symbol', 'isin', 'name', 'exchange', 'asset_type']

/** The mapping, or the sentences that say what is wrong with the options. */
export function readMapping(options: ImportOptions) {
  const faults: string[] = []
  for (const key of Object.keys(options))
    if (key !== 'mapping') faults.push(`options.${key}: there is no such option; there is mapping.`)
  const mapping = plain(options['mapping'], 'options.mapping', faults)
  for (const key of Object.keys(mapping))
    if (!KEYS.includes(key)) faults.push(`options.mapping.${key}: there is no such option. There are ${KEYS.join(', ')}.`)
  const columns = mapping['columns'] === undefined ? undefined : readTexts(mapping, 'columns', ALL_FIELDS, faults)
  const defaults = readTexts(mapping, 'defaults', DEFAULTS, faults)
  const delimiter = mapping['delimiter']
  if (delimiter !== undefined && (typeof delimiter !== 'string' || delimiter.length !== 1 || '"\r\n'.includes(delimiter)))
    faults.push('options.mapping.delimiter: give one character, such as ";".')
  const read = {
    /** `undefined` = our documented titles. */
    columns,
    defaults,
    /** By `titleKey`. */
    types: readTypes(mapping, faults),
    dayOrder: choice(mapping, 'date_format', ['ymd', 'dmy', 'mdy'], faults),
    style: choice(mapping, 'decimal', ['dot', 'comma'], faults),
    /** `lenient` = nothing stated: see the rules of each type in `drafts.ts`. */
    sign: choice(mapping, 'sign', ['as_is', 'by_type'], faults) ?? ('lenient' as const),
    delimiter: typeof delimiter === 'string' ? delimiter : undefined,
    /** Titles, by `titleKey`, of columns that may stay unread. */
    ignore: readTitles(mapping['ignore'], faults),
  }
  const named = defaults.get('type')
  if (named !== undefined && kindNamed(named) === undefined)
    faults.push(`options.mapping.defaults.type: "${named}" is no type of transaction.`)
  if (columns && !columns.has('date')) faults.push('options.mapping.columns.date: name the column that holds the date.')
  if (columns && !columns.has('type') && named === undefined)
    faults.push('options.mapping.columns.type: name the column that holds the type, or give options.mapping.defaults.type.')
  return faults.length > 0 ? { faults } : read
}

function readTexts(mapping: Plain, key: string, fields: readonly Field[], faults: string[]): ReadonlyMap<Field, string> {
  const texts = new Map<Field, string>()
  for (const [name, value] of Object.entries(plain(mapping[key], `options.mapping.${key}`, faults))) {
    const field = fields.find((candidate) => candidate === name)
    if (field === undefined)
      faults.push(`options.mapping.${key}.${name}: there is no such field. There are ${fields.join(', ')}.`)
    else if (typeof value !== 'string' || value.trim() === '') faults.push(`options.mapping.${key}.${name}: give a text.`)
    else texts.set(field, value)
  }
  return texts
}

function readTypes(mapping: Plain, faults: string[]): ReadonlyMap<string, Kind | 'ignore'> {
  const types = new Map<string, Kind | 'ignore'>()
  for (const [name, value] of Object.entries(plain(mapping['types'], 'options.mapping.types', faults))) {
    const kind = typeof value !== 'string' ? undefined : value.toUpperCase() === 'IGNORE' ? 'ignore' : kindNamed(value)
    if (kind === undefined)
      faults.push(
        `options.mapping.types.${name}: ${JSON.stringify(value)} is no type of transaction; IGNORE leaves such rows out.`,
      )
    else types.set(titleKey(name), kind)
  }
  return types
}

function readTitles(value: unknown, faults: string[]): ReadonlySet<string> {
  if (value === undefined) return new Set()
  if (Array.isArray(value) && value.length <= MAX_TITLES && value.every((title) => typeof title === 'string'))
    return new Set(value.map(titleKey))
  faults.push(`options.mapping.ignore: give a list of at most ${MAX_TITLES} column titles.`)
  return new Set()
}

function choice<T extends string>(mapping: Plain, key: string, values: readonly T[], faults: string[]): T | undefined {
  const given = mapping[key]
  if (given === undefined || given === null) return undefined
  const value = values.find((candidate) => candidate === given)
  if (value === undefined) faults.push(`options.mapping.${key}: ${JSON.stringify(given)} is not one of ${values.join(', ')}.`)
  return value
}

function plain(value: unknown, name: string, faults: string[]): Plain {
  if (value === undefined) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Plain
  faults.push(`${name}: give an object.`)
  return {}
}
