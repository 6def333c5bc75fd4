import { nameBrokers } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { type Notice, notify } from '../webhooks/notify.service.ts'
import type { ImportResult } from './booking/import.ts'
import type { Report } from './report.ts'

/** Refusals that are no failed import: it is imported, or not for the caller. */
const NO_FAILURES: ReadonlySet<string> = new Set(['import/already-imported'])
const NO_FAILURE_KINDS: ReadonlySet<string> = new Set(['forbidden', 'not-found', 'unauthenticated', 'too-many'])

/** Sends the caller's webhooks that a report was imported. */
export async function noticeImported(
  ctx: Ctx,
  { report, imported, duplicates, skipped, issuesTotal }: ImportResult,
): Promise<void> {
  const counts = { imported, duplicates, skipped, issues: issuesTotal }
  const said = `${imported} transactions, ${duplicates} duplicates, ${skipped} left out, ${issuesTotal} issues`
  await notice(ctx, report, (broker) => ({
    event: 'import.done',
    text: `${report.filename} was imported at ${broker}: ${said}.`,
    data: counts,
  }))
}

/** Sends the caller's webhooks that a report could not be imported; `error` is what was thrown. */
export async function noticeNotImported(ctx: Ctx, report: Report, error: unknown): Promise<void> {
  const isKnown = error instanceof AppError
  if (isKnown && (NO_FAILURES.has(error.code) || NO_FAILURE_KINDS.has(error.kind))) return
  await noticeUnreadable(ctx, report, isKnown ? error.code : 'internal')
}

/** The same by the code of the problem. */
export async function noticeUnreadable(ctx: Ctx, report: Report, code: string): Promise<void> {
  await notice(ctx, report, (broker) => ({
    event: 'import.failed',
    text: `${report.filename} could not be imported at ${broker}: ${code}.`,
    data: { code },
  }))
}

async function notice(ctx: Ctx, { id, filename, brokerId }: Report, make: (broker: string) => Notice): Promise<void> {
  const broker = (await nameBrokers(ctx)).get(brokerId)?.name
  if (broker === undefined) return
  const { data, ...rest } = make(broker)
  const what = { broker_id: brokerId, broker, report_id: id, filename }
  await notify(ctx, { to: ctx.user.id, brokerId }, { ...rest, data: { ...what, ...data } })
}
