import { basename } from 'node:path'
import { createBroker, deleteBroker } from '../brokers/service.ts'
import type { Ctx, Deps } from '../context.ts'
import { problemOf } from '../http/problem.ts'
import type { Choices } from '../imports/choices/choices.ts'
import { ImportTemplateRequest } from '../imports/choices/template.schema.ts'
import { putTemplate, type TemplateInput } from '../imports/choices/template.service.ts'
import { templateToWire } from '../imports/choices/template.wire.ts'
import { importStored } from '../imports/lifecycle.ts'
import { notesOf } from '../imports/notes.ts'
import { uploadFiles } from '../imports/reading/upload-files.ts'
import type { Report } from '../imports/report.ts'
import { deleteReport, getReport } from '../imports/service.ts'
import { importToWire } from '../imports/wire.ts'
import { AppError } from '../shared/errors.ts'
import { receiveFile } from '../uploads/file-store.service.ts'
import { checked } from './checked.ts'
import { chooseBroker, chooseUser } from './choose.ts'
import { type Imported, importLines } from './import-text.ts'
import type { Shell } from './shell.ts'

/** What of the interface's choices is absent is as the service has it. */
type Order = Choices & {
  readonly paths: readonly string[]
  /** The files are one report. */
  readonly together?: boolean | undefined
  /** Name or id. */
  readonly broker: string
  /** A broker of this name is made where the user has none, if any report is imported. */
  readonly createBroker?: boolean | undefined
  readonly user?: string | undefined
  /** Brokers by name or id, for accounts that a report names. */
  readonly accounts?: Readonly<Record<string, string>> | undefined
  /** Name of the template that the mapping of the first report becomes. */
  readonly saveTemplate?: string | undefined
  readonly dryRun: boolean
  readonly json: boolean
  /** Called for a dry run that would be refused. */
  readonly onRefusal?: (() => void) | undefined
  readonly printLine: (line: string) => void
  readonly watch: Shell['watch']
}

/**
 * Imports broker reports from the disk as a user of the service, with the rights of that user, in their order, and prints what became of each. Each is
 * all or nothing: one that cannot be imported is not stored, those before it stay; so is one that is broken off by a signal. Throws AppError. A dry run takes each by itself.
 */
export async function importFiles(deps: Deps, order: Order): Promise<void> {
  await order.watch('import', () => importEach(deps, order))
}

async function importEach(deps: Deps, order: Order): Promise<void> {
  const ctx: Ctx = { ...deps, user: await chooseUser(deps, order.user) }
  for (const path of order.paths) await requireFile(path)
  requireMapping(order)
  const { id, name, isNew } = await brokerOf(ctx, order)
  const answers: object[] = []
  let isAnyImported = false
  const pieces = order.together === true ? [order.paths] : order.paths.map((path) => [path])
  try {
    const accountMap = await accountMapOf(ctx, order)
    for (const [index, paths] of pieces.entries()) {
      const named = order.together === true ? { files: paths } : { file: paths[0] }
      const done = await importOne(ctx, id, paths, {
        ...{ ...order, accountMap },
        saveTemplate: index === 0 ? order.saveTemplate : undefined,
      }).catch((error: unknown) => {
        if (error instanceof AppError) answers.push({ ...named, problem: problemOf(error, NOWHERE) })
        throw pieces.length > 1 ? ofFile(error, paths[0]) : error
      })
      isAnyImported = !order.dryRun
      answers.push({ ...named, ...answerOf(done, order.dryRun) })
      if (order.json) continue
      if (pieces.length > 1) order.printLine(`${paths[0]}:`)
      for (const line of importLines(done, name, order)) order.printLine(line)
    }
  } finally {
    if (order.json) order.printLine(JSON.stringify(answers, null, 2))
    if (isNew && !isAnyImported) await deleteBroker(ctx, { id })
  }
}

const NOWHERE = { instance: '', requestId: '' }

function answerOf({ result, saved }: Imported, dryRun: boolean) {
  const refused = result.refused === null ? null : problemOf(result.refused, NOWHERE)
  return { ...importToWire(result, { dryRun, refused }), saved_template: saved === null ? null : templateToWire(saved) }
}

function requireMapping({ saveTemplate, options }: Order): void {
  if (saveTemplate === undefined || options?.['mapping'] !== undefined) return
  throw new AppError('invalid', 'import/template-mapping', 'A template is made of a mapping: give it with --mapping FILE.')
}

async function brokerOf(ctx: Ctx, { broker, createBroker: isWanted = false }: Order) {
  try {
    return { ...(await chooseBroker(ctx, broker)), isNew: false }
  } catch (error) {
    if (!(isWanted && error instanceof AppError && error.code === 'broker/not-found')) throw error
    return { ...(await createBroker(ctx, { name: broker.trim() })), isNew: true }
  }
}

async function accountMapOf(ctx: Ctx, { accounts }: Order): Promise<Choices['accountMap']> {
  if (accounts === undefined) return undefined
  const ids: [string, number][] = []
  for (const [account, broker] of Object.entries(accounts)) ids.push([account, (await chooseBroker(ctx, broker)).id])
  return Object.fromEntries(ids)
}

/** Of several files, says which one it is. */
function ofFile(error: unknown, path: string | undefined): unknown {
  return error instanceof AppError ? new AppError(error.kind, error.code, `${path}: ${error.detail}`, error.extras) : error
}

async function importOne(ctx: Ctx, brokerId: number, paths: readonly string[], order: Order): Promise<Imported> {
  const report = await uploadFiles(ctx, brokerId, await receiveAll(ctx, paths))
  const template = templateOf(report, order)
  const discard = () => deleteReport(ctx, { id: report.id, undo: false })
  try {
    const planned = template && (await putTemplate(ctx, template, { dryRun: true }))
    const how = { given: order, dryRun: order.dryRun }
    const result = await order.watch(basename(paths[0] ?? ''), (job) => importStored(ctx, report, how, job))
    if (result.refused !== null) order.onRefusal?.()
    if (!order.dryRun) return { result, saved: template ? await putTemplate(ctx, template) : null }
    await discard()
    return { result, saved: planned ?? null }
  } catch (error) {
    const { status } = await getReport(ctx, report.id)
    const refusal = status === 'imported' ? error : await withNearTemplate(ctx, report, error)
    if (status !== 'imported') await discard()
    throw refusal
  }
}

async function receiveAll(ctx: Ctx, paths: readonly string[]) {
  const files: { filename: string; declaredType: null; file: Awaited<ReturnType<typeof receiveFile>> }[] = []
  for (const path of paths)
    files.push({
      filename: basename(path),
      declaredType: null,
      file: await receiveFile(ctx.folders, Bun.file(path).stream()),
    })
  return files
}

function templateOf(report: Report, order: Order): TemplateInput | undefined {
  if (order.saveTemplate === undefined) return undefined
  const { name } = checked(ImportTemplateRequest, { name: order.saveTemplate, report_id: report.id })
  return { name, reportId: report.id, given: order }
}

/** A refusal with the template whose header is nearly that of the file. */
async function withNearTemplate(ctx: Ctx, report: Report, error: unknown): Promise<unknown> {
  const { nearTemplate: near } = await notesOf(ctx, report)
  if (near === null || !(error instanceof AppError)) return error
  const listed = (titles: readonly string[]) => (titles.length === 0 ? 'none' : titles.map((title) => `"${title}"`).join(', '))
  const detail = `${error.detail} Your template "${near.name}" is near to it: columns that are missing ${listed(near.missing)}; columns that are new ${listed(near.unknown)}.`
  const { name, missing, unknown } = near
  const extensions = { ...error.extras.extensions, near_template: { name, missing: [...missing], unknown: [...unknown] } }
  return new AppError(error.kind, error.code, detail, { ...error.extras, extensions })
}

async function requireFile(path: string): Promise<void> {
  if (!(await Bun.file(path).exists())) throw new AppError('not-found', 'import/no-file', `There is no file ${path}.`)
}
