import { InvalidArgumentError } from 'commander'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import { AppError } from '../shared/errors.ts'

/** The importer whose option `mapping` says what the columns of any table mean. */
const OF_ANY_TABLE = 'broker_generic_csv'

/** Collects `--option name=value`. Throws `InvalidArgumentError` for what has no name. */
export function addOption(text: string, options: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Must be NAME=VALUE.')
  return { ...options, [text.slice(0, at)]: text.slice(at + 1) }
}

/** What `--plugin`, `--option` and `--mapping` say together: a mapping is meant for the importer of any table. Throws AppError for a file that is no mapping. */
export async function importerOf(given: {
  readonly plugin?: string | undefined
  readonly option: Readonly<Record<string, string>>
  readonly mapping?: string | undefined
}): Promise<{ readonly plugin: string | undefined; readonly options: ImportOptions }> {
  const { plugin, option, mapping } = given
  if (mapping === undefined) return { plugin, options: option }
  return { plugin: plugin ?? OF_ANY_TABLE, options: { ...option, mapping: await readMappingFile(mapping) } }
}

async function readMappingFile(path: string): Promise<object> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new AppError('not-found', 'import/no-file', `There is no file ${path}.`)
  const mapping: unknown = await file.json().catch(() => undefined)
  if (typeof mapping === 'object' && mapping !== null && !Array.isArray(mapping)) return mapping
  throw new AppError(
    'invalid',
    'import/mapping',
    `${path} is no JSON object such as {"columns": {"date": "Day", "type": "Kind"}}.`,
  )
}

/** The mapping that a refusal proposes, as text to save; `undefined` for none. */
export function proposedMapping({ extras }: AppError): string | undefined {
  const mapping = extras.extensions?.['mapping']
  return mapping === undefined || mapping === null ? undefined : JSON.stringify(mapping, null, 2)
}
