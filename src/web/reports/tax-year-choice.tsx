import { Tabs } from '../parts/basics.tsx'
import { PeriodForm } from '../parts/period.tsx'
import type { Reader } from '../reader.ts'
import { lastYears, presentYear, type TaxYear, type TaxYears } from './tax-year.ts'

const NONE = { year: null, from: null, to: null, period: null, page: null, done: null }

/** The last years as links, the other way to count years, and any two days. */
export const TaxYearChoice = ({ r, chosen: { kind, year, period } }: { r: Reader; chosen: TaxYear }) => {
  const { reports: words, common } = r.words
  const prefix = kind === 'uk' ? 'uk-' : ''
  const present = presentYear(kind, r.today)
  const linkTo = (one: number) => r.here({ ...NONE, year: one === present && kind === 'calendar' ? null : `${prefix}${one}` })
  const items = [
    ...lastYears(kind, r.today, year).map((one) => ({ key: String(one), text: nameOf(kind, one), href: linkTo(one) })),
    { key: 'all', text: common.all, href: r.here({ ...NONE, year: `${prefix}all` }) },
  ]
  const other = kind === 'uk' ? null : `uk-${presentYear('uk', r.today)}`
  return (
    <>
      <Tabs label={words.year} items={items} current={year === undefined ? period.key : String(year)} />
      <a class="button small" href={r.here({ ...NONE, year: other })}>
        {kind === 'uk' ? words.calendarYears : words.ukYears}
      </a>
      <PeriodForm r={r} period={year === undefined ? period : { key: 'all', ...daysOf(period) }} />
    </>
  )
}

const daysOf = ({ from, to }: TaxYear['period']) => ({ ...(from && { from }), ...(to && { to }) })

/** `2025/26` for a year from April to April. */
function nameOf(kind: TaxYears, year: number): string {
  return kind === 'uk' ? `${year}/${String((year + 1) % 100).padStart(2, '0')}` : String(year)
}

/** Says that gains for a UK return follow other rules than those chosen, with the press that changes it. */
export const UkRules = ({ r }: { r: Reader }) => (
  <div class="verdict warn">
    <div>
      <p>{r.words.reports.ukRules}</p>
      <a class="button small" href={r.here({ method: 'S104', page: null, done: null })}>
        {r.words.reports.useUkRules}
      </a>
    </div>
  </div>
)
