import { basename } from 'node:path'
import type { Ctx, Deps } from '../context.ts'
import { type ImportResult, importReport } from '../imports/import.ts'
import { deleteReport, getReport, uploadReport } from '../imports/service.ts'
import type { ShortChoice } from '../imports/shortages.ts'
import { AppError } from '../shared/errors.ts'
import { receiveFile } from '../uploads/file-store.service.ts'
import { chooseBroker, chooseUser } from './choose.ts'

export type ImportOrder = {
  readonly path: string
  /** Name or id. */
  readonly broker: string
  readonly user?: string | undefined
  readonly plugin?: string | undefined
  readonly short?: ShortChoice | undefined
  readonly dryRun: boolean
}

/**
 * Imports a broker report from the disk as a user of the service, with the rights of that user; answers lines to print. All or nothing: a
 * report that cannot be imported is not stored. Throws AppError.
 */
export async function importFile(deps: Deps, order: ImportOrder): Promise<string[]> {
  const ctx: Ctx = { ...deps, user: await chooseUser(deps, order.user) }
  const broker = await chooseBroker(ctx, order.broker)
  const report = await uploadReport(ctx, {
    brokerId: broker.id,
    filename: basename(order.path),
    declaredType: null,
    file: await receiveFile(deps.folders, readChunks(order.path)),
  })
  try {
    const input = { plugin: order.plugin, short: order.short, dryRun: order.dryRun }
    const result = await importReport(ctx, report, input, { progress: () => {}, signal: new AbortController().signal })
    if (order.dryRun) await deleteReport(ctx, { id: report.id, undo: false })
    return linesOf(result, broker.name, order.dryRun)
  } catch (error) {
    await getReport(ctx, report.id).then(() => deleteReport(ctx, { id: report.id, undo: false }))
    throw error
  }
}

async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = Bun.file(path)
  if (!(await file.exists())) throw new AppError('not-found', 'import/no-file', `There is no file ${path}.`)
  yield* file.stream()
}

function linesOf(result: ImportResult, broker: string, dryRun: boolean): string[] {
  const { rows } = result
  return [
    `${dryRun ? 'Would import' : 'Imported'} ${result.imported} transactions into ${broker}; ${result.duplicates} duplicates and ${result.skipped} others left out; ${result.assetsCreated.length} new assets.`,
    `Rows: ${rows.total} = ${rows.transactions} transactions + ${rows.parts} parts of them + ${rows.ignored} ignored + ${rows.issues} with issues.`,
    ...result.issues.map((issue) => `${issue.severity}: ${issue.row === null ? '' : `row ${issue.row}: `}${issue.detail}`),
  ]
}
