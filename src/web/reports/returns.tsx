import type { Child } from 'hono/jsx'
import { day, ratio } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Change, Day, Unknown } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

export type Report = AnswerOf<'GET /portfolio/performance'>
type Reason = Report['twr_reason'] | Report['mwr_reason']

/** Why there is no return. */
export function reasonOf(r: Reader, reason: Reason): string {
  return reason === null ? '' : r.words.reports.reasons[reason]
}

/** From the value at the start to that at the end, step by step. */
export const GainTable = ({ r, report }: { r: Reader; report: Report }) => {
  const { reports: words } = r.words
  const { gain } = report
  const steps: readonly (readonly [string, Child])[] = [
    [words.putIn, <Amount r={r} of={report.net_flows} plus />],
    [words.fromPrice, <Amount r={r} of={gain.price} signed />],
    [words.ofIncome, <Amount r={r} of={gain.income} signed />],
    [words.fromCurrency, <Amount r={r} of={gain.currency} signed />],
    [words.fees, <Amount r={r} of={gain.fees} signed />],
    [words.taxes, <Amount r={r} of={gain.taxes} signed />],
  ]
  return (
    <Card title={words.howItGotHere} id="steps">
      <table class="rows">
        <caption class="sr">{words.howItGotHere}</caption>
        <tbody>
          <Step name={words.valueBefore(day(r, report.from))} value={<Amount r={r} of={report.start_value} />} />
          {steps.map(([name, value]) => (
            <Step name={name} value={value} />
          ))}
        </tbody>
        <tfoot>
          <Step name={words.valueOn(day(r, report.to))} value={<Amount r={r} of={report.end_value} />} />
        </tfoot>
      </table>
    </Card>
  )
}

const Step = ({ name, value }: { name: string; value: Child }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="end">{value}</td>
  </tr>
)

/** How unevenly returns came. */
export const Risk = ({ r, report }: { r: Reader; report: Report }) => {
  const { reports: words } = r.words
  const { max_drawdown: fall, volatility, sharpe, sortino } = report
  const facts: readonly (readonly [string, Child])[] = [
    [words.simple, <Change r={r} of={report.simple} />],
    [words.deepestFall, <Fall r={r} fall={fall} />],
    [words.volatility, volatility === null ? <Unknown r={r} /> : <span class="num">{ratio(r, volatility)}</span>],
    [words.sharpe, <Plain r={r} of={sharpe} />],
    [words.sortino, <Plain r={r} of={sortino} />],
    [words.bestDay, <Extreme r={r} one={report.best_day} />],
    [words.worstDay, <Extreme r={r} one={report.worst_day} />],
    [words.bestMonth, <Extreme r={r} one={report.best_month} />],
    [words.worstMonth, <Extreme r={r} one={report.worst_month} />],
  ]
  return (
    <Card title={words.upsAndDowns} id="risk">
      <dl class="facts">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </Card>
  )
}

const Plain = ({ r, of }: { r: Reader; of: number | null }) =>
  of === null ? (
    <Unknown r={r} />
  ) : (
    <span class="num">{r.formats.number({ maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(of)}</span>
  )

const Fall = ({ r, fall }: { r: Reader; fall: Report['max_drawdown'] }) => {
  const { reports: words } = r.words
  if (fall === null) return <Unknown r={r} />
  if (fall.from === null || fall.to === null) return <Change r={r} of={0} />
  return (
    <>
      <Change r={r} of={-fall.ratio} />
      <span class="sub">
        {words.fromTo(day(r, fall.from), day(r, fall.to))}
        {'. '}
        {fall.recovered_on === null ? words.notRecovered : words.recovered(day(r, fall.recovered_on))}
      </span>
    </>
  )
}

const Extreme = ({ r, one }: { r: Reader; one: Report['best_day'] }) =>
  one === null ? (
    <Unknown r={r} />
  ) : (
    <>
      <Change r={r} of={one.ratio} />{' '}
      <span class="quiet">
        {one.date.length === 7 ? day(r, one.date, { month: 'short', year: 'numeric' }) : <Day r={r} of={one.date} />}
      </span>
    </>
  )
