import type { BrokerPlugin, ImportOptions, ReportFile } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import * as kit from '#plugins/kit/index.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { type LeftFile, type OpenedReport, openReports } from '#plugins/kit/report.ts'
import type { Ctx, Deps } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import { createYielder, yieldToEventLoop } from '../../shared/event-loop.ts'
import type { ReadReport, Report, ReportPart } from '../report.ts'
import { withBrokenIssues } from './broken.ts'
import { checkDrafts } from './check-drafts.ts'
import { readReportFile } from './file.ts'
import { withoutMisread } from './misread.ts'
import { withoutRagged } from './ragged.ts'
import { type FileRead, readSet } from './read-set.ts'
import { accountForRows, addRowCounts } from './row-accounting.ts'
import { sectionsOf } from './row-order.ts'
import { parseFile } from './run-plugin.ts'
import { joinStated, soundStated } from './stated.ts'
import { findTemplate, NO_FIT, type Template, type TemplateFit } from './template.ts'
import { lookAtUnknown, type UnknownFile } from './unknown.ts'

export const HEAD_BYTES = 262_144
/** More of a table than anybody looks at to see whose it is. */
const HEAD_ROWS = 1_000
const CERTAIN_ENOUGH = 0.1

/** Opens a report file. Throws AppError `import/<refusal>` (422) with the sentence of the refusal. */
export async function openReportFile(
  bytes: Uint8Array,
  filename: string,
  how: Parameters<typeof openReports>[2] = {},
): Promise<OpenedReport> {
  try {
    return await openReports(bytes, filename, how)
  } catch (error) {
    if (error instanceof ReportRefusal) throw new AppError('invalid', `import/${error.code}`, error.message, { cause: error })
    throw error
  }
}

/** Opens a stored report; its bytes are of no use to anybody then. Throws as `openReportFile` and `readReportFile` do. */
export async function openStored(
  ctx: Ctx,
  { id, filename, partsHash }: Pick<Report, 'id' | 'filename' | 'partsHash'>,
): Promise<OpenedReport> {
  return await openReportFile(await readReportFile(ctx, id), filename, { isSet: partsHash !== null })
}

/** Whether bytes begin like a ZIP, which is read whole. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** Opens so much of a report that it shows whose it is; one that is packed as a whole. Throws as `openReportFile` does. */
export function openHead(bytes: Uint8Array, filename: string, isSet = false): Promise<OpenedReport> {
  const isWhole = isPacked(bytes) || bytes.length <= HEAD_BYTES
  const head = isWhole ? bytes : wholeLines(bytes.subarray(0, HEAD_BYTES))
  return openReportFile(head, filename, { isSet, mostRows: HEAD_ROWS })
}

/** The codes of the plugins that can read a file, best first, and what there is to say of it where none can. */
export type Recognised = {
  readonly plugins: string[]
  readonly unknown: UnknownFile | undefined
  /** Of an archive. */
  readonly parts: readonly ReportPart[] | null
} & TemplateFit

/** Who can read a file, by its head only. A plugin that throws while looking does not want it. */
export async function recognisingPlugins(
  deps: Pick<Deps, 'plugins' | 'log' | 'announce'>,
  bytes: Uint8Array,
  filename: string,
  isSet: boolean,
  templates: readonly Template[] = [],
): Promise<Recognised> {
  const { files, left } = await openHead(bytes, filename, isSet)
  const ranks: Confidences[] = []
  for (const file of files) {
    await yieldToEventLoop()
    ranks.push(await confidences(deps, file))
  }
  await yieldToEventLoop()
  const plugins = bestFirst(ranks)
  const parts = files.map((file, index) => ({
    filename: file.filename,
    plugin: bestFirst(ranks.slice(index, index + 1))[0] ?? null,
  }))
  const heads = files.map(headOf)
  const [only] = files.length + left.length === 1 ? heads : []
  const fit = only === undefined ? NO_FIT : await findTemplate(deps.plugins.brim, only, templates)
  return {
    ...fit,
    plugins,
    unknown: plugins.length > 0 ? undefined : lookAtUnknown(deps.plugins.brim, heads),
    parts:
      isSet || files.length + left.length > 1 ? [...parts.map((part) => ({ ...part, rows: null })), ...leftParts(left)] : null,
  }
}

/** The same for opened files: for an archive the best confidence of any file counts. */
export async function rankPlugins(
  deps: Pick<Deps, 'plugins' | 'log' | 'announce'>,
  files: readonly ReportFile[],
): Promise<string[]> {
  const ranks: Confidences[] = []
  for (const file of files) ranks.push(await confidences(deps, file))
  return bestFirst(ranks)
}

type Confidences = ReadonlyMap<string, number>

/** One importer after the other, and others in between: each may look long at a file that is made for it. */
async function confidences(deps: Pick<Deps, 'plugins' | 'log' | 'announce'>, file: ReportFile): Promise<Confidences> {
  const head = headOf(file)
  const yieldWhenDue = createYielder()
  const found = new Map<string, number>()
  for (const plugin of deps.plugins.brim) {
    found.set(plugin.code, confidenceOf(deps, plugin, head))
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
  }
  return found
}

function bestFirst(ranks: readonly Confidences[]): string[] {
  const best = new Map<string, number>()
  for (const rank of ranks) for (const [code, confidence] of rank) best.set(code, Math.max(confidence, best.get(code) ?? 0))
  return [...best]
    .filter(([, confidence]) => confidence >= CERTAIN_ENOUGH)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .map(([code]) => code)
}

/** Runs one plugin over the opened files, together where it reads sets: drafts checked, every row accounted for. Gives the event loop back while long plugins work. */
export async function readReport(
  deps: Pick<Deps, 'log' | 'announce'>,
  plugin: BrokerPlugin,
  files: readonly ReportFile[],
  options: ImportOptions,
  named = files.length > 1,
): Promise<ReadReport> {
  const isSet = files.length > 1 && plugin.parseSet !== undefined
  const together = isSet ? await readSet(deps, plugin, files, options) : undefined
  const parts: FileRead[] = together === undefined ? [] : [together]
  let count = 0
  for (const file of together === undefined ? files : []) {
    const part = await readFile(deps, plugin, file, options, named)
    parts.push(count === 0 ? part : { ...part, drafts: part.drafts.map((entry) => ({ ...entry, place: count + entry.place })) })
    count += part.drafts.length
  }
  const assets = new Map(parts.flatMap((part) => part.assets.map((asset) => [asset.ref, asset])))
  return {
    plugin: plugin.code,
    pluginVersion: plugin.version,
    drafts: joined(parts.map((part) => part.drafts)),
    assets: [...assets.values()],
    issues: joined(parts.map((part) => part.issues)),
    rows: addRowCounts(parts.map((part) => part.rows)),
    ignored: joined(parts.map((part) => part.ignored)),
    stated: joinStated(parts.map((part) => part.stated)),
    parts: parts.flatMap((part) => part.parts),
  }
}

/** All lists as one; mostly there is only one. */
function joined<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [only, ...more] = lists
  return only !== undefined && more.length === 0 ? only : lists.flat()
}

async function readFile(
  deps: Pick<Deps, 'log' | 'announce'>,
  plugin: BrokerPlugin,
  file: ReportFile,
  options: ImportOptions,
  named: boolean,
): Promise<FileRead> {
  const parsed = withoutRagged(file, withBrokenIssues(await parseFile(deps, plugin, file, options), file.faults))
  const name = named ? file.filename : null
  const { drafts, faults } = await checkDrafts(file, parsed, (row) => ({ file: name, row }))
  await yieldToEventLoop()
  const { stated, issues: unsound } = soundStated(parsed, name, () => {
    return sectionsOf(
      file,
      parsed,
      drafts.map((entry) => entry.draft),
    )
  })
  const issues = [...parsed.issues, ...faults, ...unsound]
  const good = kit.wholeEvents({ ...parsed, transactions: drafts.map((entry) => entry.draft), issues })
  const { rows, unaccounted, ignored: unnamed } = accountForRows(file, good)
  const ignored = name === null ? unnamed : unnamed.map((entry) => ({ ...entry, file: name }))
  const allIssues = [...good.issues, ...unaccounted].map((issue) => (name === null ? issue : { ...issue, file: name }))
  const isWhole = good.transactions.length === drafts.length
  const left = new Set(isWhole ? [] : good.transactions)
  const whole = isWhole ? drafts : drafts.filter(({ draft }) => left.has(draft))
  const parts = [{ filename: file.filename, plugin: plugin.code, rows }]
  return withoutMisread(plugin, { drafts: whole, assets: good.assets, issues: allIssues, rows, ignored, stated, parts })
}

function confidenceOf(deps: Pick<Deps, 'plugins' | 'log' | 'announce'>, plugin: BrokerPlugin, head: ReportFile): number {
  const isWatched = deps.plugins.ownImporters?.has(plugin.code) === true
  try {
    if (isWatched) deps.announce?.({ code: plugin.code, isLooking: true })
    return plugin.recognises(head)
  } catch (error) {
    deps.log.warn('import plugin failed while looking', { plugin: plugin.code, error })
    return 0
  } finally {
    if (isWatched) deps.announce?.(null)
  }
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(10)
  return end > 0 ? bytes.subarray(0, end + 1) : bytes
}

/** Files of an archive that no importer could look at. */
export function leftParts(left: readonly LeftFile[]): ReportPart[] {
  return left.map(({ filename }) => ({ filename, plugin: null, rows: null }))
}
