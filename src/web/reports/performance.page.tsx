import { Amount, Change } from '../parts/amounts.tsx'
import { Tabs } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { BenchmarkCard } from './benchmark.tsx'
import { Breakdown } from './breakdown.tsx'
import { choicesOf } from './choices.ts'
import { Headline } from './figures.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { HistoryCharts, intervalOf } from './history.tsx'
import { Pictures } from './pictures.tsx'
import { GainBridge, type Report, ReturnGrid, reasonOf } from './returns.tsx'
import { Risk } from './risk.tsx'
import { type ReportSource, Why } from './why.tsx'

export const performancePage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const choices = choicesOf(reader)
  const by = reader.query.get('by') === 'broker' ? ('broker' as const) : ('asset' as const)
  const benchmark = /^\d{1,15}$/.exec(reader.query.get('benchmark') ?? '')?.[0]
  const query = { ...choices.query, ...(choices.scope.isWithoutCash && { scope: 'assets' }) }
  const given = { query: { ...query, ...(benchmark && { benchmark }) } }
  const [ofParts, ofAssets] = [{ query: { ...query, by } }, { query: { limit: 200 } }]
  const report = await ask('GET /portfolio/performance', given)
  const ofDays = { query: { ...query, interval: intervalOf(report) } }
  const [history, breakdown, brokers, assets] = await Promise.all([
    ask('GET /portfolio/history', ofDays),
    ask('GET /portfolio/performance/breakdown', ofParts),
    ask('GET /brokers'),
    ask('GET /assets', ofAssets),
  ])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const isEmpty = breakdown.rows.length === 0
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.performance }}
      of={['GET /portfolio/performance', given]}
      calls={[
        ['GET /portfolio/history', ofDays],
        ['GET /portfolio/performance/breakdown', ofParts],
        ['GET /brokers'],
        ['GET /assets', ofAssets],
      ]}
      controls={
        <>
          <CashChoice r={r} isWithout={choices.scope.isWithoutCash} />
          <PeriodTabs r={r} period={choices.period} />
          <PeriodForm r={r} period={choices.period} />
        </>
      }
      lead={!isEmpty && <Whole of={{ r, report: 'performance', query }} report={report} />}
    >
      {isEmpty ? (
        <NothingYet r={r} site={site} title={words.noPerformance} text={words.noPerformanceHelp} />
      ) : (
        <>
          <HistoryCharts r={r} history={history} hasReturns={benchmark === undefined && report.twr !== null} />
          <GainBridge of={{ r, report: 'performance', query }} report={report} />
          <Pictures r={r} query={query} benchmark={benchmark} report={report} />
          <ReturnGrid r={r} report={report} />
          <div class="columns even">
            <Risk r={r} report={report} />
            <BenchmarkCard r={r} benchmark={report.benchmark} twr={report.twr} assets={assets} />
          </div>
          <Breakdown r={r} site={site} report={breakdown} />
        </>
      )}
    </ReportFrame>
  )
  return { title: shell.performance, body }
}

const CashChoice = ({ r, isWithout }: { r: Reader; isWithout: boolean }) => {
  const { reports: words } = r.words
  const items = [
    { key: 'total', text: words.withCash, href: r.here({ scope: null, done: null }) },
    { key: 'assets', text: words.withoutCash, href: r.here({ scope: 'assets', done: null }) },
  ]
  return <Tabs label={words.whatCounts} items={items} current={isWithout ? 'assets' : 'total'} />
}

const Whole = ({ of, report }: { of: ReportSource; report: Report }) => {
  const { r } = of
  const { reports: words } = r.words
  const { twr, twr_reason, twr_annualised, mwr, mwr_reason, gain, max_drawdown } = report
  return (
    <Headline
      figures={[
        [
          words.twr,
          <Why of={of} figure="twr">
            <Change r={r} of={twr} />
          </Why>,
          twr === null ? reasonOf(r, twr_reason) : words.twrIs,
        ],
        [
          words.gain,
          <Why of={of} figure="gain.total">
            <Amount r={r} of={gain.total} signed />
          </Why>,
        ],
        [
          words.mwr,
          <Why of={of} figure="mwr">
            <Change r={r} of={mwr} />
          </Why>,
          mwr === null ? reasonOf(r, mwr_reason) : words.aYear,
        ],
        ...(twr_annualised === null ? [] : [[words.annualised, <Change r={r} of={twr_annualised} />] as const]),
        ...(max_drawdown === null
          ? []
          : [[words.deepestFall, <Change r={r} of={max_drawdown.ratio === 0 ? 0 : -max_drawdown.ratio} />] as const]),
      ]}
    />
  )
}
