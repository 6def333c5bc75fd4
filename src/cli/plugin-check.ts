import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import type { CheckSummary } from '../imports/check/summary.ts'
import { AppError } from '../shared/errors.ts'
import type { CheckedImporter, CheckOrder } from './plugin-check-messages.ts'
import { type RunCheck, runApart } from './plugin-check-process.ts'
import { listOwn } from './plugins.ts'

const OTHERS = /(^\.|\.(ts|js|mjs|md|svg|map)$|^(tsconfig|package|biome)\.json$|\.(options|golden)\.json$)/i

/** What is said of one importer. `foreign`: files that it does not recognise, and why. */
export type CheckOutcome = {
  readonly file: string
  readonly importer: CheckedImporter | null
  readonly reports: readonly (CheckSummary & { readonly confidence: number })[]
  readonly foreign: Readonly<Record<string, string>>
  readonly faults: readonly string[]
}

export type FolderCheck = { readonly importers: readonly CheckOutcome[]; readonly faults: readonly string[] }

/**
 * Checks each importer (`*.ts`) of a folder over all other files there, in a process of its own with a bound of time and memory. Throws AppError
 * `plugins/no-importer` for a folder without any.
 */
export async function checkFolder(
  folder: string,
  order: { readonly options: ImportOptions; readonly isPartial: boolean },
  run: RunCheck = runApart,
): Promise<FolderCheck> {
  const root = resolve(folder)
  const paths = await listOwn(root)
  if (paths.length === 0) throw new AppError('not-found', 'plugins/no-importer', `There is no importer (a file *.ts) in ${root}.`)
  const entries = await readdir(root, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !OTHERS.test(entry.name)).map(({ name }) => join(root, name))
  const importers: CheckOutcome[] = []
  for (const importer of paths) importers.push(await checkImporter({ ...order, importer, files: files.sort() }, run))
  return { importers, faults: commonFaults(importers, files) }
}

/** What no importer sees alone: files that are nobody's, or of two, and two importers with one code. */
function commonFaults(importers: readonly CheckOutcome[], files: readonly string[]): string[] {
  const codes = Map.groupBy(importers, ({ importer }) => importer?.code)
  const twins = [...codes].flatMap(([code, same]) =>
    code === undefined || same.length < 2 ? [] : [`${same.map(({ file }) => file).join(' and ')} have the same code, ${code}.`],
  )
  const hasAll = importers.every(({ faults, importer }) => importer !== null && faults.length === 0)
  const shared = files.flatMap((path) => {
    const name = basename(path)
    const owners = importers.filter(({ reports }) => reports.some(({ filename }) => filename === name))
    if (owners.length > 1) return [`${name} is recognised by ${owners.map(({ file }) => file).join(' and ')}.`]
    const whys = importers.flatMap(({ file, foreign }) => (name in foreign ? [`${file}: ${foreign[name]}`] : []))
    return owners.length === 0 && hasAll && whys.length > 0 ? [`No importer here recognises ${name}. ${whys.join(' ')}`] : []
  })
  return [...twins, ...shared]
}

async function checkImporter(order: CheckOrder, run: RunCheck): Promise<CheckOutcome> {
  let importer: CheckedImporter | null = null
  const reports: CheckOutcome['reports'][number][] = []
  const foreign: Record<string, string> = {}
  const faults: string[] = []
  const end = await run(order, (message) => {
    if ('loaded' in message) importer = message.loaded
    else if ('checked' in message) reports.push({ ...message.checked, confidence: message.confidence })
    else if ('foreign' in message) foreign[message.foreign] = message.why
    else if ('fault' in message) faults.push(message.fault)
  })
  return { file: basename(order.importer), importer, reports, foreign, faults: end === undefined ? faults : [...faults, end] }
}
