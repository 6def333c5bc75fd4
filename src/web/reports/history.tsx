import { LineChart } from '../charts/line.tsx'
import { day, money, ratio } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { Report } from './returns.tsx'

type History = AnswerOf<'GET /portfolio/history'>

const DAY_MS = 86_400_000
const [MOST_DAILY, MOST_WEEKLY] = [800, 5000]

/** How often a chart of a range has a point. */
export function intervalOf({ from, to }: Pick<Report, 'from' | 'to'>): 'daily' | 'weekly' | 'monthly' {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days <= MOST_DAILY ? 'daily' : days <= MOST_WEEKLY ? 'weekly' : 'monthly'
}

/** The value beside what was put in, and the return. */
export const HistoryCharts = ({ r, history, hasReturns }: { r: Reader; history: History; hasReturns: boolean }) => {
  const first = history.points.findIndex(({ value, put_in }) => Number(value) !== 0 || Number(put_in) !== 0)
  const points = first === -1 ? [] : history.points.slice(first)
  if (points.length < 2) return null
  return (
    <>
      <ValueChart r={r} points={points} />
      {hasReturns && <ReturnChart r={r} points={points} />}
    </>
  )
}

type Points = History['points']

const ValueChart = ({ r, points }: { r: Reader; points: Points }) => {
  const { reports: words } = r.words
  return (
    <Card title={words.valueOverTime} id="value">
      <LineChart
        r={r}
        label={words.chartOfValue(...endsOf(r, points))}
        dates={points.map(({ date }) => date)}
        series={[
          { name: words.value, tone: 'c1', values: points.map(({ value }) => Number(value)), isFilled: true },
          { name: words.startAndPutIn, tone: 'c7', values: points.map(({ put_in }) => Number(put_in)), kind: 'step' },
        ]}
        tick={(value) => money(r, String(value), r.currency, { notation: 'compact', maximumFractionDigits: 1 })}
        lines={(index) => valueLines(r, points[index])}
        isOfAmounts
      />
    </Card>
  )
}

function valueLines(r: Reader, point: Points[number] | undefined): string[] {
  if (!point) return []
  const { date, value, put_in } = point
  return [day(r, date), money(r, value, r.currency), r.words.reports.putInOf(money(r, put_in, r.currency))]
}

const ReturnChart = ({ r, points }: { r: Reader; points: Points }) => {
  const { reports: words } = r.words
  const last = points.at(-1)?.twr ?? null
  const change = last === null ? words.unknownReturn : signed(r, last)
  return (
    <Card title={words.returnOverTime} id="returns">
      <LineChart
        r={r}
        label={words.chartOfReturns(...endsOf(r, points), change)}
        dates={points.map(({ date }) => date)}
        series={[{ name: words.twr, tone: 'c2', values: points.map(({ twr }) => twr) }]}
        tick={(value) => ratio(r, value, { minimumFractionDigits: 0 })}
        lines={(index) => returnLines(r, points[index])}
      />
    </Card>
  )
}

function returnLines(r: Reader, point: Points[number] | undefined): string[] {
  if (!point) return []
  return [day(r, point.date), point.twr === null ? r.words.reports.unknownReturn : signed(r, point.twr)]
}

const signed = (r: Reader, of: number) => ratio(r, of, { signDisplay: 'exceptZero' })

function endsOf(r: Reader, points: Points): [from: string, to: string] {
  return [day(r, points[0]?.date ?? r.today), day(r, points.at(-1)?.date ?? r.today)]
}
