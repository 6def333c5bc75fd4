import { count, day } from '../figures.ts'
import { type FormView, untouched } from '../form.ts'
import { ActionBar, Badge, Card, Crumbs, PageHead, Steps, Tabs } from '../parts/basics.tsx'
import { Button, Faults, Form } from '../parts/forms.tsx'
import { said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { Accounting } from './accounting.tsx'
import { Accounts, AssetMap, CashAfterwards, Stated } from './beside.tsx'
import { Lines } from './lines.tsx'
import { Ignored, Notes, PAGE } from './notes.tsx'
import { ReadBy, Remarks } from './remarks.tsx'
import type { Broker, Preview, Report, Trying } from './report.ts'
import { TrialVerdict } from './verdict.tsx'

export type Show = 'all' | 'notes' | 'duplicates' | 'ignored'
const SHOWS: readonly Show[] = ['all', 'notes', 'duplicates', 'ignored']

/** Which list of the review is looked at. */
export function showOf(r: Reader): Show {
  return SHOWS.find((one) => one === r.query.get('show')) ?? 'all'
}

type ReviewProps = {
  r: Reader
  site: Site
  fields: FormView
  broker: Broker
  preview: Preview
  trying: Trying
  /** Those that the reader may write to. */
  brokers: readonly Pick<Broker, 'id' | 'name'>[]
  /** Names of the importers. */
  names: ReadonlyMap<string, string>
}

/** One page on which a file is looked at before anything of it is stored. */
export function Review(props: ReviewProps) {
  const { r, fields, broker, preview, trying, brokers, names } = props
  const { imports: words } = r.words
  const trial = trying.kind === 'known' ? trying.trial : undefined
  return (
    <>
      <ReportHead r={r} report={preview.report} broker={broker} reader={names.get(preview.plugin)} step={1} />
      <Form r={r} to={`/imports/${preview.report.id}${r.query.size > 0 ? `?${r.query}` : ''}`} kind="review">
        <button type="submit" class="sr" name="do" value="save" tabindex={-1}>
          {words.apply}
        </button>
        <Faults r={r} fields={fields} />
        <div class="columns">
          <div class="stacked first">
            <Accounting r={r} rows={preview.rows} isLinked />
            <TrialVerdict r={r} preview={preview} trying={trying} broker={broker} />
            <Remarks r={r} preview={preview} trial={trial} />
          </div>
          <div class="stacked aside">
            <CashAfterwards r={r} preview={preview} />
            <Stated r={r} preview={preview} />
            <ReadBy r={r} preview={preview} names={names} />
            <Accounts r={r} preview={preview} brokers={brokers} />
            <AssetMap r={r} preview={preview} />
          </div>
          <Listing {...props} />
        </div>
        <Bar r={r} broker={broker} preview={preview} trying={trying} />
      </Form>
    </>
  )
}

/** The head of each page of one report. */
export function ReportHead(props: { r: Reader; report: Report; broker: Broker; reader?: string | undefined; step?: number }) {
  const { r, report, broker, reader, step } = props
  const { imports: words } = r.words
  const { period, id, filename } = report
  return (
    <>
      <Crumbs
        r={r}
        items={[
          { text: words.title, href: r.to('/imports') },
          { text: broker.name, href: r.to('/imports', { broker_ids: broker.id }) },
        ]}
      />
      <PageHead r={r} title={filename}>
        {reader && <Badge tone="accent">{reader}</Badge>}
        {period && (
          <span class="quiet small">
            {day(r, period.from)} – {day(r, period.to)}
          </span>
        )}
        <a class="button small" href={r.to(`/api/v1/brokers/import/files/${id}/content`)}>
          {words.download}
        </a>
        {(broker.role === 'OWNER' || broker.role === 'EDITOR') && (
          <a class="button small" href={r.to(`/imports/${id}/delete`)}>
            {words.remove}
          </a>
        )}
      </PageHead>
      {step !== undefined && <Steps items={words.steps} current={step} />}
    </>
  )
}

function Listing({ r, site, preview, trying }: ReviewProps) {
  const { imports: words } = r.words
  const show = showOf(r)
  const duplicates = trying.kind === 'known' ? trying.trial.duplicates : 0
  const tab = (key: Show, text: string) => ({ key, text, href: r.here({ show: key === 'all' ? null : key, from: null }) })
  const tabs = [
    tab('all', words.tabs.all(count(r, preview.transactions_total))),
    tab('notes', words.tabs.notes(count(r, preview.issues_total))),
    tab('duplicates', words.tabs.duplicates(count(r, duplicates))),
    tab('ignored', words.tabs.ignored(count(r, preview.ignored_total))),
  ]
  return (
    <div class="rest">
      <Card title={words.transactions} id="rows" aside={<Tabs label={words.show} current={show} items={tabs} />}>
        {show === 'notes' && <Notes r={r} preview={preview} />}
        {show === 'ignored' && <Ignored r={r} preview={preview} />}
        {(show === 'all' || show === 'duplicates') && (
          <Lines r={r} site={site} preview={{ ...preview, transactions: preview.transactions.slice(0, PAGE) }} />
        )}
        <More r={r} hasMore={hasMore(preview, show, fromOf(r))} />
      </Card>
    </div>
  )
}

export function fromOf(r: Reader): number {
  return Math.max(0, Math.trunc(Number(r.query.get('from') ?? 0)) || 0)
}

/** One line more than a page has was requested. */
function hasMore(preview: Preview, show: Show, from: number): boolean {
  if (show === 'notes') return preview.issues.length > from + PAGE
  if (show === 'ignored') return preview.ignored.length > PAGE
  return preview.transactions.length > PAGE
}

function More({ r, hasMore }: { r: Reader; hasMore: boolean }) {
  const { imports: words } = r.words
  const from = fromOf(r)
  if (!hasMore && from === 0) return null
  return (
    <nav class="pager" aria-label={r.words.common.pages}>
      {from > 0 && <a href={r.here({ from: null })}>{words.firstPage}</a>}
      {hasMore && (
        <a rel="next" href={r.here({ from: from + PAGE })}>
          {words.nextPage}
        </a>
      )}
    </nav>
  )
}

function Bar({ r, broker, preview, trying }: { r: Reader; broker: Broker; preview: Preview; trying: Trying }) {
  const { imports: words } = r.words
  const n = trying.kind === 'known' ? trying.trial.imported : preview.transactions_total
  return (
    <ActionBar>
      <p>
        <b>{words.bar(n, count(r, n))}</b> <span class="quiet">{words.barTo(broker.name)}</span>
      </p>
      <Button name="do" value="save">
        {words.check}
      </Button>
      <Button kind="primary" name="do" value="import">
        {words.import(n, count(r, n))}
      </Button>
    </ActionBar>
  )
}

/** What is wrong, said once above the page's content. */
export const Problems = ({ r, fields }: { r: Reader; fields: FormView }) =>
  fields === untouched ? null : (
    <Faults r={r} fields={{ ...fields, faults: fields.faults.map(({ name, detail }) => ({ name, detail: said(r, detail) })) }} />
  )
