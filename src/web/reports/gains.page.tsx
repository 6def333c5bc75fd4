import type { Query } from '../ask.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { choicesOf } from './choices.ts'
import { Disposals } from './disposals.tsx'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Groups } from './groups.tsx'
import { AssetName } from './rows.tsx'
import { taxYearOf } from './tax-year.ts'
import { TaxYearChoice, UkRules } from './tax-year-choice.tsx'
import { Totals } from './totals.tsx'
import type { ReportSource } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/gains'>
type Sums = Pick<Report['totals'], 'cost' | 'proceeds' | 'fees' | 'taxes' | 'gain' | 'price_gain' | 'currency_gain'>

export const gainsPage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const chosen = taxYearOf(reader)
  const choices = choicesOf(reader, 'all', chosen.period)
  const given = { query: choices.query }
  const [report, brokers] = await Promise.all([ask('GET /portfolio/gains', given), ask('GET /brokers')])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const source: ReportSource = { r, report: 'gains', query: choices.query }
  const isEmpty = report.disposals.length === 0
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.gains, hasMethod: true }}
      of={['GET /portfolio/gains', given]}
      calls={[['GET /brokers']]}
      controls={<TaxYearChoice r={r} chosen={chosen} />}
      lead={
        <>
          {chosen.kind === 'uk' && report.method !== 'S104' && <UkRules r={r} />}
          {!isEmpty && <Whole of={source} totals={report.totals} />}
        </>
      }
    >
      {isEmpty ? (
        <NothingYet r={r} site={site} title={words.noGains} text={words.noGainsHelp} />
      ) : (
        <>
          <Sorts r={r} site={site} totals={report.totals} hasYears={chosen.kind === 'calendar' || chosen.year === undefined} />
          <Disposals of={source} site={site} report={report} />
        </>
      )}
      <SameDays r={r} query={choices.query} />
    </ReportFrame>
  )
  return { title: shell.gains, body }
}

/** What else a tax return needs of these days. */
const SameDays = ({ r, query }: { r: Reader; query: Query }) => {
  const { shell, reports: words } = r.words
  const { method: _, ...days } = query
  return (
    <nav class="pager" aria-label={words.sameDays}>
      <span class="quiet small">{words.sameDays}</span>
      <a class="button" href={r.to('/reports/income', days)}>
        {shell.income}
      </a>
      <a class="button" href={r.to('/reports/costs', days)}>
        {shell.costs}
      </a>
    </nav>
  )
}

const Whole = ({ of, totals }: { of: ReportSource; totals: Sums }) => {
  const { reports: words } = of.r.words
  return (
    <Totals
      of={of}
      figures={[
        [words.gain, 'gain', totals.gain, { sign: 'gain', note: words.gainIs }],
        [words.proceeds, 'proceeds', totals.proceeds],
        [words.cost, 'cost', totals.cost],
        [words.fromPrice, 'price_gain', totals.price_gain, { sign: 'gain' }],
        [words.fromCurrency, 'currency_gain', totals.currency_gain, { sign: 'gain' }],
        [words.sellingFees, 'fees', totals.fees],
        [words.sellingTaxes, 'taxes', totals.taxes],
      ]}
    />
  )
}

const columnsOf = (r: Reader) => {
  const { reports: words } = r.words
  return [
    { text: words.proceeds, of: (one: Sums) => <Amount r={r} of={one.proceeds} />, isSecond: true },
    { text: words.cost, of: (one: Sums) => <Amount r={r} of={one.cost} />, isSecond: true },
    { text: words.fromPrice, of: (one: Sums) => <Amount r={r} of={one.price_gain} signed />, isSecond: true },
    { text: words.fromCurrency, of: (one: Sums) => <Amount r={r} of={one.currency_gain} signed />, isSecond: true },
    { text: words.gain, of: (one: Sums) => <Amount r={r} of={one.gain} signed /> },
  ]
}

/** By the size of the gain, gains first. */
const largestFirst = (rows: Report['totals']['by_asset']) => [...rows].sort((a, b) => Number(b.gain) - Number(a.gain))

type SortsProps = { r: Reader; site: Site; totals: Report['totals']; hasYears: boolean }

/** `hasYears`: the days are of several years of the calendar, and not of one tax year that begins within one. */
const Sorts = ({ r, site, totals, hasYears }: SortsProps) => {
  const { reports: words } = r.words
  const columns = columnsOf(r)
  return (
    <>
      {hasYears && totals.by_year.length > 1 && (
        <Groups
          {...{ r, id: 'by-year', title: words.byYear, head: words.year, rows: totals.by_year, columns }}
          nameOf={({ year }) => <a href={r.here({ year, from: null, to: null, page: null, done: null })}>{year}</a>}
        />
      )}
      <Groups
        {...{ r, id: 'by-asset', title: words.byAsset, head: words.asset, rows: largestFirst(totals.by_asset), columns }}
        nameOf={(one) => <AssetName r={r} site={site} of={one} hasIsin />}
      />
      {totals.by_currency.length > 1 && (
        <Groups
          {...{ r, id: 'by-currency', title: words.byCurrency, head: words.currency, rows: totals.by_currency, columns }}
          nameOf={({ currency }) => currency}
        />
      )}
    </>
  )
}
