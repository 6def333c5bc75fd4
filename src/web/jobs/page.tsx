import { Refusal } from '../ask.ts'
import { count, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Instant } from '../parts/amounts.tsx'
import { Badge, type BadgeTone, Card, PageHead } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'

export type Job = AnswerOf<'GET /jobs/{id}'>

const TONES: Readonly<Record<Job['state'], BadgeTone>> = {
  queued: 'plain',
  running: 'accent',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'warn',
}
const PAGE = 50

/** The reader's jobs of the last days. */
export const jobsPage: Page = async ({ reader: r, ask }) => {
  const { jobs: words } = r.words
  const given = { query: { limit: PAGE, cursor: r.query.get('cursor') } }
  const tried = await ask.try('GET /jobs', given)
  if (!tried.ok) throw new Refusal(tried.problem, tried.retryAfterSeconds)
  const columns = [
    { key: 'what', text: words.what },
    { key: 'state', text: words.state },
    { key: 'progress', text: words.progress, isEnd: true, kind: 'wide' },
    { key: 'begun', text: words.begun, isEnd: true, kind: 'wide' },
  ]
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead} />
      <Card>
        {tried.body.length === 0 ? (
          <p class="quiet">{words.none}</p>
        ) : (
          <Table r={r} caption={words.list} columns={columns}>
            {tried.body.map((job) => (
              <Row r={r} job={job} />
            ))}
          </Table>
        )}
        <Pager r={r} next={nextCursor(tried.headers)} />
      </Card>
      <AsScript r={r} operations={[['GET /jobs', given]]} />
    </>
  )
  return { title: words.title, body }
}

const Row = ({ r, job }: { r: Reader; job: Job }) => (
  <tr>
    <th scope="row">
      <a href={r.to(`/jobs/${job.id}`)}>{r.words.jobs.kinds[job.kind]}</a>
      {job.finished_at === null && job.note && <span class="sub">{job.note}</span>}
      <span class="sub on-phone">{instant(r, job.created_at)}</span>
    </th>
    <td>
      <StateBadge r={r} job={job} />
    </td>
    <td class="end wide num">{progressText(r, job)}</td>
    <td class="end wide">
      <Instant r={r} of={job.created_at} />
    </td>
  </tr>
)

export const StateBadge = ({ r, job }: { r: Reader; job: Job }) => (
  <Badge tone={TONES[job.state]}>{r.words.jobs.states[job.state]}</Badge>
)

export function progressText(r: Reader, { done, total }: Job): string {
  return total === null ? count(r, done) : r.words.jobs.of(count(r, done), count(r, total))
}
