import type { Child } from 'hono/jsx'
import { Amount } from '../parts/amounts.tsx'
import { type Figure, Headline } from './figures.tsx'
import { type ReportSource, Why } from './why.tsx'

/** A sum of a report: its name, the figure's name in the explanation, the amount, and how it is written. */
export type Total = readonly [name: string, figure: string, amount: string | null, how?: { sign?: 'gain' | 'plus'; note?: Child }]

/** The sums of a whole report, each with what it was made of; the first is the one that the report is about. */
export const Totals = ({ of, figures: [first, ...rest] }: { of: ReportSource; figures: readonly [Total, ...Total[]] }) => {
  const shown = ([name, figure, amount, { sign, note } = {}]: Total): Figure => [
    name,
    <Why of={of} figure={figure}>
      <Amount r={of.r} of={amount} signed={sign === 'gain'} plus={sign === 'plus'} />
    </Why>,
    note,
  ]
  return <Headline figures={[shown(first), ...rest.map(shown)]} />
}
