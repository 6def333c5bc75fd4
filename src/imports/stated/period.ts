import type { Ctx } from '../../context.ts'
import { addDays, daysBetween } from '../../shared/date.ts'
import type { Issue, Period, ReadReport, Report, Stated } from '../report.ts'
import { listImportedPeriods, type ReportPeriod } from './period.repository.ts'

const WEEKEND: ReadonlySet<number> = new Set([0, 6])

/** From the first day of all files of a report to the last; cut off where any of them is. `null` where none says it. */
export function periodOf({ stated }: Pick<ReadReport, 'stated'>): Period | null {
  const [first, ...more] = stated?.periods ?? []
  if (first === undefined) return null
  return more.reduce<Period>(
    (all, { from, to, cutOff = false }) => ({
      from: [from, all.from].sort()[0] ?? from,
      to: [to, all.to].sort()[1] ?? to,
      cutOff: all.cutOff || cutOff,
    }),
    { from: first.from, to: first.to, cutOff: first.cutOff ?? false },
  )
}

/** The zone of all days and times of a report; `null` where its files name none, or several. */
export function zoneOf(stated: Stated | undefined): string | null {
  const [only, ...more] = stated?.zones ?? []
  return only === undefined || more.length > 0 ? null : only
}

/** What is to be said of the days that a report covers: it ends before its end, or days between it and those imported before are in none. */
export async function periodIssues(ctx: Ctx, report: Report, read: ReadReport, period: Period | null): Promise<Issue[]> {
  if (period === null) return []
  const issues: Issue[] = []
  if (period.cutOff) {
    const detail = `The file says itself that there is more than it holds (${period.from} to ${period.to}). Export the rest, too: in shorter periods.`
    issues.push({ row: null, severity: 'warning', code: 'report-cut-off', detail })
  }
  const others = await listImportedPeriods(ctx.reader, report.brokerId, { plugin: read.plugin, except: report.id })
  for (const { from, to, filename } of gapsBeside(period, others)) {
    const detail = `No imported report covers ${from} to ${to}: these days are between this file and ${filename}. Export them, too.`
    issues.push({ row: null, severity: 'info', code: 'report-gap', detail })
  }
  return issues
}

type Gap = { readonly from: string; readonly to: string; readonly filename: string }

/** The days between a period and the nearest one before it and after it, where no other covers them; weekends alone are none. */
function gapsBeside(period: Period, others: readonly ReportPeriod[]): Gap[] {
  const [eve, morrow] = [addDays(period.from, -1), addDays(period.to, 1)]
  let before: ReportPeriod | undefined
  let after: ReportPeriod | undefined
  for (const other of others) {
    if (other.period.to <= eve && (before === undefined || other.period.to > before.period.to)) before = other
    if (other.period.from >= morrow && (after === undefined || other.period.from < after.period.from)) after = other
  }
  const isCovered = (day: string) => others.some((other) => other.period.from <= day && day <= other.period.to)
  const gaps: Gap[] = []
  if (before !== undefined && !isCovered(eve))
    gaps.push({ from: addDays(before.period.to, 1), to: eve, filename: before.filename })
  if (after !== undefined && !isCovered(morrow))
    gaps.push({ from: morrow, to: addDays(after.period.from, -1), filename: after.filename })
  return gaps.filter(({ from, to }) => daysBetween(from, to) > 1 || !isWeekend(from) || !isWeekend(to))
}

function isWeekend(day: string): boolean {
  return WEEKEND.has(new Date(`${day}T00:00:00Z`).getUTCDay())
}
