import type { Ctx } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import type { TemplateNote } from '../choices.repository.ts'
import { reportToTake } from '../reading/advice.ts'
import { recogniseFile } from '../reading/recognise.task.ts'
import { noPlugin, withBrokerCurrency } from '../reading/unknown.ts'
import type { ReportPart, ReportProblem } from '../report.ts'
import type { Choices } from './choices.ts'
import { listTemplateRows } from './template.repository.ts'

/** Who can read an uploaded file, best first; `choices` are those of the template of the caller that fits it. */
export type Recognition = {
  readonly plugins: readonly string[]
  readonly problem: ReportProblem | null
  readonly parts: readonly ReportPart[] | null
  readonly choices: Choices
  readonly note: TemplateNote
}

const NOTHING = { choices: {}, note: { template: null, nearTemplate: null } }

/** Looks who can read a file at a broker. A file that no plugin can read, or that cannot be opened, has a problem; only that the service is busy is thrown. */
export async function recognise(
  ctx: Ctx,
  file: Parameters<typeof recogniseFile>[1],
  broker: { readonly importPlugin: string | null; readonly currency: string | null; readonly name: string },
): Promise<Recognition> {
  const { importPlugin: preferred, currency, name } = broker
  try {
    const templates = await listTemplateRows(ctx.reader, ctx.user.id)
    const { plugins, unknown, parts, template, near } = await recogniseFile(ctx, { ...file, templates })
    const fitting = templates.find((one) => one.name === template)
    if (fitting !== undefined) {
      const { plugin, options } = fitting
      const note = { template: fitting.name, nearTemplate: null }
      return { plugins: first(plugin, [plugin, ...plugins]), problem: null, parts, choices: { plugin, options }, note }
    }
    const found = { ...NOTHING, parts, note: { template: null, nearTemplate: near } }
    if (unknown === undefined) return { ...found, plugins: first(preferred ?? '', plugins), problem: null }
    const advice = reportToTake(ctx.plugins.brim, [name, file.filename])
    return { ...found, plugins, problem: noPlugin(withBrokerCurrency(unknown, currency), advice) }
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable')
      return { ...NOTHING, plugins: [], problem: { code: error.code, detail: error.detail }, parts: null }
    throw error
  }
}

/** The codes, each once, with one of them first if it is among them. */
function first(code: string, codes: readonly string[]): string[] {
  return codes.includes(code) ? [code, ...codes.filter((other) => other !== code)] : [...codes]
}
