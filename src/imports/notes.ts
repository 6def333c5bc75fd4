import type { Ctx } from '../context.ts'
import { shownChoices } from './choices/choices.ts'
import { findTemplateNote, type StoredChoices, type TemplateNote } from './choices.repository.ts'
import { asSeen } from './other-brokers.ts'
import type { Report } from './report.ts'

/** What stands beside a report for the one who reads it. */
export type ReportNotes = {
  readonly choices: StoredChoices | null
  /** Of the brokers that its import wrote to, those that the reader is a member of. */
  readonly otherBrokers: readonly number[]
} & TemplateNote

export const NO_NOTES: ReportNotes = { choices: null, otherBrokers: [], template: null, nearTemplate: null }

/** The choices of a report as the caller may see them, and, for its uploader alone, which of their templates fits it. */
export async function notesOf(ctx: Ctx, report: Report): Promise<ReportNotes> {
  const isOwn = report.uploadedBy === ctx.user.id
  const { template, nearTemplate } = isOwn ? await findTemplateNote(ctx.reader, report.id) : NO_NOTES
  const [seen] = await asSeen(ctx, [report])
  return { choices: await shownChoices(ctx, report), otherBrokers: seen?.otherBrokers ?? [], template, nearTemplate }
}
