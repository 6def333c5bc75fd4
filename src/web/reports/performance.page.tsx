import { Amount, Change } from '../parts/amounts.tsx'
import { Tabs } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import type { Page } from '../visit.ts'
import { BenchmarkCard } from './benchmark.tsx'
import { Breakdown } from './breakdown.tsx'
import { choicesOf } from './choices.ts'
import { Headline } from './figures.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Pictures } from './pictures.tsx'
import { GainTable, type Report, Risk, reasonOf } from './returns.tsx'

export const performancePage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const choices = choicesOf(reader)
  const by = reader.query.get('by') === 'broker' ? ('broker' as const) : ('asset' as const)
  const benchmark = /^\d{1,15}$/.exec(reader.query.get('benchmark') ?? '')?.[0]
  const query = { ...choices.query, ...(choices.scope.isWithoutCash && { scope: 'assets' }) }
  const given = { query: { ...query, ...(benchmark && { benchmark }) } }
  const [ofParts, ofAssets] = [{ query: { ...query, by } }, { query: { limit: 200 } }]
  const [report, breakdown, brokers, assets] = await Promise.all([
    ask('GET /portfolio/performance', given),
    ask('GET /portfolio/performance/breakdown', ofParts),
    ask('GET /brokers'),
    ask('GET /assets', ofAssets),
  ])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const cash = choices.scope.isWithoutCash
  const scopes = (
    <Tabs
      label={words.whatCounts}
      current={cash ? 'assets' : 'total'}
      items={[
        { key: 'total', text: words.withCash, href: r.here({ scope: null, done: null }) },
        { key: 'assets', text: words.withoutCash, href: r.here({ scope: 'assets', done: null }) },
      ]}
    />
  )
  const isEmpty = breakdown.rows.length === 0
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.performance }}
      of={['GET /portfolio/performance', given]}
      calls={[['GET /portfolio/performance/breakdown', ofParts], ['GET /brokers'], ['GET /assets', ofAssets]]}
      controls={
        <>
          {scopes}
          <PeriodTabs r={r} period={choices.period} />
          <PeriodForm r={r} period={choices.period} />
        </>
      }
      lead={!isEmpty && <Whole r={r} report={report} />}
    >
      {isEmpty ? (
        <NothingYet r={r} site={site} title={words.noPerformance} text={words.noPerformanceHelp} />
      ) : (
        <>
          <Pictures r={r} query={query} benchmark={benchmark} report={report} />
          <div class="columns even">
            <GainTable r={r} report={report} />
            <div class="stacked">
              <Risk r={r} report={report} />
              <BenchmarkCard r={r} benchmark={report.benchmark} twr={report.twr} assets={assets} />
            </div>
          </div>
          <Breakdown r={r} site={site} report={breakdown} />
        </>
      )}
    </ReportFrame>
  )
  return { title: shell.performance, body }
}

const Whole = ({ r, report }: { r: Parameters<typeof reasonOf>[0]; report: Report }) => {
  const { reports: words } = r.words
  const { twr, twr_reason, twr_annualised, mwr, mwr_reason, gain, max_drawdown } = report
  return (
    <Headline
      figures={[
        [words.twr, <Change r={r} of={twr} />, twr === null ? reasonOf(r, twr_reason) : words.twrIs],
        [words.gain, <Amount r={r} of={gain.total} signed />],
        [words.mwr, <Change r={r} of={mwr} />, mwr === null ? reasonOf(r, mwr_reason) : words.aYear],
        ...(twr_annualised === null ? [] : [[words.annualised, <Change r={r} of={twr_annualised} />] as const]),
        ...(max_drawdown === null
          ? []
          : [[words.deepestFall, <Change r={r} of={max_drawdown.ratio === 0 ? 0 : -max_drawdown.ratio} />] as const]),
      ]}
    />
  )
}
