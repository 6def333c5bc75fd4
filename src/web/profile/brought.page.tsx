import { Refusal } from '../ask.ts'
import { count } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Crumbs, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { reasonOf, tryBring } from './bring.actions.ts'
import { ProfileHead } from './head.tsx'

type Brought = AnswerOf<'POST /backup/import'>
type Looked = { readonly brought: Brought } | { readonly reason: string } | { readonly job: string }

/** What an export would add, and the press that adds it. */
export const broughtPage: Page = async (visit) => {
  const { reader: r, params } = visit
  const { profile: words } = r.words
  const looked = await look(visit)
  if ('job' in looked) {
    const here = `/profile/data/import/${params['id']}?job=${looked.job}`
    return { to: `/jobs/${looked.job}?${new URLSearchParams({ next: here })}` }
  }
  const body = (
    <>
      <Crumbs
        r={r}
        items={[
          { text: words.data, href: r.to('/profile/data') },
          { text: words.bringTitle, href: r.to('/profile/data/import') },
        ]}
      />
      <ProfileHead r={r} current="data" title={words.bringWould} />
      {'reason' in looked ? <Refused r={r} reason={looked.reason} /> : <Would {...visit} brought={looked.brought} />}
    </>
  )
  return { title: words.bringWould, body, here: '/profile', ...('reason' in looked ? { status: 422 as const } : {}) }
}

/** What the job of a look has found, else a look now. */
async function look({ ask, params, reader: r }: Visit): Promise<Looked> {
  const file = await ask('GET /uploads/{id}', { params: { id: params['id'] ?? '' } })
  const job = r.query.get('job')
  if (job !== null) {
    const { kind, state, result, problem } = await ask('GET /jobs/{id}', { params: { id: job } })
    if (state === 'queued' || state === 'running') return { job }
    if (problem !== null) return { reason: reasonOf(r, { ...problem, detail: r.say(problem.detail) }) }
    if (kind === 'import-export' && result?.['dry_run'] === true) return { brought: result as Brought }
  }
  const tried = await tryBring(ask, file, { dryRun: true })
  if (tried.ok) return tried.job === undefined ? { brought: tried.body } : { job: tried.job }
  if (tried.problem.status !== 422 && tried.problem.status !== 413) throw new Refusal(tried.problem, tried.retryAfterSeconds)
  return { reason: reasonOf(r, tried.problem) }
}

const Refused = ({ r, reason }: { r: Reader; reason: string }) => (
  <>
    <Verdict tone="bad" title={r.words.profile.bringRefused}>
      <p>{reason}</p>
    </Verdict>
    <p class="ways">
      <Other r={r} />
    </p>
  </>
)

const Other = ({ r }: { r: Reader }) => (
  <a class="button" href={r.to('/profile/data/import')}>
    {r.words.profile.bringOther}
  </a>
)

const Would = ({ reader: r, fields, brought }: Visit & { brought: Brought }) => {
  const { profile: words } = r.words
  return (
    <Card>
      <Facts r={r} brought={brought} />
      {brought.assets.differing.length > 0 && <p>{words.bringDiffering(brought.assets.differing.join(', '))}</p>}
      <Form r={r} fields={fields}>
        <p>{words.bringWait}</p>
        <p class="ways">
          <Button kind="primary">{words.bringAll}</Button>
          <Other r={r} />
        </p>
      </Form>
    </Card>
  )
}

/** Every number that is not 0, and the brokers by their names. */
const Facts = ({ r, brought }: { r: Reader; brought: Brought }) => {
  const { profile: words, jobs } = r.words
  const named = ({ name, original }: Brought['brokers'][number]) => (name === original ? name : words.bringNamed(name, original))
  const counts = [
    [words.bringLines, brought.transactions],
    [jobs.results.lots_left_out, brought.lots_left_out],
    [words.bringNew, brought.assets.created],
    [words.bringKnown, brought.assets.matched],
    [words.bringCloses, brought.closes.added],
    [words.bringRates, brought.rates.added],
    [words.bringTemplates, brought.templates],
    [words.bringChosen, brought.preferences.length],
  ] as const
  return (
    <dl class="facts">
      <dt>{words.bringBrokers}</dt>
      <dd>{brought.brokers.length === 0 ? count(r, 0) : brought.brokers.map(named).join(', ')}</dd>
      {counts.map(
        ([text, number]) =>
          number > 0 && (
            <>
              <dt>{text}</dt>
              <dd class="num">{count(r, number)}</dd>
            </>
          ),
      )}
    </dl>
  )
}
