import { count, instant } from '../figures.ts'
import { ownPath } from '../own-path.ts'
import { Card, Crumbs, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site, Visit } from '../visit.ts'
import { type Job, progressText, StateBadge } from './page.tsx'

const REFRESH_SECONDS = 3

/** One job: while it works the page follows it; then what came of it and the way on. */
export const jobPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const { jobs: words } = r.words
  const id = params['id'] ?? ''
  const job = await ask('GET /jobs/{id}', { params: { id } })
  const isOver = job.state !== 'queued' && job.state !== 'running'
  const title = words.kinds[job.kind]
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/jobs') }]} />
      <PageHead r={r} title={title}>
        <StateBadge r={r} job={job} />
      </PageHead>
      {isOver ? <Outcome {...visit} job={job} /> : <Work {...visit} job={job} />}
      <AsScript r={r} operations={[['GET /jobs/{id}', { params: { id } }]]} />
    </>
  )
  return { title, body, ...(isOver ? {} : { refreshSeconds: REFRESH_SECONDS }) }
}

const Work = ({ reader: r, fields, job }: Visit & { job: Job }) => {
  const { jobs: words } = r.words
  return (
    <section class="card stacked" data-events={r.to(`/api/v1/jobs/${job.id}/events`)}>
      <p>
        <span data-note="">{job.note ?? words.states[job.state]}</span>{' '}
        <span class="quiet num">{job.total === null ? '' : progressText(r, job)}</span>
      </p>
      <progress aria-label={words.progress} {...(job.total === null ? {} : { max: job.total, value: job.done })} />
      <p class="quiet small">{r.query.has('cancelling') ? words.cancelling : words.live}</p>
      <Form r={r} fields={fields}>
        <p class="ways">
          <Button kind="danger">{words.cancel}</Button>
          <a class="button" href={r.here({})}>
            {words.again}
          </a>
        </p>
      </Form>
    </section>
  )
}

const Outcome = ({ reader: r, site, job }: Visit & { job: Job }) => (
  <>
    <Ended r={r} job={job} />
    <Card>
      <Facts r={r} job={job} />
      <WaysOn r={r} site={site} job={job} />
    </Card>
  </>
)

/** In privacy mode without the sentences, which may speak of amounts. */
const Ended = ({ r, job }: { r: Reader; job: Job }) => {
  const { jobs: words } = r.words
  if (job.state === 'succeeded') return <Verdict tone="ok" title={words.doneTitle} />
  const faults = r.isPrivate ? [] : (job.problem?.errors ?? [])
  const reason = r.isPrivate ? job.problem?.title : job.problem?.detail
  return (
    <Verdict
      tone={job.state === 'failed' ? 'bad' : 'warn'}
      title={job.state === 'failed' ? words.failedTitle : words.cancelledTitle}
    >
      <p>{reason === undefined ? words.nothingStored : <Said r={r} text={reason} hasFigures />}</p>
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, MAX_FAULTS).map(({ detail }) => (
            <li>
              <Said r={r} text={detail} hasFigures />
            </li>
          ))}
        </ul>
      )}
    </Verdict>
  )
}
const MAX_FAULTS = 20

/** When, and the counts of its result that have words. */
const Facts = ({ r, job }: { r: Reader; job: Job }) => {
  const { jobs: words } = r.words
  const counted = Object.entries(words.results).flatMap(([key, text]) => {
    const value = job.result?.[key]
    if (typeof value === 'number') return [[text, count(r, value)] as const]
    return typeof value === 'string' ? [[text, value] as const] : []
  })
  const facts = [
    [words.begun, instant(r, job.created_at)] as const,
    ...(job.finished_at === null ? [] : [[words.ended, instant(r, job.finished_at)] as const]),
    ...counted,
  ]
  return (
    <dl class="facts">
      {facts.map(([text, value]) => (
        <>
          <dt>{text}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

/** Where the reader wanted to go, what the job was about, and all jobs. */
const WaysOn = ({ r, site, job }: { r: Reader; site: Site; job: Job }) => {
  const { jobs: words } = r.words
  const next = r.query.get('next')
  const wanted = next === null ? '/' : ownPath(next, site.hasPage)
  const report = reportOf(job)
  const ways = [
    [wanted !== '/', wanted, words.on],
    [report !== undefined, `/imports/${report}`, words.toImport],
    [job.kind.endsWith('-backup'), '/administration/backups', words.toBackups],
    [true, '/jobs', words.all],
  ] as const
  return (
    <p class="ways">
      {ways.map(
        ([isShown, path, text], index) =>
          isShown &&
          site.hasPage(path.split('?')[0] ?? path) && (
            <a class={index === 0 ? 'button primary' : 'button'} href={r.to(path)}>
              {text}
            </a>
          ),
      )}
    </p>
  )
}

/** The report that an import was about. */
function reportOf({ kind, result }: Job): string | undefined {
  if (kind !== 'import-report') return undefined
  const report: unknown = result?.['report'] ?? result
  return typeof report === 'object' && report !== null && 'id' in report ? String(report.id) : undefined
}
