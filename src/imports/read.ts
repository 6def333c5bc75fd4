import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { headOf, type OpenedReport, openReports } from '#plugins/kit/report.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder, yieldToEventLoop } from '../shared/event-loop.ts'
import { hasBrokenHeader, withBroken, withBrokenIssues } from './broken.ts'
import { draftFault } from './draft-shape.ts'
import { oldestFirst } from './order.ts'
import { withoutRagged } from './ragged.ts'
import type { Issue, KeyedDraft, ReadReport } from './report.ts'
import { accountForRows, addRowCounts } from './row-accounting.ts'
import { sectionsOf } from './row-order.ts'
import { contractFault, joinStated, soundStated } from './stated.ts'
import { lookAtUnknown, type UnknownFile } from './unknown.ts'

export const HEAD_BYTES = 262_144
const CERTAIN_ENOUGH = 0.1

/** Opens a report file. Throws AppError `import/<refusal>` (422) with the sentence of the refusal. */
export async function openReportFile(bytes: Uint8Array, filename: string): Promise<OpenedReport> {
  try {
    return await openReports(bytes, filename)
  } catch (error) {
    if (error instanceof ReportRefusal) throw new AppError('invalid', `import/${error.code}`, error.message, { cause: error })
    throw error
  }
}

/** Whether bytes begin like a ZIP, which is read whole. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** The codes of the plugins that can read a file, best first, and what there is to say of it where none can. */
export type Recognised = { readonly plugins: string[]; readonly unknown: UnknownFile | undefined }

/** Who can read a file, by its head only. A plugin that throws while looking does not want it. */
export async function recognisingPlugins(
  deps: Pick<Deps, 'plugins' | 'log' | 'announce'>,
  bytes: Uint8Array,
  filename: string,
): Promise<Recognised> {
  const isArchive = isPacked(bytes)
  const { files } = await openReportFile(
    isArchive || bytes.length <= HEAD_BYTES ? bytes : wholeLines(bytes.subarray(0, HEAD_BYTES)),
    filename,
  )
  const plugins = rankPlugins(deps, files)
  return { plugins, unknown: plugins.length > 0 ? undefined : lookAtUnknown(deps.plugins.brim, files.map(headOf)) }
}

/** The same for opened files: for an archive the best confidence of any file counts. */
export function rankPlugins(deps: Pick<Deps, 'plugins' | 'log' | 'announce'>, files: readonly ReportFile[]): string[] {
  const heads = files.map(headOf)
  return deps.plugins.brim
    .map((plugin) => ({ code: plugin.code, confidence: Math.max(0, ...heads.map((head) => confidenceOf(deps, plugin, head))) }))
    .filter((entry) => entry.confidence >= CERTAIN_ENOUGH)
    .sort((a, b) => b.confidence - a.confidence || (a.code < b.code ? -1 : 1))
    .map((entry) => entry.code)
}

/** Runs one plugin over the opened files: drafts checked, every row accounted for. Gives the event loop back while long plugins work. */
export async function readReport(
  deps: Pick<Deps, 'log' | 'announce'>,
  plugin: BrokerPlugin,
  files: readonly ReportFile[],
  options: ImportOptions,
  named = files.length > 1,
): Promise<ReadReport> {
  const parts = []
  let count = 0
  for (const file of files) {
    const part = await readFile(deps, plugin, file, options, named)
    parts.push({ ...part, drafts: part.drafts.map((entry) => ({ ...entry, place: count + entry.place })) })
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
) {
  const parsed = withoutRagged(file, withBrokenIssues(await parseFile(deps, plugin, file, options), file.faults))
  const name = named ? file.filename : null
  const { drafts, faults } = await checkDrafts(file, parsed, name)
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
  const left = new Set(good.transactions)
  const whole = left.size === drafts.length ? drafts : drafts.filter(({ draft }) => left.has(draft))
  return { drafts: whole, assets: good.assets, issues: allIssues, rows, ignored, stated }
}

/** What the importer makes of a file, broken rows among the others; without them should it take one for a header. */
async function parseFile(
  deps: Pick<Deps, 'log' | 'announce'>,
  plugin: BrokerPlugin,
  file: ReportFile,
  options: ImportOptions,
): Promise<ParsedReport> {
  const seen = withBroken(file)
  const parsed = await runPlugin(deps, plugin, seen ?? file, options)
  return seen !== undefined && hasBrokenHeader(file, parsed) ? runPlugin(deps, plugin, file, options) : parsed
}

async function runPlugin(
  deps: Pick<Deps, 'log' | 'announce'>,
  plugin: BrokerPlugin,
  file: ReportFile,
  options: ImportOptions,
): Promise<ParsedReport> {
  const yieldWhenDue = createYielder()
  deps.announce?.({ code: plugin.code, isLooking: false })
  try {
    const parsing = plugin.parseInSteps?.(file, options, kit)
    if (parsing === undefined) return plugin.parse(file, options, kit)
    for (;;) {
      const step = parsing.next()
      if (step.done) return step.value
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  } catch (error) {
    deps.log.error('import plugin failed', { plugin: plugin.code, error })
    const detail = `The import plugin ${plugin.code} failed on this file. Nothing was imported; please report this with the file's columns.`
    throw new AppError('invalid', 'import/plugin-failed', detail, { cause: error })
  }
}

async function checkDrafts(
  opened: ReportFile,
  parsed: ParsedReport,
  file: string | null,
): Promise<{ drafts: KeyedDraft[]; faults: Issue[] }> {
  const refs = new Set(parsed.assets.map((asset) => asset.ref))
  const contracts = new Map(parsed.assets.map((asset) => [asset.ref, contractFault(asset)]))
  const used = new Map<number, number>()
  const drafts: KeyedDraft[] = []
  const faults: Issue[] = []
  const yieldWhenDue = createYielder()
  for (const draft of parsed.transactions) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const fault = draftFault(draft, refs) ?? (draft.asset === undefined ? undefined : contracts.get(draft.asset))
    const row = draft.rows[0]
    if (fault !== undefined) {
      faults.push({
        row,
        severity: 'error',
        code: 'draft-invalid',
        detail: `The import plugin made something that the ledger cannot hold: ${fault}`,
      })
      continue
    }
    const nth = (used.get(row) ?? 0) + 1
    used.set(row, nth)
    drafts.push({ key: `${file === null ? '' : `${file}:`}${row}${nth === 1 ? '' : `.${nth}`}`, file, draft, place: 0 })
  }
  const sound = drafts.map((entry) => entry.draft)
  const places = new Map(oldestFirst(opened, parsed, sound).map((draft, place) => [draft, place]))
  return { drafts: drafts.map((entry) => ({ ...entry, place: places.get(entry.draft) ?? 0 })), faults }
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
