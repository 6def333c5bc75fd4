import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodControls } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { NothingYet, ReportFrame } from './frame.tsx'
import { YearGroups } from './groups.tsx'
import { readLineReport } from './line-report.ts'
import { Lines } from './lines.tsx'
import { Months } from './months.tsx'
import { Totals } from './totals.tsx'
import type { ReportSource } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/cash-flows'>
type Sums = Pick<Report['totals'], 'in' | 'out' | 'net'>
type Flow = Report['flows'][number]

export const cashFlowsPage: Page = async (visit) => {
  const { ask, site } = visit
  const { r, report, brokers, types, source, period, frame } = await readLineReport(visit, 'cash-flows', (given) =>
    ask('GET /portfolio/cash-flows', given),
  )
  const { reports: words, shell } = r.words
  const body = (
    <ReportFrame
      {...{ ...frame, report, title: shell.cashFlows }}
      controls={<PeriodControls r={r} period={period} />}
      lead={report.flows.length > 0 && <Whole of={source} totals={report.totals} />}
    >
      {report.flows.length === 0 ? (
        <NothingYet r={r} site={site} title={words.noFlows} text={words.noFlowsHelp} />
      ) : (
        <>
          <Months {...{ r, months: report.months, title: words.byMonth, columns: columnsOf(r) }} barOf={({ net }) => net} />
          <YearGroups r={r} rows={report.years} columns={columnsOf(r)} />
          <Lines {...{ r, site, types, brokers, title: words.flowLines, lines: report.flows, columns: flowColumns(r) }} />
        </>
      )}
    </ReportFrame>
  )
  return { title: shell.cashFlows, body }
}

const Whole = ({ of, totals }: { of: ReportSource; totals: Sums }) => {
  const { reports: words } = of.r.words
  return (
    <Totals
      of={of}
      figures={[
        [words.netIn, 'net', totals.net, { sign: 'plus' }],
        [words.cameIn, 'in', totals.in],
        [words.wentOut, 'out', totals.out],
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
