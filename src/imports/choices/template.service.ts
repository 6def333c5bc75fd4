import { inTransaction, withDryRun } from '#db/transaction.ts'
import type { ImportOptions, ReportHead } from '#plugins/brim/contract.ts'
import { type Ctx, now } from '../../context.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import { MAX_TEMPLATES } from '../listed.ts'
import { fingerprintOf, type Template, type TemplateFields, takesTemplates } from '../reading/template.ts'
import { getReport } from '../service.ts'
import { type GivenChoices, settleChoices } from './choices.ts'
import { deleteTemplateRow, listTemplateRows, nameKey, putTemplateRow } from './template.repository.ts'
import { titlesOfReport } from './template.task.ts'

/** As JSON. */
const MAX_OPTIONS = 32_768

/** What a template is made of: a report and its choices (`given` goes before those that are stored), or titles and options. */
export type TemplateInput = { readonly name: string } & (
  | { readonly reportId: string; readonly given?: GivenChoices | undefined }
  | { readonly titles: readonly string[]; readonly options: ImportOptions; readonly plugin?: string | undefined }
)

/** The caller's templates, by name. */
export function listTemplates(ctx: Ctx): Promise<Template[]> {
  return listTemplateRows(ctx.reader, ctx.user.id)
}

/**
 * Stores a template of the caller, in place of the one of the same name. One of a report needs VIEWER there. Throws `import/template-mapping` (422) where
 * there is no mapping that fits the titles, `import/template-header` (409) where another template has this header, `import/templates-full` (409).
 * A dry run stores nothing.
 */
export async function putTemplate(
  ctx: Ctx,
  input: TemplateInput,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Template> {
  const fields = 'reportId' in input ? await fieldsOfReport(ctx, input) : givenFields(ctx, input)
  if (JSON.stringify(fields.options).length > MAX_OPTIONS)
    throw invalid('import/template-large', '/mapping', `The options of a template may have ${MAX_OPTIONS / 1024} KiB as JSON.`)
  return withDryRun(ctx, dryRun, async (ctx) => {
    const others = await listTemplateRows(ctx.db, ctx.user.id)
    const same = others.find((other) => nameKey(other.name) === nameKey(fields.name))
    const fingerprint = fingerprintOf(fields.titles)
    const twin = others.find((other) => other !== same && other.fingerprint === fingerprint)
    if (twin !== undefined)
      throw new AppError('conflict', 'import/template-header', `Your template "${twin.name}" has this header.`, {
        extensions: { name: twin.name },
      })
    if (same === undefined && others.length >= MAX_TEMPLATES)
      throw new AppError('conflict', 'import/templates-full', `You may have ${MAX_TEMPLATES} templates. Delete one first.`)
    const time = now(ctx)
    const template = { ...fields, fingerprint, createdAt: same?.createdAt ?? time, updatedAt: time }
    await putTemplateRow(ctx.db, ctx.user.id, template)
    return template
  })
}

/** The caller's template of a name, whatever its case. Throws `import/template-not-found`. */
export async function getTemplate(ctx: Ctx, name: string): Promise<Template> {
  const template = (await listTemplates(ctx)).find((one) => nameKey(one.name) === nameKey(name))
  if (template === undefined) throw noTemplate()
  return template
}

/** Removes a template of the caller. Throws `import/template-not-found`. Reports that it was used for stay as they are. */
export async function deleteTemplate(ctx: Ctx, name: string): Promise<void> {
  const isDone = await inTransaction(ctx, (ctx) => deleteTemplateRow(ctx.db, ctx.user.id, name))
  if (!isDone) throw noTemplate()
}

function noTemplate(): AppError {
  return new AppError('not-found', 'import/template-not-found', 'You have no template of this name.')
}

async function fieldsOfReport(
  ctx: Ctx,
  { name, reportId, given = {} }: Extract<TemplateInput, { reportId: string }>,
): Promise<TemplateFields> {
  const report = await getReport(ctx, reportId)
  const choices = await settleChoices(ctx, reportId, given)
  const options = choices.options ?? {}
  const plugin = importerOf(ctx, choices.plugin === 'auto' ? undefined : choices.plugin)
  const hasMapping = isMapping(options['mapping'])
  const titles = hasMapping ? await titlesOfReport(ctx, report, plugin, options) : []
  if (titles.length > 0) return { name, plugin, titles, options }
  const detail = hasMapping
    ? 'The mapping that was chosen for this report does not fit its header.'
    : 'No mapping was chosen for this report. Parse or import it with options.mapping first.'
  throw invalid('import/template-mapping', '/report_id', detail)
}

function givenFields(
  ctx: Ctx,
  { name, titles, options, plugin: wanted }: Exclude<TemplateInput, { reportId: string }>,
): TemplateFields {
  const code = importerOf(ctx, wanted)
  const rows = [{ number: 1, cells: titles }]
  const head: ReportHead = { filename: '', format: 'csv', text: '', tables: [{ name: '', rows }] }
  const read = ctx.plugins.brim.find((plugin) => plugin.code === code)?.titlesOf?.(head, options)
  if (read === undefined)
    throw invalid(
      'import/template-mapping',
      '/mapping',
      'The mapping has a fault, or names columns that are not among the titles.',
    )
  return { name, plugin: code, titles, options }
}

/** The importer that takes a mapping: the one that is wanted, else the first. */
function importerOf(ctx: Ctx, wanted: string | undefined): string {
  const plugin = ctx.plugins.brim.find((candidate) => takesTemplates(candidate) && candidate.code === (wanted ?? candidate.code))
  if (plugin === undefined)
    throw invalid('import/plugin-unknown', '/plugin', 'There is no such import plugin that takes a mapping.')
  return plugin.code
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
