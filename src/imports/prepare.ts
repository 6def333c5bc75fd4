import type { BrokerPlugin, ImportOptions } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import { requireRole } from '../access/service.ts'
import { listBookableFacts, matchAssets, priceQuantityOf } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { addDays, dayOf } from '../shared/date.ts'
import { type Decimal, ONE } from '../shared/decimal.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { yieldToEventLoop } from '../shared/event-loop.ts'
import { type Destination, destinationOf } from './account-map.ts'
import { assetMapFor, type ChosenNow } from './choices/choices.ts'
import { sameAssets } from './matching/repeats.ts'
import { type Completion, completeDrafts, type ResolvedAsset } from './matching/validate.ts'
import { reportToTake } from './reading/advice.ts'
import { readArchive, shareOut } from './reading/archive.ts'
import { openAssumptions } from './reading/assumed.ts'
import { currencyIssues } from './reading/currency-issues.ts'
import { readOnce } from './reading/lately-read.ts'
import { otherImporter } from './reading/misread.ts'
import { completeOptions } from './reading/options.ts'
import { openStored, rankPlugins, readReport } from './reading/read.ts'
import { lookAtUnknown, refuseUnknown, withBrokerCurrency } from './reading/unknown.ts'
import type { KeyedDraft, Period, ReadReport, Report } from './report.ts'
import { type Comparison, compareStated } from './stated/compare-stated.ts'
import { periodIssues, periodOf } from './stated/period.ts'

export type AssetMatch = Awaited<ReturnType<typeof matchAssets>> extends Map<string, infer M> ? M : never

/** What the caller decides about a report's asset: an asset of the catalogue, a new one, or leave its lines out. */
export type AssetChoice = number | 'create' | 'skip'

/** A report read, matched and put through the rules: everything that needs no writing. */
export type Prepared = {
  readonly read: ReadReport
  readonly matches: ReadonlyMap<string, AssetMatch>
  readonly completion: Completion
  /** The broker that the lines of an account go to. */
  readonly brokerOf: Destination
  /** Refs of assets that will be made, with the stand-in id (negative) that the completed drafts carry. */
  readonly toCreate: ReadonlyMap<string, number>
  readonly resolve: (ref: string) => ResolvedAsset | undefined
  /** The balances that it states beside what its rows come to; those that differ are issues of `read`. */
  readonly comparisons: readonly Comparison[]
  readonly period: Period | null
  /** The report as it was read: `read` without what the rules refused. */
  readonly source: ReadReport
}

/** Reads a stored report with a plugin (`auto`: the one that recognises it best). Throws `import/no-plugin`, `import/plugin-unknown` and what the file refuses. */
export async function readStored(
  ctx: Ctx,
  report: Report,
  choice: { plugin?: string | undefined; options?: ImportOptions | undefined },
): Promise<ReadReport> {
  const broker = await requireRole(ctx, report.brokerId, 'EDITOR')
  const { plugin, options = {} } = choice
  const { importPlugin, currency, name } = broker
  return readOnce(ctx, report, [plugin, options, importPlugin, currency, name], () => readBy(ctx, report, choice, broker))
}

async function readBy(
  ctx: Ctx,
  report: Report,
  choice: { plugin?: string | undefined; options?: ImportOptions | undefined },
  { importPlugin: preferred, currency, name }: Awaited<ReturnType<typeof requireRole>>,
): Promise<ReadReport> {
  const { files, left } = await openStored(ctx, report)
  const wanted = choice.plugin === 'auto' ? undefined : choice.plugin
  const [best] = report.compatiblePlugins.length > 0 ? report.compatiblePlugins : await rankPlugins(ctx, files)
  const { options: given = {} } = choice
  const code = wanted ?? best ?? (given['mapping'] === undefined ? undefined : tableReader(ctx))
  if (code === undefined) {
    await yieldToEventLoop()
    const unknown = withBrokerCurrency(lookAtUnknown(ctx.plugins.brim, files.map(headOf)), currency)
    throw refuseUnknown(unknown, reportToTake(ctx.plugins.brim, [name, report.filename]))
  }
  const plugin = requirePlugin(ctx, code)
  const assumptions = openAssumptions(given)
  const options = (reader: BrokerPlugin) => assumptions.watch(reader, completeOptions(reader, given, currency))
  const known = ctx.plugins.brim.find((one) => one.code === best)
  const advised = (read: ReadReport): ReadReport => ({
    ...read,
    issues: [...otherImporter(plugin, known, read), ...read.issues, ...(read.drafts.length === 0 ? [] : assumptions.issues())],
  })
  if (files.length + left.length === 1)
    return advised({ ...(await readReport(ctx, plugin, files, options(plugin))), parts: undefined })
  const parts = await shareOut(ctx, files, { wanted, preferred })
  const isKnown = parts.some((part) => part.plugin !== undefined)
  return advised(await readArchive(ctx, isKnown ? parts : [{ plugin, files }], left, options))
}

/** The importer that reads anyone's table by a mapping. */
function tableReader({ plugins }: Pick<Ctx, 'plugins'>): string | undefined {
  return plugins.brim.find(({ proposeMapping }) => proposeMapping !== undefined)?.code
}

function requirePlugin(ctx: Ctx, code: string): BrokerPlugin {
  const plugin = ctx.plugins.brim.find((candidate) => candidate.code === code)
  if (!plugin)
    throw invalid(
      'import/plugin-unknown',
      '/plugin',
      `There is no import plugin "${code}"; GET /brokers/import/plugins lists them.`,
    )
  return plugin
}

type Resolution = Pick<Prepared, 'matches' | 'toCreate' | 'resolve'>
type Directed = Resolution & Pick<Prepared, 'brokerOf'>

/** Matches the assets of a report with the catalogue and completes its drafts. */
export async function prepareReport(
  ctx: Ctx,
  report: Report,
  read: ReadReport,
  chosen: Pick<ChosenNow, 'assetMap' | 'accountMap' | 'stored'>,
): Promise<Prepared> {
  const brokerOf = destinationOf(report.brokerId, read.drafts, chosen)
  return completeReport(ctx, report, read, { brokerOf, ...(await resolveAssets(ctx, report, read, assetMapFor(read, chosen))) })
}

/** What was prepared; prepared again where the assets of the report stand for others by now, because somebody took, made, changed or removed one. */
export async function renewPrepared(
  ctx: Ctx,
  report: Report,
  prepared: Prepared,
  chosen: Pick<ChosenNow, 'assetMap' | 'stored'>,
): Promise<Prepared> {
  const { brokerOf, source } = prepared
  const resolution = { brokerOf, ...(await resolveAssets(ctx, report, source, assetMapFor(source, chosen))) }
  const isSame = prepared.source.assets.every(({ ref }) => Bun.deepEquals(prepared.resolve(ref), resolution.resolve(ref)))
  return isSame ? prepared : completeReport(ctx, report, prepared.source, resolution)
}

async function completeReport(ctx: Ctx, report: Report, read: ReadReport, resolution: Directed): Promise<Prepared> {
  const completion = await completeDrafts({
    brokerOf: resolution.brokerOf,
    lastDay: addDays(dayOf(ctx.clock()), 1),
    drafts: read.drafts,
    resolve: resolution.resolve,
  })
  await yieldToEventLoop()
  const { comparisons, issues } = await compareStated(read, completion)
  const period = periodOf(read)
  const ofPeriod = await periodIssues(ctx, report, read, period)
  const counted = withoutFailedRows(read, completion)
  return {
    ...resolution,
    read: { ...read, ...counted, issues: [...read.issues, ...currencyIssues(read.drafts), ...ofPeriod, ...issues] },
    completion,
    comparisons,
    period,
    source: read,
  }
}

type Judged = Pick<Completion, 'skipped' | 'issues'> & { readonly completed: readonly KeyedDraft[] }

/** Rows whose drafts all broke a rule count as issues, of the report and of its parts. */
export function withoutFailedRows(
  { rows, parts }: Pick<ReadReport, 'rows' | 'parts'>,
  { completed, skipped, issues }: Judged,
): Pick<ReadReport, 'rows' | 'parts'> {
  if (issues.length === 0) return { rows, parts }
  const good = new Set([...completed, ...skipped].map(({ file, draft }) => placeOf(file, draft.rows[0])))
  const failed = new Map(
    issues.map((issue) => [placeOf(issue.file, issue.row), issue] as const).filter(([key]) => !good.has(key)),
  )
  const ofFile = Map.groupBy(failed.values(), (issue) => issue.file ?? '')
  return {
    rows: less(rows, failed.size),
    parts: parts?.map((part) => ({ ...part, rows: part.rows && less(part.rows, ofFile.get(part.filename)?.length ?? 0) })),
  }
}

function less(rows: ReadReport['rows'], failed: number): ReadReport['rows'] {
  return failed === 0 ? rows : { ...rows, transactions: rows.transactions - failed, issues: rows.issues + failed }
}

/** A row of a file inside a report. */
export function placeOf(file: string | null | undefined, row: number | null): string {
  return `${file ?? ''}:${row ?? ''}`
}

async function resolveAssets(
  ctx: Ctx,
  report: Report,
  read: ReadReport,
  assetMap: Readonly<Record<string, AssetChoice>>,
): Promise<Resolution> {
  const matches = await matchAssets(ctx, read.assets, report.brokerId)
  const chosen = new Map(
    read.assets.map((asset) => [
      asset.ref,
      Object.hasOwn(assetMap, asset.ref) ? (assetMap[asset.ref] ?? 'create') : defaultChoice(matches.get(asset.ref)),
    ]),
  )
  const unknownRefs = Object.keys(assetMap).filter((ref) => !chosen.has(ref))
  const facts = await listBookableFacts(
    ctx,
    [...chosen.values()].filter((choice) => typeof choice === 'number'),
  )
  const unknownAssets = [...chosen].filter(([, choice]) => typeof choice === 'number' && !facts.has(choice)).map(([ref]) => ref)
  if (unknownRefs.length + unknownAssets.length > 0) throw mapFault(unknownRefs, unknownAssets)
  const same = await sameAssets(
    ctx,
    report.brokerId,
    read,
    ({ ref }) => chosen.get(ref) === 'create' && !Object.hasOwn(assetMap, ref),
  )
  const toCreate = new Map<string, number>()
  const resolved = new Map<string, ResolvedAsset>()
  for (const asset of read.assets) {
    const choice = chosen.get(asset.ref) ?? 'create'
    const known = resolved.get(same.get(asset.ref) ?? '')
    if (choice === 'create' && known !== undefined) {
      resolved.set(asset.ref, known)
      continue
    }
    if (choice === 'create') toCreate.set(asset.ref, -1 - toCreate.size)
    if (choice === 'skip') resolved.set(asset.ref, 'skip')
    else if (choice === 'create')
      resolved.set(asset.ref, { assetId: toCreate.get(asset.ref) ?? 0, priceQuantity: unitsOf(asset) })
    else resolved.set(asset.ref, { assetId: choice, priceQuantity: facts.get(choice)?.priceQuantity ?? ONE })
  }
  return { matches, toCreate, resolve: (ref) => resolved.get(ref) }
}

/** Units that a price of a new asset is for; one that is no number is refused when the asset is made. */
function unitsOf(asset: ReadReport['assets'][number]): Decimal {
  const units = priceQuantityOf(asset)
  return typeof units === 'bigint' ? units : ONE
}

/** A sure match is taken; a weak one never is: a new asset can be merged later, mixed histories cannot be parted. */
function defaultChoice(match: AssetMatch | undefined): AssetChoice {
  if (match && match.assetId !== null && (match.match === 'exact' || match.match === 'high')) return match.assetId
  return 'create'
}

function mapFault(refs: readonly string[], assets: readonly string[]): AppError {
  const pointer = (ref: string) => `/asset_map/${ref.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return new AppError('invalid', 'import/asset-map', 'The asset map does not fit this report.', {
    errors: [
      ...refs.map((ref) => ({ pointer: pointer(ref), detail: 'The report has no asset of this ref.' })),
      ...assets.map((ref) => ({ pointer: pointer(ref), detail: 'There is no such asset, or only strangers use it.' })),
    ],
  })
}
