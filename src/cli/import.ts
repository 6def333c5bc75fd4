import { basename } from 'node:path'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import { createBroker, deleteBroker } from '../brokers/service.ts'
import type { Ctx, Deps } from '../context.ts'
import { problemOf } from '../http/problem.ts'
import { importStored } from '../imports/lifecycle.ts'
import type { OpeningChoice } from '../imports/opening-choice.ts'
import type { PositionsChoice } from '../imports/positions.ts'
import { deleteReport, getReport, uploadReport } from '../imports/service.ts'
import type { ShortChoice } from '../imports/shortages.ts'
import { importToWire } from '../imports/wire.ts'
import { AppError } from '../shared/errors.ts'
import { receiveFile } from '../uploads/file-store.service.ts'
import { chooseBroker, chooseUser } from './choose.ts'

type Order = {
  /** Name or id. */
  readonly broker: string
  /** A broker of this name is made where the user has none, if any report is imported. */
  readonly createBroker?: boolean | undefined
  readonly user?: string | undefined
  readonly plugin?: string | undefined
  readonly options?: ImportOptions | undefined
  readonly short?: ShortChoice | undefined
  readonly opening?: OpeningChoice | undefined
  readonly positions?: PositionsChoice | undefined
  readonly dryRun: boolean
}
type ImportsOrder = Order & {
  readonly paths: readonly string[]
  readonly json: boolean
  /** Called for a dry run that would be refused. */
  readonly onRefusal?: (() => void) | undefined
}

type Imported = { readonly path: string; readonly broker: string; readonly result: ImportResult }
type ImportResult = Awaited<ReturnType<typeof importStored>>

/** Imports broker reports from the disk as a user of the service, with the rights of that user, in their order; answers lines to print. Each is all or nothing: one that cannot be imported is not stored, those before it stay. Throws AppError. A dry run takes each by itself. */
export async function importFiles(deps: Deps, order: ImportsOrder): Promise<string[]> {
  const ctx: Ctx = { ...deps, user: await chooseUser(deps, order.user) }
  for (const path of order.paths) await requireFile(path)
  const { id, name, isNew } = await brokerOf(ctx, order)
  const done: Imported[] = []
  try {
    for (const path of order.paths)
      done.push({
        path,
        broker: name,
        result: await importOne(ctx, id, path, order).catch((error) => refuse(error, path, order)),
      })
  } finally {
    if (isNew && (order.dryRun || done.length === 0)) await deleteBroker(ctx, { id })
  }
  if (order.json)
    return [
      JSON.stringify(
        done.map(({ path, result }) => ({ file: path, ...importToWire(result, runOf(result, order.dryRun)) })),
        null,
        2,
      ),
    ]
  return done.flatMap(({ path, broker, result }) => [
    ...(done.length > 1 ? [`${path}:`] : []),
    ...linesOf(result, broker, order.dryRun),
  ])
}

function runOf({ refused }: ImportResult, dryRun: boolean) {
  return { dryRun, refused: refused === null ? null : problemOf(refused, { instance: '', requestId: '' }) }
}

async function brokerOf(ctx: Ctx, { broker, createBroker: isWanted = false }: Order) {
  try {
    return { ...(await chooseBroker(ctx, broker)), isNew: false }
  } catch (error) {
    if (!(isWanted && error instanceof AppError && error.code === 'broker/not-found')) throw error
    return { ...(await createBroker(ctx, { name: broker.trim() })), isNew: true }
  }
}

/** Of several files, says which one it is. */
function refuse(error: unknown, path: string, { paths }: ImportsOrder): never {
  if (!(error instanceof AppError) || paths.length === 1) throw error
  throw new AppError(error.kind, error.code, `${path}: ${error.detail}`, error.extras)
}

async function importOne(ctx: Ctx, brokerId: number, path: string, order: ImportsOrder): Promise<ImportResult> {
  const report = await uploadReport(ctx, {
    brokerId,
    filename: basename(path),
    declaredType: null,
    file: await receiveFile(ctx.folders, Bun.file(path).stream()),
  })
  try {
    const { plugin, options, short, opening, positions, dryRun } = order
    const job = { progress: () => {}, signal: new AbortController().signal }
    const result = await importStored(ctx, report, { given: { plugin, options, short, opening, positions }, dryRun }, job)
    if (result.refused !== null) order.onRefusal?.()
    if (dryRun) await deleteReport(ctx, { id: report.id, undo: false })
    return result
  } catch (error) {
    await getReport(ctx, report.id).then(() => deleteReport(ctx, { id: report.id, undo: false }))
    throw error
  }
}

async function requireFile(path: string): Promise<void> {
  if (!(await Bun.file(path).exists())) throw new AppError('not-found', 'import/no-file', `There is no file ${path}.`)
}

function linesOf(result: ImportResult, broker: string, dryRun: boolean): string[] {
  const { rows } = result
  return [
    `${dryRun ? 'Would import' : 'Imported'} ${result.imported} transactions into ${broker}; ${result.duplicates} duplicates and ${result.skipped} others left out; ${result.assetsMade} new assets.`,
    ...(result.refused === null ? [] : [`It would be refused: ${result.refused.detail}`]),
    `Rows: ${rows.total} = ${rows.transactions} transactions + ${rows.parts} parts of them + ${rows.ignored} ignored + ${rows.issues} with issues.`,
    ...result.issues.map((issue) => `${issue.severity}: ${issue.row === null ? '' : `row ${issue.row}: `}${issue.detail}`),
  ]
}
