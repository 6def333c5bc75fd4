import type { Given } from '../ask.ts'
import { count, day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, PageHead } from '../parts/basics.tsx'
import { ScopeChoice } from '../parts/scope.tsx'
import { AsScript } from '../parts/script.tsx'
import { Warnings } from '../parts/warnings.tsx'
import type { Reader } from '../reader.ts'
import { type Scope, scopeOf } from '../scope.ts'
import type { Page, Site } from '../visit.ts'
import { CashTable, NoneYet, Totals } from './around.tsx'
import { HoldingsChoices } from './choices.tsx'
import { HoldingsTable } from './table.tsx'
import { chosenHoldings, type HoldingsView, type Report, viewOf } from './view.ts'

/** Everything that is held, with every figure that the report has of it. */
export const holdingsPage: Page = async ({ reader: r, ask, site }) => {
  const [scope, view] = [scopeOf(r), viewOf(r)]
  const given: Given = { query: { ...scope.dayQuery, ...(view.hasLots && { lots: true }) } }
  const typesGiven: Given = { query: { language: r.language } }
  const [report, brokers, types] = await Promise.all([
    ask('GET /portfolio/holdings', given),
    ask('GET /brokers'),
    ask('GET /utilities/asset-types', typesGiven),
  ])
  const { holdings: words } = r.words
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead(day(r, report.as_of))}>
        <ScopeChoice r={r} scope={scope} brokers={brokers} hasDay />
        {report.holdings.length > 0 && <LotsLink r={r} view={view} />}
        {report.holdings.length > 0 && (
          <a class="button" href={r.to('/api/v1/portfolio/holdings', { ...scope.dayQuery, format: 'csv' })}>
            {r.words.common.csv}
          </a>
        )}
      </PageHead>
      {report.holdings.length === 0 && report.cash.length === 0 ? (
        <NoneYet r={r} site={site} />
      ) : (
        <Shown r={r} site={site} report={report} view={view} scope={scope} types={types} />
      )}
      <Warnings r={r} site={site} of={['GET /portfolio/holdings', { query: scope.dayQuery }]} warnings={report.warnings} />
      <AsScript
        r={r}
        operations={[['GET /portfolio/holdings', given], ['GET /brokers'], ['GET /utilities/asset-types', typesGiven]]}
      />
    </>
  )
  return { title: words.title, body }
}

const LotsLink = ({ r, view }: { r: Reader; view: HoldingsView }) => (
  <a class="button" href={r.here({ lots: view.hasLots ? null : true, done: null })}>
    {view.hasLots ? r.words.holdings.withoutLots : r.words.holdings.withLots}
  </a>
)

type ShownProps = {
  r: Reader
  site: Site
  report: Report
  view: HoldingsView
  scope: Scope
  types: AnswerOf<'GET /utilities/asset-types'>
}

const Shown = ({ r, site, report, view, scope, types }: ShownProps) => {
  const { holdings: words } = r.words
  const typeNames = new Map<string, string>(types.map(({ code, name }) => [code, name]))
  const held = new Set<string>(report.holdings.map(({ type }) => type))
  const shown = chosenHoldings(report, view, r)
  return (
    <>
      <Totals r={r} report={report} query={scope.dayQuery} />
      <Card>
        <HoldingsChoices r={r} view={view} types={[...held].sort()} typeNames={typeNames} />
        {shown.length < report.holdings.length && (
          <p class="small quiet">{words.some(count(r, shown.length), count(r, report.holdings.length))}</p>
        )}
        {shown.length > 0 && (
          <HoldingsTable
            r={r}
            report={report}
            shown={shown}
            view={view}
            typeNames={typeNames}
            query={scope.dayQuery}
            assetHref={(id) => (site.hasPage(`/assets/${id}`) ? r.to(`/assets/${id}`, scope.carried) : undefined)}
          />
        )}
      </Card>
      {report.cash.length > 0 && <CashTable r={r} report={report} />}
    </>
  )
}
