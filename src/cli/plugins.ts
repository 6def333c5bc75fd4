import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import type { DataFolders, Plugins } from '../context.ts'
import type { Log } from '../log.ts'

const LOAD_SECONDS = 10

/** The plugins that come with Holdfast, then the user's own from `<data>/plugins/brim/*.ts`; broken ones are logged and left out. */
export async function loadPlugins(folders: Pick<DataFolders, 'plugins'>, log: Log): Promise<Plugins> {
  const brim = [...brokerPlugins]
  for (const path of await listOwn(join(folders.plugins, 'brim'))) {
    const plugin = await loadOwn(path, brim, log)
    if (plugin) brim.push(plugin)
  }
  return { brim }
}

async function listOwn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => join(folder, name))
}

async function loadOwn(path: string, known: readonly BrokerPlugin[], log: Log): Promise<BrokerPlugin | undefined> {
  try {
    const loaded: unknown = await withinTime(import(path))
    const plugin = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
    const fault = faultOf(plugin, known)
    if (fault !== undefined) throw new Error(fault)
    log.info('plugin loaded', { path, code: (plugin as BrokerPlugin).code })
    return plugin as BrokerPlugin
  } catch (error) {
    log.error('plugin left out', { path, reason: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not load within ${LOAD_SECONDS} seconds`)), LOAD_SECONDS * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isTextList = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isFunction = (value: unknown) => typeof value === 'function'

const MEMBERS: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, wanted: string]>> = {
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
  assets: [(value) => typeof value === 'object' && value !== null && isTextList(Object.values(value)), 'an object of texts'],
  recognises: [isFunction, 'a function'],
  parse: [isFunction, 'a function'],
}

function faultOf(plugin: unknown, known: readonly BrokerPlugin[]): string | undefined {
  if (typeof plugin !== 'object' || plugin === null)
    return 'it has no default export that is a plugin (see plugins/brim/contract.ts)'
  const faults = Object.entries(MEMBERS).flatMap(([name, [fits, wanted]]) =>
    fits((plugin as Record<string, unknown>)[name]) ? [] : [`${name} must be ${wanted}`],
  )
  if (faults.length > 0) return faults.join('; ')
  const { code } = plugin as BrokerPlugin
  return known.some((other) => other.code === code) ? `there is a plugin with the code ${code} already` : undefined
}
