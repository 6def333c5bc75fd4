import { Bridge, type BridgeStep } from '../charts/bridge.tsx'
import { day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Change } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import { type ReportSource, Why } from './why.tsx'
import { YearGrid } from './year-grid.tsx'

export type Report = AnswerOf<'GET /portfolio/performance'>
type Reason = Report['twr_reason'] | Report['mwr_reason']

/** Why there is no return. */
export function reasonOf(r: Reader, reason: Reason): string {
  return reason === null ? '' : r.words.reports.reasons[reason]
}

/** From the value at the start to that at the end, step by step: each is a figure of the answer. */
export const GainBridge = ({ of, report }: { of: ReportSource; report: Report }) => {
  const { r } = of
  const { reports: words } = r.words
  const { gain, start_value, net_flows, end_value } = report
  const made = (text: string, value: string, figure: string): BridgeStep => ({
    ...{ text, value, kind: 'gain' },
    figure: (
      <Why of={of} figure={figure}>
        <Amount r={r} of={value} signed />
      </Why>
    ),
  })
  const edge = (text: string, value: string): BridgeStep => ({ text, value, kind: 'edge', figure: <Amount r={r} of={value} /> })
  const steps: readonly BridgeStep[] = [
    edge(words.valueBefore(day(r, report.from)), start_value),
    { text: words.putIn, value: net_flows, kind: 'flow', figure: <Amount r={r} of={net_flows} plus /> },
    made(words.fromPrice, gain.price, 'gain.price'),
    made(words.ofIncome, gain.income, 'gain.income'),
    made(words.fromCurrency, gain.currency, 'gain.currency'),
    made(words.fees, gain.fees, 'gain.fees'),
    made(words.taxes, gain.taxes, 'gain.taxes'),
    edge(words.valueOn(day(r, report.to)), end_value),
  ]
  return (
    <Card title={words.howItGotHere} id="steps" aside={<span class="quiet small">{words.addsUp}</span>}>
      <Bridge steps={steps} />
    </Card>
  )
}

/** The return of each month and year. */
export const ReturnGrid = ({ r, report: { months, years } }: { r: Reader; report: Report }) => (
  <YearGrid
    r={r}
    id="by-month"
    title={r.words.reports.returnsByMonth}
    years={years.map(({ year, twr }) => ({ year, whole: <Change r={r} of={twr} /> }))}
    months={new Map(months.map(({ month, twr }) => [month, <Change r={r} of={twr} />]))}
  />
)
