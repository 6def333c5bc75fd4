import { count } from '../figures.ts'
import { Badge, Verdict } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { Report } from './report.ts'

/** What became of the reports that were made together just now. */
export function NewReports({ r, reports }: { r: Reader; reports: readonly Report[] }) {
  const { imports: words } = r.words
  const jobs = new Map(r.query.getAll('new').map((one) => [one.split('.')[0] ?? '', one.split('.')[1]] as const))
  const shown = reports.filter(({ id }) => jobs.has(id))
  if (shown.length === 0) return null
  const isDone = shown.every(({ status }) => status === 'imported')
  return (
    <Verdict tone={isDone ? 'ok' : 'warn'} title={words.newTitle(shown.length, count(r, shown.length))}>
      <ul class="plain-list">
        {shown.map((report) => (
          <li>
            <NewReport r={r} report={report} job={jobs.get(report.id)} />
          </li>
        ))}
      </ul>
    </Verdict>
  )
}

function NewReport({ r, report, job }: { r: Reader; report: Report; job: string | undefined }) {
  const { imports: words } = r.words
  const { id, filename, status, outcome } = report
  if (status === 'imported')
    return (
      <>
        <a href={r.to(`/imports/${id}`)}>{filename}</a>:{' '}
        {outcome && words.doneTitle(outcome.imported, count(r, outcome.imported))}
      </>
    )
  const isRunning = job !== undefined && status !== 'failed'
  return (
    <>
      <a href={r.to(`/imports/${id}`, isRunning ? { import: job } : {})}>{filename}</a>{' '}
      <Badge tone="warn">{isRunning ? words.newRunning : words.status[status]}</Badge>
    </>
  )
}
