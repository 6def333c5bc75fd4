import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodControls } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { Calendar, IncomeGrid } from './calendar.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Groups, TagGroups } from './groups.tsx'
import { readLineReport } from './line-report.ts'
import { Lines } from './lines.tsx'
import { AssetName } from './rows.tsx'
import { Totals } from './totals.tsx'
import { type ReportSource, Why } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/income'>
type Payment = Report['payments'][number]
type Sums = Pick<Report['totals'], 'gross' | 'tax' | 'fees' | 'net'>

export const incomePage: Page = async (visit) => {
  const { ask, site } = visit
  const { r, report, brokers, types, source, period, frame } = await readLineReport(visit, 'income', (given) =>
    ask('GET /portfolio/income', given),
  )
  const { reports: words, shell } = r.words
  const body = (
    <ReportFrame
      {...{ ...frame, report, title: shell.income }}
      controls={<PeriodControls r={r} period={period} />}
      lead={report.payments.length > 0 && <Whole of={source} totals={report.totals} />}
    >
      {report.payments.length === 0 ? (
        <NothingYet r={r} site={site} title={words.noIncome} text={words.noIncomeHelp} />
      ) : (
        <Details {...{ r, site, report }}>
          <Lines
            {...{ r, site, types, brokers, title: words.payments, lines: report.payments, columns: paymentColumns(source) }}
          />
        </Details>
      )}
    </ReportFrame>
  )
  return { title: shell.income, body }
}

const Whole = ({ of, totals }: { of: ReportSource; totals: Sums }) => {
  const { reports: words } = of.r.words
  return (
    <Totals
      of={of}
      figures={[
        [words.net, 'net', totals.net],
        [words.gross, 'gross', totals.gross],
        [words.taxWithheld, 'tax', totals.tax],
        [words.fees, 'fees', totals.fees],
      ]}
    />
  )
}

const paymentColumns = (of: ReportSource) => {
  const { r } = of
  const [gross, tax] = columnsOf(r)
  return [
    ...[gross, tax].filter((one) => one !== undefined),
    {
      text: r.words.reports.net,
      of: (one: Payment) => (
        <Why of={of} figure="net" row={one.transaction_id}>
          <Amount r={r} of={one.net} />
        </Why>
      ),
    },
  ]
}

const columnsOf = (r: Reader) => {
  const { reports: words } = r.words
  return [
    { text: words.gross, of: (one: Sums) => <Amount r={r} of={one.gross} />, isSecond: true },
    { text: words.taxWithheld, of: (one: Sums) => <Amount r={r} of={one.tax} />, isSecond: true },
    { text: words.net, of: (one: Sums) => <Amount r={r} of={one.net} /> },
  ]
}

const Details = ({ r, site, report, children }: { r: Reader; site: Site; report: Report; children: unknown }) => {
  const { reports: words } = r.words
  return (
    <>
      <Calendar r={r} report={report} />
      <IncomeGrid r={r} report={report} />
      <Groups
        {...{ r, id: 'by-asset', title: words.byAsset, head: words.asset, rows: report.by_asset, columns: columnsOf(r) }}
        nameOf={(one) => <AssetName r={r} site={site} of={one} hasIsin />}
      />
      <TagGroups r={r} rows={report.by_tag} columns={columnsOf(r)} />
      {children}
    </>
  )
}
