import { count, day, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Card, Crumbs, Outside, PageHead } from '../parts/basics.tsx'
import { Area, Button, Faults, Form } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { writableAmong } from './read.ts'
import { Offline } from './sources.page.tsx'
import { HeldSuspects, Settled } from './suspects.tsx'

type Provider = AnswerOf<'GET /assets/providers'>[number]
const MOST = 50

/** How prices fare: what is held back, what is missing, what failed, each source; fetch them, or paste closes. */
export const pricesPage: Page = async (visit) => {
  const { reader: r, ask, fields } = visit
  const { catalogue: words } = r.words
  const list = { query: { limit: MOST } }
  const failing = { query: { failed: true, limit: MOST } }
  const [suspects, gaps, failed, providers] = await Promise.all([
    ask('GET /assets/prices/suspects', list),
    ask('GET /assets/prices/gaps', list),
    ask('GET /assets/prices/refresh', failing),
    ask('GET /assets/providers'),
  ])
  const mayWrite = await writableAmong(
    ask,
    suspects.map(({ asset }) => asset.id),
  )
  const fetched = fieldsOf(visit, 'fetch')
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/assets') }]} />
      <PageHead r={r} title={words.pricesTitle}>
        <Form r={r} to="/assets/prices" kind="inline">
          <input type="hidden" name="do" value="fetch" />
          <Button kind="primary">{words.fetchAll}</Button>
        </Form>
      </PageHead>
      {fetched.problem?.code === 'asset/offline' ? <Offline r={r} /> : <Faults r={r} fields={fetched} />}
      {r.query.has('done') && !fields.wasSent && <Settled r={r} />}
      <HeldSuspects visit={visit} suspects={suspects} mayWrite={mayWrite} />
      <Failed r={r} failed={failed} />
      <Gaps r={r} gaps={gaps} />
      <Sources r={r} providers={providers} />
      <Paste visit={visit} />
      <AsScript
        r={r}
        operations={[
          ['GET /assets/prices/suspects', list],
          ['GET /assets/prices/gaps', list],
          ['GET /assets/prices/refresh', failing],
          ['GET /assets/providers'],
        ]}
      />
    </>
  )
  return { title: words.pricesTitle, body }
}

const Failed = ({ r, failed }: { r: Reader; failed: AnswerOf<'GET /assets/prices/refresh'> }) => {
  const { catalogue: words } = r.words
  if (failed.length === 0) return null
  return (
    <Card title={words.failed} id="failed">
      <ul class="lines">
        {failed.map(({ asset_id: id, symbol, provider, last_error: error, last_success: success }) => (
          <li>
            <a href={r.to(`/assets/${id}`)}>{symbol}</a> {provider}
            <span class="sub">
              {error} {success === null ? words.never : words.lastSuccess(instant(r, success))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Gaps = ({ r, gaps }: { r: Reader; gaps: AnswerOf<'GET /assets/prices/gaps'> }) => {
  const { catalogue: words } = r.words
  return (
    <Card title={words.gaps} id="gaps">
      {gaps.length === 0 ? (
        <p class="quiet">{words.noGaps}</p>
      ) : (
        <ul class="lines">
          {gaps.map(({ asset, from, to, days }) => (
            <li>
              <a href={r.to(`/assets/${asset.id}`)}>{asset.name}</a>{' '}
              <span class="sub">
                {day(r, from)} – {day(r, to)}, {words.days(days, count(r, days))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Every source, and when it last answered. */
const Sources = ({ r, providers }: { r: Reader; providers: readonly Provider[] }) => {
  const { catalogue: words } = r.words
  const columns = [
    { key: 'name', text: words.source },
    { key: 'state', text: words.state },
    { key: 'success', text: words.lastAnswer, isEnd: true },
  ]
  const used = providers.filter(({ last_attempt: attempt }) => attempt !== null)
  const rest = providers.filter(({ last_attempt: attempt }) => attempt === null)
  const table = (some: readonly Provider[]) => (
    <Table r={r} caption={words.providers} columns={columns} kind="short">
      {some.map((one) => (
        <SourceRow r={r} of={one} />
      ))}
    </Table>
  )
  return (
    <Card title={words.providers} id="providers">
      {used.length > 0 && table(used)}
      {rest.length > 0 && (
        <details>
          <summary>{words.moreProviders(count(r, rest.length))}</summary>
          {table(rest)}
        </details>
      )}
    </Card>
  )
}

const SourceRow = ({ r, of }: { r: Reader; of: Provider }) => (
  <tr>
    <th scope="row">
      <Outside href={of.website}>{of.name}</Outside>
      <span class="sub">
        <Said r={r} text={of.description} hasFigures />
      </span>
    </th>
    <td>
      <State r={r} of={of} />
    </td>
    <td class="end">{of.last_success === null ? r.words.catalogue.never : instant(r, of.last_success)}</td>
  </tr>
)

const State = ({ r, of }: { r: Reader; of: Provider }) => {
  const { catalogue: words } = r.words
  if (of.key_missing) return <Badge tone="warn">{words.keyMissing(of.key ?? '')}</Badge>
  if (of.failures > 0)
    return (
      <>
        <Badge tone="bad">{words.failing}</Badge>
        <span class="sub">{of.last_error}</span>
      </>
    )
  return of.last_success === null ? <Badge>{words.unused}</Badge> : <Badge tone="ok">{words.works}</Badge>
}

/** Closes of many assets as CSV, without any source. */
const Paste = ({ visit }: { visit: Visit }) => {
  const { reader: r } = visit
  const { catalogue: words } = r.words
  const fields = fieldsOf(visit, 'paste')
  return (
    <Card title={words.pasteTitle} id="paste">
      <Form r={r} fields={fields} to="/assets/prices">
        <input type="hidden" name="do" value="paste" />
        <Area r={r} fields={fields} name="csv" label={words.csv} rows={8} help={words.csvManyHelp} />
        <p>
          <Button>{words.saveCloses}</Button>
        </p>
      </Form>
    </Card>
  )
}
