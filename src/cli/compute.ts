import { setPriority } from 'node:os'
import { join } from 'node:path'
import { type Db, openReader, openWriter } from '#db/connection.ts'
import { watchDatabase } from '../activity.ts'
import type { Ctx, DataFolders, Plugins } from '../context.ts'
import { DATABASE_FILE, folderNames } from '../folders.ts'
import { createLog, type Log } from '../log.ts'
import { createMemory } from '../memory.ts'
import { watchStorage } from '../storage.ts'
import type { Task } from '../task.ts'
import { type ComputeLink, createLink, writeInTurns } from './compute-link.ts'
import {
  type ComputeAbort,
  type ComputeAnswer,
  type ComputeOrder,
  type ComputePreparation,
  type ComputeSetup,
  type ComputeTurn,
  REPORT_TASK,
} from './compute-messages.ts'
import { faultOf } from './compute-problems.ts'
import { EXIT, ExitError } from './exit.ts'
import { openLog } from './open-log.ts'
import { loadImporters, loadImportersOf, loadSources } from './plugins.ts'

/** Every task that a compute process can run, by its name; loaded when it is. */
export const TASKS: Readonly<Record<string, () => Promise<Task<never, unknown>>>> = {
  [REPORT_TASK]: () => import('../portfolio/report.task.ts').then((room) => room.reportTask),
  'portfolio/unbooked': () => import('../portfolio/proposals/proposals.task.ts').then((room) => room.unbookedTask),
  'portfolio/chart': () => import('../portfolio/charts/chart.task.ts').then((room) => room.chartTask),
  'imports/import': () => import('../imports/booking/import.task.ts').then((room) => room.importTask),
  'imports/preview': () => import('../imports/preview/preview.task.ts').then((room) => room.previewTask),
  'imports/titles': () => import('../imports/choices/template.task.ts').then((room) => room.titlesTask),
  'imports/first-lines': () => import('../imports/reading/first-lines.task.ts').then((room) => room.firstLinesTask),
  'imports/recognise': () => import('../imports/reading/recognise.task.ts').then((room) => room.recogniseTask),
  'brokers/summary': () => import('../brokers/summary.task.ts').then((room) => room.summaryTask),
}

/** Requests go first: what is done here takes longer anyway. */
const PRIORITY = 10
/** After a long task there is much that nobody needs any more. A process that has read a long file ends with it. */
const LONG_MILLISECONDS = 200

type Needs = Pick<Task<never, unknown>, 'readsFiles' | 'needsNoSources'>
type PluginLoader = {
  /** `codes`: the only importers that are needed. */
  readonly pluginsFor: (task: Needs, codes: readonly string[] | undefined) => Promise<Plugins>
  readonly loadSources: NonNullable<Ctx['loadSources']>
}
type Base = Omit<Ctx, 'user' | 'clock' | 'plugins' | 'loadSources'> &
  PluginLoader & {
    readonly link: ComputeLink
    /** Opened when a task wants to write. */
    readonly writer: () => Db
  }

/** Does the tasks that the process which started this one sends, until that ends. Throws ExitError when nobody sends any. */
export function compute(): void {
  const send = process.send?.bind(process)
  if (!send) throw new ExitError(EXIT.usage, 'Compute processes are started by the service itself.')
  const answer = (message: ComputeAnswer) => void send(message)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(EXIT.ok))
  setPriority(PRIORITY)
  const setup = Promise.withResolvers<Base>()
  const link = createLink(answer)
  process.on('message', (message: ComputeSetup | ComputePreparation | ComputeOrder | ComputeTurn | ComputeAbort) => {
    if ('config' in message) setup.resolve(prepare(message, link))
    else if ('turn' in message || 'abort' in message) link.hear(message)
    else if ('prepare' in message) void setup.promise.then((base) => loadAll(base, message, answer))
    else void setup.promise.then((base) => doTask(base, message, answer))
  })
}

function prepare({ config }: ComputeSetup, link: ComputeLink): Base {
  const folders = folderNames(config.dataDir)
  const log = openLog(config)
  const silent = createLog({ level: 'silent', format: 'json', write: () => {} })
  const database = join(folders.root, DATABASE_FILE)
  const memory = createMemory()
  const watch = watchDatabase({ memory, log, slowMilliseconds: config.slowMilliseconds })
  const { reader } = openReader(database, watch)
  let writer: Db | undefined
  const storage = watchStorage({ folders, log: silent, database, stopWriting: () => {} })
  const refused = Object.assign(() => Promise.reject(new Error('a task asks nobody outside')), { preconnect: () => {} })
  return {
    db: reader,
    reader,
    link,
    writer: () => {
      writer ??= writeInTurns(openWriter(database, watch), link, () => process.connected)
      return writer
    },
    folders,
    log,
    config: { ...config, ...NO_SECRETS },
    ...pluginsOnce(folders, silent),
    fetch: refused,
    storage,
    memory,
    startedAt: new Date(),
  }
}

/** Secrets stay where they are. */
const NO_SECRETS = { jwtSecret: '', backup: { passphrase: null, target: null }, oidc: null } as const
const NO_PLUGINS: Plugins = { brim: [], fx: [], assets: [] }

/** Loads what tasks need. What cannot be loaded is an error of the task itself. */
async function loadAll(
  base: Base,
  { prepare: names }: ComputePreparation,
  answer: (message: ComputeAnswer) => void,
): Promise<void> {
  const load = async (name: string) => {
    const task = await TASKS[name]?.()
    // Which importers it needs shows when it is sent, where it does not need all.
    if (task === undefined) return
    if (task.writes) base.writer()
    await base.pluginsFor(task, task.importersFor && [])
  }
  await Promise.allSettled(names.map(load))
  answer({ resident: process.memoryUsage.rss() })
}

/** Importers take longer to load than most reports take, which do without; to read a file takes no source. */
function pluginsOnce(folders: DataFolders, log: Log): PluginLoader {
  let [sources, importers]: [ReturnType<typeof loadSources>?, ReturnType<typeof loadImporters>?] = []
  const sourcesOnce = () => {
    sources ??= loadSources(folders, log)
    return sources
  }
  const importersOf = (codes: readonly string[] | undefined) => {
    if (importers === undefined && codes !== undefined) return loadImportersOf(codes, folders, log)
    importers ??= loadImporters(folders, log)
    return importers
  }
  return {
    loadSources: sourcesOnce,
    pluginsFor: async ({ readsFiles, needsNoSources }, codes) => ({
      ...NO_PLUGINS,
      ...(!needsNoSources && (await sourcesOnce())),
      ...(readsFiles && (await importersOf(codes))),
    }),
  }
}

async function doTask(base: Base, order: ComputeOrder, answer: (message: ComputeAnswer) => void): Promise<void> {
  const began = performance.now()
  let isReading = false
  try {
    const load = TASKS[order.task]
    if (load === undefined) throw new Error(`there is no task ${order.task}`)
    const task = await load()
    isReading = task.readsFiles === true
    const announce: Ctx['announce'] = (working) => answer({ id: order.id, working })
    const plugins = await base.pluginsFor(task, task.importersFor?.(order.input as never))
    answer({ id: order.id, begun: true })
    const ctx: Ctx = {
      ...base,
      ...(task.writes && { db: base.writer() }),
      plugins,
      announce,
      controls: base.link.begin(order.id),
      user: order.user,
      clock: () => new Date(order.now),
    }
    const result = await task.run(ctx, order.input as never)
    answer({ id: order.id, result })
  } catch (error) {
    answer({ id: order.id, fault: faultOf(error) })
  }
  if (!isReading && performance.now() - began > LONG_MILLISECONDS) Bun.gc(true)
  answer({ resident: process.memoryUsage.rss() })
}
