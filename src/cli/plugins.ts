import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import type { FxProvider } from '#plugins/fx/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import type { DataFolders, Plugins } from '../context.ts'
import type { Log } from '../log.ts'
import { isDay } from '../shared/date.ts'
import { withTimeout } from '../shared/timeout.ts'

const LOAD_SECONDS = 10

type Members = Readonly<Record<string, readonly [fits: (value: unknown) => boolean, wanted: string]>>
type Kind = { readonly folder: 'brim' | 'fx' | 'assets'; readonly members: Members }

type Importers = Pick<Plugins, 'brim' | 'ownImporters'>
type Sources = Pick<Plugins, 'fx' | 'assets' | 'identifiers'>

/** The plugins that come with Holdfast, then the user's own from `<data>/plugins/<kind>/*.ts`; broken ones are logged and left out. */
export async function loadPlugins(folders: Pick<DataFolders, 'plugins'>, log: Log): Promise<Plugins> {
  return { ...(await loadImporters(folders, log)), ...(await loadSources(folders, log)) }
}

/** Those that read reports. Their code is loaded here: it is longer than that of all others together. */
export async function loadImporters(folders: Pick<DataFolders, 'plugins'>, log: Log): Promise<Importers> {
  const { brokerPlugins } = await import('#plugins/brim/index.ts')
  const brim = await loadKind<BrokerPlugin>({ folder: 'brim', members: BROKER_MEMBERS }, brokerPlugins, folders, log)
  return { brim, ownImporters: new Set(brim.slice(brokerPlugins.length).map((plugin) => plugin.code)) }
}

/** Only those of these codes; all where there are own ones, or a code is not known. */
export async function loadImportersOf(
  codes: readonly string[],
  folders: Pick<DataFolders, 'plugins'>,
  log: Log,
): Promise<Importers> {
  const { importerLoaders } = await import('#plugins/brim/one.ts')
  const loaders = codes.flatMap((code) => (Object.hasOwn(importerLoaders, code) ? (importerLoaders[code] ?? []) : []))
  const own = await listOwn(join(folders.plugins, 'brim'))
  if (own.length > 0 || loaders.length < codes.length) return await loadImporters(folders, log)
  return { brim: await Promise.all(loaders.map((load) => load())), ownImporters: new Set() }
}

/** Those that fetch rates and prices; their code is loaded here, too. */
export async function loadSources(folders: Pick<DataFolders, 'plugins'>, log: Log): Promise<Sources> {
  const [{ fxProviders }, { identifierSources, priceProviders }] = await Promise.all([
    import('#plugins/fx/index.ts'),
    import('#plugins/assets/index.ts'),
  ])
  return {
    fx: await loadKind<FxProvider>({ folder: 'fx', members: FX_MEMBERS }, fxProviders, folders, log),
    assets: await loadKind<PriceProvider>({ folder: 'assets', members: PRICE_MEMBERS }, priceProviders, folders, log),
    identifiers: identifierSources,
  }
}

async function loadKind<P extends { readonly code: string }>(
  kind: Kind,
  builtIn: readonly P[],
  folders: Pick<DataFolders, 'plugins'>,
  log: Log,
): Promise<P[]> {
  const plugins = [...builtIn]
  for (const path of await listOwn(join(folders.plugins, kind.folder))) {
    const plugin = await loadOwn(path, kind, plugins, log)
    if (plugin) plugins.push(plugin)
  }
  return plugins
}

/** One importer from a file of its own. Throws what it throws while it loads, and Error where it is none or has the code of a built-in one. */
export async function loadImporter(path: string): Promise<BrokerPlugin> {
  const kind: Kind = { folder: 'brim', members: BROKER_MEMBERS }
  const { brokerPlugins } = await import('#plugins/brim/index.ts')
  const plugin = await loadFrom(path, kind)
  const fault = faultOf(plugin, kind, brokerPlugins)
  if (fault !== undefined) throw new Error(fault)
  return plugin as BrokerPlugin
}

/** The files in a folder that may be plugins; none where there is no such folder. */
export async function listOwn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => join(folder, name))
}

async function loadOwn<P extends { readonly code: string }>(
  path: string,
  kind: Kind,
  known: readonly P[],
  log: Log,
): Promise<P | undefined> {
  try {
    const plugin = await loadFrom(path, kind)
    const fault = faultOf(plugin, kind, known)
    if (fault !== undefined) throw new Error(fault)
    log.info('plugin loaded', { path, code: (plugin as P).code })
    return plugin as P
  } catch (error) {
    log.error('plugin left out', { path, reason: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

async function loadFrom(path: string, kind: Kind): Promise<unknown> {
  const loaded: unknown = await withTimeout(import(path), LOAD_SECONDS * 1000, () => {
    throw new Error(`it did not load within ${LOAD_SECONDS} seconds`)
  })
  const exported = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
  return kind.folder === 'brim' && typeof exported === 'function' ? exported(kit) : exported
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isTextList = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isFunction = (value: unknown) => typeof value === 'function'

const isTextObject = (value: unknown) => typeof value === 'object' && value !== null && isTextList(Object.values(value))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every(fits))
const isOption = (value: unknown) =>
  isRecord(value) &&
  isText(value['name']) &&
  isText(value['description']) &&
  [undefined, 'currency', 'text', 'day', 'choice'].includes(value['type'] as undefined) &&
  [undefined, true, false].includes(value['required'] as undefined) &&
  [undefined, 'broker-currency'].includes(value['default'] as undefined) &&
  (value['type'] === 'choice' ? isTextList(value['choices']) : value['choices'] === undefined)
const isLayout = (value: unknown) =>
  isRecord(value) &&
  isText(value['name']) &&
  Array.isArray(value['titles']) &&
  value['titles'].every(isTextList) &&
  Number.isInteger(value['required']) &&
  ['transactions', 'positions', 'other'].includes(String(value['holds']))

const BROKER_MEMBERS: Members = {
  code: [(value) => typeof value === 'string' && /^[a-z][a-z0-9_-]{1,49}$/.test(value), 'lower case letters, digits, _ and -'],
  name: [isText, 'a text'],
  broker: [isText, 'a text'],
  website: [(value) => typeof value === 'string', 'a text'],
  description: [isText, 'a text'],
  extensions: [isTextList, 'a list of texts'],
  languages: [isTextList, 'a list of texts'],
  version: [isText, 'a text'],
  docs: [(value) => typeof value === 'string', 'a text'],
  sampleColumns: [isTextList, 'a list of texts'],
  assets: [isTextObject, 'an object of texts'],
  maturity: [(value) => [undefined, 'stable', 'beta'].includes(value as undefined), 'stable, beta or nothing'],
  options: [isListOf(isOption), 'a list of options with name, description and, where they have one, a type'],
  layouts: [isListOf(isLayout), 'a list of layouts with name, titles, required and holds'],
  recognises: [isFunction, 'a function'],
  parse: [isFunction, 'a function'],
}

const isCodeList = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && /^[A-Z]{3}$/.test(item))
const isDayOrNull = (value: unknown) => value === null || (typeof value === 'string' && isDay(value))

const isDayOrNone = (value: unknown) => value === undefined || (typeof value === 'string' && isDay(value))
const isSeries = (value: unknown) =>
  isRecord(value) &&
  isText(value['id']) &&
  isCodeList([value['currency'], value['base'], value['quote']]) &&
  value['base'] !== value['quote'] &&
  (value['currency'] === value['base'] || value['currency'] === value['quote']) &&
  typeof value['unit'] === 'string' &&
  /^([1-9]\d{0,9}|stated)$/.test(value['unit']) &&
  isDayOrNone(value['since']) &&
  isDayOrNone(value['until'])
const isSchedule = (value: unknown) =>
  value === null ||
  (isRecord(value) &&
    ['daily', 'weekly', 'monthly'].includes(String(value['frequency'])) &&
    [undefined, 'weekly', 'monthly', 'never'].includes(value['released'] as undefined) &&
    isText(value['time']) &&
    isText(value['timeZone']))

const FX_MEMBERS: Members = {
  code: [(value) => typeof value === 'string' && /^[A-Z][A-Z0-9_]{1,19}$/.test(value), 'upper case letters, digits and _'],
  name: [isText, 'a text'],
  description: [isText, 'a text'],
  website: [(value) => typeof value === 'string', 'a text'],
  attribution: [(value) => typeof value === 'string', 'a text'],
  baseCurrencies: [isCodeList, 'a list of currency codes'],
  targetCurrencies: [isCodeList, 'a list of currency codes'],
  lastResort: [(value) => value === undefined || isCodeList(value), 'a list of currency codes'],
  series: [
    (value) => Array.isArray(value) && value.every(isSeries),
    'a list of series, each with id, currency, base, quote and unit (a whole number as text, or stated)',
  ],
  historyFrom: [isDayOrNull, 'a day such as 1999-01-04, or null'],
  schedule: [isSchedule, 'an object with frequency, time and timeZone, or null'],
  assets: [isTextObject, 'an object of texts'],
  fetchRates: [isFunction, 'a function'],
}

const PRICE_MEMBERS: Members = {
  code: [(value) => typeof value === 'string' && /^[A-Z][A-Z0-9_]{1,19}$/.test(value), 'upper case letters, digits and _'],
  name: [isText, 'a text'],
  description: [isText, 'a text'],
  website: [(value) => typeof value === 'string', 'a text'],
  attribution: [(value) => typeof value === 'string', 'a text'],
  adjusted: [
    (value) => value === 'none' || value === 'splits' || value === 'splits-and-dividends',
    'none, splits or splits-and-dividends',
  ],
  network: [(value) => typeof value === 'boolean', 'true or false'],
  identifierHint: [isText, 'a text'],
  options: [Array.isArray, 'a list'],
  pauseMilliseconds: [(value) => typeof value === 'number' && value >= 0, 'a number of milliseconds'],
  assets: [isTextObject, 'an object of texts'],
  check: [isFunction, 'a function'],
  fetchPrices: [isFunction, 'a function'],
}

function faultOf(plugin: unknown, kind: Kind, known: readonly { readonly code: string }[]): string | undefined {
  if (typeof plugin !== 'object' || plugin === null)
    return `it has no default export that is a plugin (see plugins/${kind.folder}/contract.ts)`
  const faults = Object.entries(kind.members).flatMap(([name, [fits, wanted]]) =>
    fits((plugin as Record<string, unknown>)[name]) ? [] : [`${name} must be ${wanted}`],
  )
  if (faults.length > 0) return faults.join('; ')
  const { code } = plugin as { code: string }
  return known.some((other) => other.code === code) ? `there is a plugin with the code ${code} already` : undefined
}
