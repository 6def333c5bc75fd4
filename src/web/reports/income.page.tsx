import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { Calendar, IncomeGrid } from './calendar.tsx'
import { choicesOf } from './choices.ts'
import { Headline } from './figures.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Groups } from './groups.tsx'
import { Lines } from './lines.tsx'
import { AssetName } from './rows.tsx'
import { type ReportSource, Why } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/income'>
type Payment = Report['payments'][number]
type Sums = Pick<Report['totals'], 'gross' | 'tax' | 'fees' | 'net'>

export const incomePage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const choices = choicesOf(reader)
  const given = { query: choices.query }
  const names = { query: { language: reader.language } }
  const [report, brokers, types] = await Promise.all([
    ask('GET /portfolio/income', given),
    ask('GET /brokers'),
    ask('GET /utilities/transaction-types', names),
  ])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const source: ReportSource = { r, report: 'income', query: choices.query }
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.income, hasMethod: false }}
      of={['GET /portfolio/income', given]}
      calls={[['GET /brokers'], ['GET /utilities/transaction-types', names]]}
      controls={
        <>
          <PeriodTabs r={r} period={choices.period} />
          <PeriodForm r={r} period={choices.period} />
        </>
      }
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
  const { r } = of
  const { reports: words } = r.words
  return (
    <Headline
      figures={[
        [
          words.net,
          <Why of={of} figure="net">
            <Amount r={r} of={totals.net} />
          </Why>,
        ],
        [
          words.gross,
          <Why of={of} figure="gross">
            <Amount r={r} of={totals.gross} />
          </Why>,
        ],
        [
          words.taxWithheld,
          <Why of={of} figure="tax">
            <Amount r={r} of={totals.tax} />
          </Why>,
        ],
        [
          words.fees,
          <Why of={of} figure="fees">
            <Amount r={r} of={totals.fees} />
          </Why>,
        ],
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
        nameOf={({ asset_id, symbol }) => <AssetName r={r} site={site} id={asset_id} symbol={symbol} />}
      />
      {report.by_tag.length > 1 && (
        <Groups
          {...{ r, id: 'by-tag', title: words.byTag, head: words.tag, rows: report.by_tag, columns: columnsOf(r) }}
          nameOf={({ tag }) => tag ?? words.noTag}
        />
      )}
      {children}
    </>
  )
}
