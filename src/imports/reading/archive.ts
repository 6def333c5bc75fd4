import type { BrokerPlugin, ImportOptions, ReportFile } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import type { LeftFile } from '#plugins/kit/report.ts'
import type { Deps } from '../../context.ts'
import type { Ignored, Issue, ReadReport, ReportPart, RowCounts, Stated } from '../report.ts'
import { leftParts, rankPlugins, readReport } from './read.ts'
import { addRowCounts } from './row-accounting.ts'
import { joinStated } from './stated.ts'

/** The files of an archive that one importer reads; `plugin` is undefined for those that none knows. */
type ArchivePart = { readonly plugin: BrokerPlugin | undefined; readonly files: readonly ReportFile[] }

const UNKNOWN = 'No importer knows it.'
const ALONE = 'Its columns look like those of transactions: upload it alone, and confirm what they mean.'

type Host = Pick<Deps, 'plugins' | 'log' | 'announce'>
type Known = Map<string, { readonly plugin: string; readonly isin: string | undefined }>

/** Each file of an archive to the importer that knows it best: to the one that the caller names, if it knows the file, else the broker's likewise. */
export async function shareOut(
  deps: Host,
  files: readonly ReportFile[],
  { wanted, preferred }: { wanted: string | undefined; preferred: string | null },
): Promise<ArchivePart[]> {
  const codes: string[] = []
  for (const file of files) {
    const ranked = await rankPlugins(deps, [file])
    const code = wanted ?? (preferred !== null && ranked.includes(preferred) ? preferred : ranked[0])
    codes.push(code !== undefined && ranked.includes(code) ? code : '')
  }
  return [...Map.groupBy(files, (_, index) => codes[index] ?? '')].map(([code, own]) => ({
    plugin: deps.plugins.brim.find((plugin) => plugin.code === code),
    files: own,
  }))
}

/** Reads the parts of an archive, each with its importer, as one report. Files that nobody knows are named and their rows count as ignored. */
export async function readArchive(
  deps: Host,
  parts: readonly ArchivePart[],
  left: readonly LeftFile[],
  optionsOf: (plugin: BrokerPlugin) => ImportOptions,
): Promise<ReadReport> {
  const reads: ReadReport[] = []
  const issues: Issue[] = []
  const counts: RowCounts[] = []
  const unread: Ignored[] = []
  const found: ReportPart[] = []
  const known: Known = new Map()
  let place = 0
  for (const { plugin, files } of parts) {
    if (plugin === undefined) {
      issues.push(...files.map((file) => unknownFile(deps, file)))
      counts.push(...files.map(ignoredCounts))
      for (const file of files) for (const entry of ignoredRows(file)) unread.push(entry)
      found.push(...files.map((file) => ({ filename: file.filename, plugin: null, rows: ignoredCounts(file) })))
      continue
    }
    const first = place
    const read = withOwnRefs(await readReport(deps, plugin, files, optionsOf(plugin), true), known)
    reads.push({ ...read, drafts: read.drafts.map((entry) => ({ ...entry, place: first + entry.place })) })
    place += read.drafts.length
    found.push(...(read.parts ?? []))
  }
  issues.push(...left.map((file) => ignored(file.filename, file.reason, file.isOdd ? 'warning' : 'info')))
  return {
    plugin: reads.map((read) => read.plugin).join('+'),
    pluginVersion: reads.map((read) => read.pluginVersion).join('+'),
    drafts: reads.flatMap((read) => read.drafts),
    assets: [...new Map(reads.flatMap((read) => read.assets).map((asset) => [asset.ref, asset])).values()],
    issues: [...reads.flatMap((read) => read.issues), ...issues],
    rows: addRowCounts([...reads.map((read) => read.rows), ...counts]),
    ignored: [...reads.flatMap((read) => read.ignored), ...unread],
    stated: joinStated(reads.map((read) => read.stated)),
    parts: [...found, ...leftParts(left)].sort((a, b) => (a.filename < b.filename ? -1 : 1)),
  }
}

/** A table that may hold transactions is a warning: nothing of it is imported. */
function unknownFile({ plugins }: Host, file: ReportFile): Issue {
  const head = headOf(file)
  const isTable = plugins.brim.some(({ proposeMapping }) => (proposeMapping?.(head)?.mapping ?? null) !== null)
  return isTable ? ignored(file.filename, `${UNKNOWN} ${ALONE}`, 'warning') : ignored(file.filename, UNKNOWN, 'info')
}

function ignored(file: string, reason: string, severity: 'info' | 'warning'): Issue {
  return {
    row: null,
    file,
    severity,
    code: 'file-ignored',
    detail: `Nothing was made of the file ${file} of the archive. ${reason}`,
  }
}

function ignoredCounts(file: ReportFile): RowCounts {
  const total = file.tables.reduce((sum, table) => sum + table.rows.length, 0) + (file.faults?.length ?? 0)
  return { total, transactions: 0, parts: 0, ignored: total, issues: 0 }
}

function ignoredRows({ filename, tables, faults = [] }: ReportFile): Ignored[] {
  const rows = tables.flatMap((table) => table.rows.map(({ number, cells }) => ({ row: number, cells })))
  const broken = faults.map(({ line, cells }) => ({ row: line, cells }))
  return [...rows, ...broken].map((entry) => ({ ...entry, file: filename, reason: UNKNOWN }))
}

/** Two importers may name different assets by one text: it stays one only where the ISIN says so. */
function withOwnRefs(read: ReadReport, known: Known): ReadReport {
  const renamed = new Map<string, string>()
  for (const { ref, isin } of read.assets) {
    const other = known.get(ref)
    if (other === undefined) known.set(ref, { plugin: read.plugin, isin })
    else if (other.plugin !== read.plugin && (isin === undefined || other.isin !== isin))
      renamed.set(ref, `${read.plugin}:${ref}`)
  }
  if (renamed.size === 0) return read
  return {
    ...read,
    assets: read.assets.map((asset) => ({ ...asset, ref: renamed.get(asset.ref) ?? asset.ref })),
    drafts: read.drafts.map((entry) => {
      const asset = renamed.get(entry.draft.asset ?? '')
      return asset === undefined ? entry : { ...entry, draft: { ...entry.draft, asset } }
    }),
    stated: read.stated && withOwnUnits(read.stated, (ref) => renamed.get(ref) ?? ref),
  }
}

function withOwnUnits(stated: Stated, nameOf: (ref: string) => string): Stated {
  return {
    ...stated,
    balances: stated.balances.map((one) => ({ ...one, unit: nameOf(one.unit) })),
    positions: stated.positions.map((one) => ({ ...one, asset: nameOf(one.asset) })),
    prices: stated.prices.map((one) => ({ ...one, asset: nameOf(one.asset) })),
  }
}
