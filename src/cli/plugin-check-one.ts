import { basename } from 'node:path'
import type { BrokerPlugin, ReportFile } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { headOf } from '#plugins/kit/head.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { openReports } from '#plugins/kit/report.ts'
import { CHECKS, checkFile } from '../imports/check/check.ts'
import { summaryOf } from '../imports/check/summary.ts'
import { describeNearMisses, nearMisses } from '../imports/reading/near-misses.ts'
import { completeOptions } from '../imports/reading/options.ts'
import { createLog } from '../log.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { AppError } from '../shared/errors.ts'
import { EXIT, ExitError } from './exit.ts'
import type { CheckMessage, CheckOrder } from './plugin-check-messages.ts'
import { loadImporter } from './plugins.ts'

const LEAST = 0.1

type Say = (message: CheckMessage) => void

/** Checks the importer that the process which started this one names, and says what it finds. Throws ExitError when nobody names any. */
export async function checkOne(): Promise<void> {
  const send = process.send?.bind(process)
  if (!send) throw new ExitError(EXIT.usage, 'Importers are checked with: holdfast plugins check DIR')
  const order = await new Promise<CheckOrder>((resolve) => process.once('message', resolve))
  await checkImporterFile(order, (message) => void send(message))
  process.disconnect?.()
}

/** Loads an importer and holds it against each file, saying what it does and finds. */
export async function checkImporterFile(order: CheckOrder, say: Say): Promise<void> {
  try {
    say({ begin: 'loading it', isLook: true })
    const plugin = await loadImporter(order.importer)
    const { code, name, version, extensions, languages } = plugin
    say({ loaded: { code, name, version, extensions: [...extensions], languages: [...languages] } })
    for (const path of order.files) await checkPath(plugin, path, order, say)
  } catch (error) {
    say({ fault: reasonOf(error, order.importer) })
  }
  say({ end: true })
}

async function checkPath(plugin: BrokerPlugin, path: string, order: CheckOrder, say: Say): Promise<void> {
  const bytes = await Bun.file(path).bytes()
  const name = basename(path)
  try {
    const { files } = await openReports(bytes, name)
    for (const file of files) await checkOpened(plugin, files.length > 1 ? undefined : bytes, file, order, say)
  } catch (error) {
    if (error instanceof ReportRefusal) say({ foreign: name, why: error.message })
    else say({ fault: `${name}: ${reasonOf(error, order.importer)}` })
  }
}

async function checkOpened(
  plugin: BrokerPlugin,
  bytes: Uint8Array | undefined,
  file: ReportFile,
  order: CheckOrder,
  say: Say,
): Promise<void> {
  say({ begin: `looking whether ${file.filename} is its own`, isLook: true })
  const head = headOf(file)
  const confidence: unknown = plugin.recognises(head)
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1))
    throw new Error('recognises must give a number from 0 to 1.')
  if (confidence < LEAST) {
    const near = describeNearMisses(nearMisses([plugin], [head]))
    say({ foreign: file.filename, why: near === '' ? 'Hardly any of its titles is known.' : near.trim() })
    return
  }
  const work = {
    ...{ plugin, bytes, file, isPartial: order.isPartial },
    plugins: [...brokerPlugins, plugin],
    options: completeOptions(plugin, order.options, null),
    lastDay: addDays(dayOf(new Date()), 1),
    log: createLog({ level: 'silent', format: 'json', write: () => {} }),
  }
  const checked = await checkFile(work, (check) => say({ begin: `checking ${file.filename}: ${CHECKS[check]}`, isLook: false }))
  say({ checked: summaryOf(checked), confidence })
}

/** What was thrown, and where in the file of the importer. */
function reasonOf(error: unknown, importer: string): string {
  if (error instanceof AppError) return [error.detail, ...(error.extras.errors ?? []).map(({ detail }) => detail)].join(' ')
  if (!(error instanceof Error)) return `it threw ${String(error).slice(0, 300)}`
  const at = error.stack?.split('\n').find((line) => line.includes(importer))
  const place = /:(\d+):\d+\)?$/.exec(at ?? '')?.[1]
  return `${error.message}${place === undefined ? '' : ` (line ${place} of ${basename(importer)})`}`
}
