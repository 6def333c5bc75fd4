import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { choicesOf } from './choices.ts'
import { Headline } from './figures.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Groups } from './groups.tsx'
import { Lines } from './lines.tsx'
import { Months } from './months.tsx'
import { type ReportSource, Why } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/cash-flows'>
type Sums = Pick<Report['totals'], 'in' | 'out' | 'net'>
type Flow = Report['flows'][number]

export const cashFlowsPage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const choices = choicesOf(reader)
  const given = { query: choices.query }
  const names = { query: { language: reader.language } }
  const [report, brokers, types] = await Promise.all([
    ask('GET /portfolio/cash-flows', given),
    ask('GET /brokers'),
    ask('GET /utilities/transaction-types', names),
  ])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.cashFlows }}
      of={['GET /portfolio/cash-flows', given]}
      calls={[['GET /brokers'], ['GET /utilities/transaction-types', names]]}
      controls={
        <>
          <PeriodTabs r={r} period={choices.period} />
          <PeriodForm r={r} period={choices.period} />
        </>
      }
      lead={report.flows.length > 0 && <Whole of={{ r, report: 'cash-flows', query: choices.query }} totals={report.totals} />}
    >
      {report.flows.length === 0 ? (
        <NothingYet r={r} site={site} title={words.noFlows} text={words.noFlowsHelp} />
      ) : (
        <>
          <Months {...{ r, months: report.months, title: words.byMonth, columns: columnsOf(r) }} barOf={({ net }) => net} />
          {report.years.length > 1 && (
            <Groups
              {...{ r, id: 'by-year', title: words.byYear, head: words.year }}
              {...{ rows: [...report.years].reverse(), columns: columnsOf(r) }}
              nameOf={({ year }) => year}
            />
          )}
          <Lines {...{ r, site, types, brokers, title: words.flowLines, lines: report.flows, columns: flowColumns(r) }} />
        </>
      )}
    </ReportFrame>
  )
  return { title: shell.cashFlows, body }
}

const Whole = ({ of, totals }: { of: ReportSource; totals: Sums }) => {
  const { r } = of
  const { reports: words } = r.words
  return (
    <Headline
      figures={[
        [
          words.netIn,
          <Why of={of} figure="net">
            <Amount r={r} of={totals.net} plus />
          </Why>,
        ],
        [
          words.cameIn,
          <Why of={of} figure="in">
            <Amount r={r} of={totals.in} />
          </Why>,
        ],
        [
          words.wentOut,
          <Why of={of} figure="out">
            <Amount r={r} of={totals.out} />
          </Why>,
        ],
      ]}
    />
  )
}

const columnsOf = (r: Reader) => {
  const { reports: words } = r.words
  return [
    { text: words.cameIn, of: (one: Sums) => <Amount r={r} of={one.in} />, isSecond: true },
    { text: words.wentOut, of: (one: Sums) => <Amount r={r} of={one.out} />, isSecond: true },
    { text: words.netIn, of: (one: Sums) => <Amount r={r} of={one.net} plus /> },
  ]
}

const flowColumns = (r: Reader) => {
  const { reports: words } = r.words
  return [
    {
      text: words.booked,
      of: (one: Flow) => one.currency !== null && <Amount r={r} of={one.amount} currency={one.currency} plus />,
      isSecond: true,
    },
    { text: words.valueIn(r.currency), of: (one: Flow) => <Amount r={r} of={one.value} plus /> },
  ]
}
