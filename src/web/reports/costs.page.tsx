import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodControls } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { type Brokers, NothingYet, ReportFrame } from './frame.tsx'
import { Groups, TagGroups, YearGroups } from './groups.tsx'
import { readLineReport } from './line-report.ts'
import { Lines } from './lines.tsx'
import { Months } from './months.tsx'
import { Totals } from './totals.tsx'
import type { ReportSource } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/costs'>
type Sums = Pick<Report['totals'], 'fees' | 'taxes' | 'total'>

export const costsPage: Page = async (visit) => {
  const { ask, site } = visit
  const { r, report, brokers, types, source, period, frame } = await readLineReport(visit, 'costs', (given) =>
    ask('GET /portfolio/costs', given),
  )
  const { reports: words, shell } = r.words
  const body = (
    <ReportFrame
      {...{ ...frame, report, title: shell.costs }}
      controls={<PeriodControls r={r} period={period} />}
      lead={report.costs.length > 0 && <Whole of={source} totals={report.totals} />}
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
  const { reports: words } = of.r.words
  return (
    <Totals
      of={of}
      figures={[
        [words.feesAndTaxes, 'total', totals.total],
        [words.fees, 'fees', totals.fees],
        [words.taxes, 'taxes', totals.taxes],
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
      <YearGroups r={r} rows={report.years} columns={columns} />
      <Groups
        {...{ r, id: 'by-broker', title: words.byBroker, head: words.broker, rows: report.by_broker, columns }}
        nameOf={({ broker_id }) => brokers.find(({ id }) => id === broker_id)?.name ?? ''}
      />
      <TagGroups r={r} rows={report.by_tag} columns={columns} />
    </>
  )
}
