import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { choicesOf } from './choices.ts'
import { Headline } from './figures.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Groups } from './groups.tsx'
import { Lines } from './lines.tsx'
import { Months } from './months.tsx'
import { AssetName } from './rows.tsx'

type Report = AnswerOf<'GET /portfolio/income'>
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
      lead={report.payments.length > 0 && <Whole r={r} totals={report.totals} />}
    >
      {report.payments.length === 0 ? (
        <NothingYet r={r} site={site} title={words.noIncome} text={words.noIncomeHelp} />
      ) : (
        <Details {...{ r, site, report }}>
          <Lines {...{ r, site, types, brokers, title: words.payments, lines: report.payments, columns: columnsOf(r) }} />
        </Details>
      )}
    </ReportFrame>
  )
  return { title: shell.income, body }
}

const Whole = ({ r, totals }: { r: Reader; totals: Sums }) => {
  const { reports: words } = r.words
  return (
    <Headline
      figures={[
        [words.net, <Amount r={r} of={totals.net} />],
        [words.gross, <Amount r={r} of={totals.gross} />],
        [words.taxWithheld, <Amount r={r} of={totals.tax} />],
        [words.fees, <Amount r={r} of={totals.fees} />],
      ]}
    />
  )
}

const columnsOf = (r: Reader) => {
  const { reports: words } = r.words
  return [
    { text: words.gross, of: (one: Sums) => <Amount r={r} of={one.gross} />, isSecond: true },
    { text: words.taxWithheld, of: (one: Sums) => <Amount r={r} of={one.tax} />, isSecond: true },
    { text: words.net, of: (one: Sums) => <Amount r={r} of={one.net} /> },
  ]
}

/** A month that was, or one that is expected: of that only the gross amount is. */
type Month = { readonly month: string; readonly gross: string; readonly paid?: Sums }

const Details = ({ r, site, report, children }: { r: Reader; site: Site; report: Report; children: unknown }) => {
  const { reports: words } = r.words
  const months: Month[] = [
    ...report.forecast.map(({ month, gross }) => ({ month, gross })),
    ...report.months.map((paid) => ({ month: paid.month, gross: paid.gross, paid })),
  ]
  return (
    <>
      <Months
        {...{ r, months, title: words.calendar }}
        barOf={({ gross }) => gross}
        isExpected={({ paid }) => paid === undefined}
        columns={[
          { text: words.gross, of: ({ gross }) => <Amount r={r} of={gross} /> },
          { text: words.taxWithheld, of: ({ paid }) => paid && <Amount r={r} of={paid.tax} />, isSecond: true },
          { text: words.net, of: ({ paid }) => paid && <Amount r={r} of={paid.net} />, isSecond: true },
        ]}
      />
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
