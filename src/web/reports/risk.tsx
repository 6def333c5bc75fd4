import type { Child } from 'hono/jsx'
import { day, ratio } from '../figures.ts'
import { Change, Day, Unknown } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { Report } from './returns.tsx'

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
