import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { choicesOf } from './choices.ts'
import { Headline } from './figures.tsx'
import { type Brokers, NothingYet, ReportFrame } from './frame.tsx'
import { Groups } from './groups.tsx'
import { Lines } from './lines.tsx'
import { Months } from './months.tsx'
import { type ReportSource, Why } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/costs'>
type Sums = Pick<Report['totals'], 'fees' | 'taxes' | 'total'>

export const costsPage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const choices = choicesOf(reader)
  const given = { query: choices.query }
  const names = { query: { language: reader.language } }
  const [report, brokers, types] = await Promise.all([
    ask('GET /portfolio/costs', given),
    ask('GET /brokers'),
    ask('GET /utilities/transaction-types', names),
  ])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.costs }}
      of={['GET /portfolio/costs', given]}
      calls={[['GET /brokers'], ['GET /utilities/transaction-types', names]]}
      controls={
        <>
          <PeriodTabs r={r} period={choices.period} />
          <PeriodForm r={r} period={choices.period} />
        </>
      }
      lead={report.costs.length > 0 && <Whole of={{ r, report: 'costs', query: choices.query }} totals={report.totals} />}
    >
      {report.costs.length === 0 ? (
        <NothingYet r={r} site={site} title={words.noCosts} text={words.noCostsHelp} />
      ) : (
        <>
          <Sorts r={r} report={report} brokers={brokers} />
          <Lines {...{ r, site, types, brokers, title: words.costLines, lines: report.costs, columns: columnsOf(r) }} />
        </>
      )}
    </ReportFrame>
  )
  return { title: shell.costs, body }
}

const Whole = ({ of, totals }: { of: ReportSource; totals: Sums }) => {
  const { r } = of
  const { reports: words } = r.words
  return (
    <Headline
      figures={[
        [
          words.feesAndTaxes,
          <Why of={of} figure="total">
            <Amount r={r} of={totals.total} />
          </Why>,
        ],
        [
          words.fees,
          <Why of={of} figure="fees">
            <Amount r={r} of={totals.fees} />
          </Why>,
        ],
        [
          words.taxes,
          <Why of={of} figure="taxes">
            <Amount r={r} of={totals.taxes} />
          </Why>,
        ],
      ]}
    />
  )
}

const columnsOf = (r: Reader) => {
  const { reports: words } = r.words
  return [
    { text: words.fees, of: (one: Sums) => <Amount r={r} of={one.fees} />, isSecond: true },
    { text: words.taxes, of: (one: Sums) => <Amount r={r} of={one.taxes} />, isSecond: true },
    { text: words.together, of: (one: Sums) => <Amount r={r} of={one.total} /> },
  ]
}

const Sorts = ({ r, report, brokers }: { r: Reader; report: Report; brokers: Brokers }) => {
  const { reports: words } = r.words
  const columns = columnsOf(r)
  return (
    <>
      <Months {...{ r, months: report.months, title: words.byMonth, columns }} barOf={({ total }) => total} />
      {report.years.length > 1 && (
        <Groups
          {...{ r, id: 'by-year', title: words.byYear, head: words.year, rows: [...report.years].reverse(), columns }}
          nameOf={({ year }) => year}
        />
      )}
      <Groups
        {...{ r, id: 'by-broker', title: words.byBroker, head: words.broker, rows: report.by_broker, columns }}
        nameOf={({ broker_id }) => brokers.find(({ id }) => id === broker_id)?.name ?? ''}
      />
      {report.by_tag.length > 1 && (
        <Groups
          {...{ r, id: 'by-tag', title: words.byTag, head: words.tag, rows: report.by_tag, columns }}
          nameOf={({ tag }) => tag ?? words.noTag}
        />
      )}
    </>
  )
}
