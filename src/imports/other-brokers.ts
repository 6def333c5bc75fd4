import type { Reader, Tx } from '#db/connection.ts'
import { visibleBrokerIds } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import { detachReport, hasLinesOfReport, listOpeningChanges, listReversals } from '../transactions/service.ts'
import { requireOwn } from './account-map.ts'
import type { Report } from './report.ts'
import { deleteReportRows, listReportsAcross } from './repository.ts'

const DETAIL =
  'This import made transactions at a broker where you may not change them. Ask somebody to do it who may change all of them.'

/** Reports as the caller may see them: of the brokers that an import wrote to, only those that the caller is a member of. */
export async function asSeen(ctx: Ctx, reports: readonly Report[]): Promise<readonly Report[]> {
  if (reports.every(({ otherBrokers }) => otherBrokers.length === 0)) return reports
  const visible = new Set(await visibleBrokerIds(ctx))
  const seen = reports.map((report) => ({ ...report, otherBrokers: report.otherBrokers.filter((id) => visible.has(id)) }))
  for (const { otherBrokers } of seen) for (const id of otherBrokers) ctx.concerned?.add(id)
  return seen
}

/** The brokers that have something of the import of a report, its own first. Throws `import/not-yours` (403) where the caller may not write at one of the others. */
export async function requireEverywhere(ctx: Ctx & { readonly db: Tx }, report: Report): Promise<number[]> {
  const places = [report.brokerId]
  for (const brokerId of report.otherBrokers) {
    if (!(await hasSomethingOf(ctx.db, brokerId, report.id))) continue
    await requireOwn(ctx, brokerId, DETAIL)
    places.push(brokerId)
  }
  return places
}

/** Nothing is left at a broker that is gone. */
async function hasSomethingOf(db: Reader, brokerId: number, reportId: string): Promise<boolean> {
  if (await hasLinesOfReport(db, brokerId, reportId)) return true
  if ((await listOpeningChanges(db, reportId, brokerId)).length > 0) return true
  return (await listReversals(db, brokerId)).some((one) => one.reportId === reportId || one.taken?.reportId === reportId)
}

/** Cuts the tie between a report that goes and its lines that stay, at every broker. */
export async function detachEverywhere(db: Tx, { id, brokerId, otherBrokers }: Report): Promise<void> {
  for (const broker of [brokerId, ...otherBrokers]) await detachReport(db, broker, id)
}

/** Removes every report of a broker that is about to be removed; lines of them at other brokers stay. Answers their ids: the files go afterwards. */
export async function deleteReportsOf(db: Tx, brokerId: number): Promise<string[]> {
  for (const report of await listReportsAcross(db, brokerId)) await detachEverywhere(db, report)
  return await deleteReportRows(db, brokerId)
}
