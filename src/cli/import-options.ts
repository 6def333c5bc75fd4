import { InvalidArgumentError } from 'commander'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import type { Choices } from '../imports/choices/choices.ts'
import { AppError } from '../shared/errors.ts'

/** The importer whose option `mapping` says what the columns of any table mean. */
const OF_ANY_TABLE = 'broker_generic_csv'

/** Collects `--option name=value`. Throws `InvalidArgumentError` for what has no name. */
export function addOption(text: string, options: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Must be NAME=VALUE.')
  return { ...options, [text.slice(0, at)]: text.slice(at + 1) }
}

/** Collects the words of an option that may be repeated. */
export function addWord(word: string, words: readonly string[] = []): string[] {
  return [...words, word]
}

/** What `--plugin`, `--option` and `--mapping` say together: a mapping is meant for the importer of any table. Without any of them nothing is chosen, and a template may choose. Throws AppError for a file that is no mapping. */
export async function importerOf(given: {
  readonly plugin?: string | undefined
  readonly option: Readonly<Record<string, string>>
  readonly mapping?: string | undefined
}): Promise<{ readonly plugin: string | undefined; readonly options: ImportOptions | undefined }> {
  const { plugin, option, mapping } = given
  if (mapping === undefined) return { plugin, options: Object.keys(option).length === 0 ? undefined : option }
  return { plugin: plugin ?? OF_ANY_TABLE, options: { ...option, mapping: await readMappingFile(mapping) } }
}

async function readMappingFile(path: string): Promise<object> {
  const mapping = await readJsonObject(path)
  if (mapping !== undefined) return mapping
  const example = '{"columns": {"date": "Day", "type": "Kind"}}'
  throw new AppError('invalid', 'import/mapping', `${path} is no JSON object such as ${example}.`)
}

/** What `--asset-map FILE` says. Throws AppError for a file that is no such map. */
export async function readAssetMap(path: string | undefined): Promise<Choices['assetMap']> {
  if (path === undefined) return undefined
  const map = await readJsonObject(path)
  const { choiceFields } = await import('../imports/choices/choices.schema.ts')
  const read = choiceFields.asset_map.safeParse(map)
  if (read.success && read.data) return read.data
  const example = '{"US0378331005": 3, "XS2345678901": "create", "Old fund": "skip"}'
  throw new AppError('invalid', 'import/asset-map', `${path} is no JSON object such as ${example}.`)
}

/** What `--account-map FILE` says: accounts with the names or ids of brokers. Throws AppError for a file that is no such map. */
export async function readAccountMap(path: string | undefined): Promise<Readonly<Record<string, string>> | undefined> {
  if (path === undefined) return undefined
  const entries = Object.entries((await readJsonObject(path)) ?? { '': null })
  const named = entries.flatMap(([account, broker]) => (isBroker(broker) ? [[account, String(broker)] as const] : []))
  if (named.length === entries.length) return Object.fromEntries(named)
  const example = '{"Depot 2": "Children", "Depot 3": 4}'
  throw new AppError('invalid', 'import/account-map', `${path} is no JSON object such as ${example}.`)
}

function isBroker(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** `undefined` where the file holds no JSON object. Throws `import/no-file`. */
async function readJsonObject(path: string): Promise<object | undefined> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new AppError('not-found', 'import/no-file', `There is no file ${path}.`)
  const value: unknown = await file.json().catch(() => undefined)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** The mapping that a refusal proposes, as text to save; `undefined` for none. */
export function proposedMapping({ extras }: AppError): string | undefined {
  const mapping = extras.extensions?.['mapping']
  return mapping === undefined || mapping === null ? undefined : JSON.stringify(mapping, null, 2)
}
