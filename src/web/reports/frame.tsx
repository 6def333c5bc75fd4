import type { Child } from 'hono/jsx'
import type { Query } from '../ask.ts'
import { day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Empty, PageHead } from '../parts/basics.tsx'
import { ScopeChoice } from '../parts/scope.tsx'
import { AsScript, type Call } from '../parts/script.tsx'
import { Warnings } from '../parts/warnings.tsx'
import type { Reader } from '../reader.ts'
import type { WarnedOperation, Warning } from '../remedy.ts'
import type { Site, Visit } from '../visit.ts'
import type { Choices, Method } from './choices.ts'
import { HowForm } from './how.tsx'

export type Brokers = AnswerOf<'GET /brokers'>

/** What every report echoes. */
type Echo = {
  readonly from?: string
  readonly to?: string
  readonly as_of?: string
  readonly currency: string
  readonly method: Method
  readonly owned: boolean
  readonly complete: boolean
  readonly broker_ids: readonly number[]
  readonly warnings: readonly Warning[]
}

type FrameProps = {
  visit: Visit
  title: string
  choices: Choices
  brokers: Brokers
  report: Echo
  /** The operation that the report is of, and what it was given. */
  of: readonly [WarnedOperation, { readonly query: Query }]
  /** Everything else that the page requested. */
  calls: readonly Call[]
  /** Whether the method changes the figures. */
  hasMethod?: boolean
  hasDay?: boolean
  /** Chooses what the report is about. */
  controls?: Child
  /** What comes first: figures of the whole. */
  lead: Child
  children?: Child
}

/** A report as a page and on paper: what it is about, its figures, what to know about them, and all of its rows. */
export const ReportFrame = (props: FrameProps) => {
  const { visit, title, choices, brokers, report, of, calls, hasMethod, hasDay, controls, lead, children } = props
  const { reader: r, site } = visit
  return (
    <>
      <PageHead r={r} title={title}>
        <ScopeChoice r={r} scope={choices.scope} brokers={brokers} hasDay={hasDay === true} />
        <HowForm r={r} currency={report.currency} {...(hasMethod ? { method: report.method } : {})} />
        {controls}
      </PageHead>
      <Parameters r={r} brokers={brokers} report={report} hasMethod={hasMethod === true} csv={csvOf(r, of)} />
      {lead}
      <Warnings r={r} site={site} of={of} warnings={report.warnings} />
      {children}
      <AsScript r={r} operations={[of, ...calls]} />
    </>
  )
}

function csvOf(r: Reader, [operation, { query }]: FrameProps['of']): string {
  return r.to(`/api/v1${operation.slice('GET '.length)}`, { ...query, format: 'csv' })
}

type ParameterProps = { r: Reader; brokers: Brokers; report: Echo; hasMethod: boolean; csv: string }

/** Everything that the figures depend on, beside them and on paper. */
const Parameters = ({ r, brokers, report, hasMethod, csv }: ParameterProps) => {
  const { reports: words, parts } = r.words
  const { from, to, as_of } = report
  const facts = [
    [as_of ? words.asOf : parts.period, as_of ? day(r, as_of) : `${day(r, from ?? r.today)} – ${day(r, to ?? r.today)}`],
    [words.portfolio, portfolioOf(r, brokers, report)],
    [words.currency, report.currency],
    ...(hasMethod ? [[words.method, words.methods[report.method]] as const] : []),
    [words.madeOn, day(r, r.today)],
  ] as const
  return (
    <div class="parameters">
      <dl>
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!report.complete && <Badge tone="warn">{r.words.common.incomplete}</Badge>}
      {!r.isPrivate && (
        <a class="more" href={csv}>
          {r.words.common.csv}
        </a>
      )}
    </div>
  )
}

function portfolioOf(r: Reader, brokers: Brokers, { broker_ids, owned }: Echo): string {
  const counted = brokers.filter(({ id }) => broker_ids.includes(id))
  const isAll = counted.length !== 1 || brokers.length === 1
  const name = isAll ? r.words.parts.allBrokers : (counted[0]?.name ?? '')
  return owned ? `${name} (${r.words.parts.myShare})` : name
}

/** What stands where a report has no rows: which transactions would fill it, and the way to add them. */
export const NothingYet = ({ r, site, title, text }: { r: Reader; site: Site; title: string; text: string }) => {
  const { reports: words } = r.words
  return (
    <section class="card">
      <Empty title={title}>
        <p>{text}</p>
        <p class="add-ways">
          {site.hasPage('/imports') && (
            <a class="button" href={r.to('/imports')}>
              {words.importFile}
            </a>
          )}
          {site.hasPage('/transactions/new') && (
            <a class="button" href={r.to('/transactions/new')}>
              {words.addTransaction}
            </a>
          )}
        </p>
      </Empty>
    </section>
  )
}
