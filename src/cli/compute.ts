import { setPriority } from 'node:os'
import { join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { watchDatabase } from '../activity.ts'
import type { Ctx, DataFolders, Plugins } from '../context.ts'
import { DATABASE_FILE, folderNames } from '../folders.ts'
import { createLog, type Log } from '../log.ts'
import { createMemory } from '../memory.ts'
import { watchStorage } from '../storage.ts'
import type { Task } from '../task.ts'
import type { ComputeAnswer, ComputeOrder, ComputePreparation, ComputeSetup } from './compute-messages.ts'
import { faultOf } from './compute-problems.ts'
import { EXIT, ExitError } from './exit.ts'
import { openLog } from './open-log.ts'
import { loadImporters, loadSources } from './plugins.ts'

/** Every task that a compute process can run, by its name; loaded when it is. */
export const TASKS: Readonly<Record<string, () => Promise<Task<never, unknown>>>> = {
  'portfolio/report': () => import('../portfolio/report.task.ts').then((room) => room.reportTask),
  'portfolio/unbooked': () => import('../portfolio/proposals/proposals.task.ts').then((room) => room.unbookedTask),
  'portfolio/chart': () => import('../portfolio/charts/chart.task.ts').then((room) => room.chartTask),
  'imports/read': () => import('../imports/reading/read.task.ts').then((room) => room.readTask),
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
type Base = Omit<Ctx, 'user' | 'clock' | 'plugins'> & {
  readonly pluginsFor: (task: Needs) => Promise<Plugins>
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
  process.on('message', (message: ComputeSetup | ComputePreparation | ComputeOrder) => {
    if ('config' in message) setup.resolve(prepare(message))
    else if ('prepare' in message) void setup.promise.then((base) => loadAll(base, message, answer))
    else void setup.promise.then((base) => doTask(base, message, answer))
  })
}

function prepare({ config }: ComputeSetup): Base {
  const folders = folderNames(config.dataDir)
  const log = openLog(config)
  const silent = createLog({ level: 'silent', format: 'json', write: () => {} })
  const database = join(folders.root, DATABASE_FILE)
  const memory = createMemory()
  const { reader } = openReader(database, watchDatabase({ memory, log, slowMilliseconds: config.slowMilliseconds }))
  const storage = watchStorage({ folders, log: silent, database, stopWriting: () => {} })
  const refused = Object.assign(() => Promise.reject(new Error('a task asks nobody outside')), { preconnect: () => {} })
  return {
    db: reader,
    reader,
    folders,
    log,
    config: { ...config, ...NO_SECRETS },
    pluginsFor: pluginsOnce(folders, silent),
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
    if (task !== undefined) await base.pluginsFor(task)
  }
  await Promise.allSettled(names.map(load))
  answer({ resident: process.memoryUsage.rss() })
}

/** Importers take longer to load than most reports take, which do without; to read a file takes no source. */
function pluginsOnce(folders: DataFolders, log: Log): Base['pluginsFor'] {
  let [sources, importers]: [ReturnType<typeof loadSources>?, ReturnType<typeof loadImporters>?] = []
  return async ({ readsFiles, needsNoSources }) => {
    if (!needsNoSources) sources ??= loadSources(folders, log)
    if (readsFiles) importers ??= loadImporters(folders, log)
    return { ...NO_PLUGINS, ...(readsFiles && (await importers)), ...(!needsNoSources && (await sources)) }
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
    const plugins = await base.pluginsFor(task)
    answer({ id: order.id, begun: true })
    const ctx: Ctx = {
      ...base,
      plugins,
      announce,
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
