import type { Child } from 'hono/jsx'
import { Bridge, type BridgeStep } from '../charts/bridge.tsx'
import { LineChart } from '../charts/line.tsx'
import { explanation } from '../explanation.ts'
import { day, money } from '../figures.ts'
import { Amount, Change, Day, Explained } from '../parts/amounts.tsx'
import { Badge, Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import { dayBefore } from '../period.ts'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import type { Overview } from './load.ts'

export type CardProps = { r: Reader; site: Site; found: Overview }

/** A figure of the performance as a link to what it was made of. */
const Figure = ({ r, found, figure, children }: CardProps & { figure: string; children: Child }) => {
  const { from, to } = found.performance
  // A value is that of one day: a range of that day alone is explained with the fewest transactions.
  const days = figure === 'end_value' ? { from: to, to } : figure === 'start_value' ? { from, to: from } : {}
  return <Explained href={explanation(r, 'performance', { figure, query: { ...found.ranged, ...days } })}>{children}</Explained>
}

/** The one big figure, what was gained, the returns, and the history. */
export const Hero = (props: CardProps) => {
  const { r, found } = props
  const { performance, holdings } = found
  const { overview: words } = r.words
  return (
    <Card kind="hero">
      <div class="hero-figures">
        <div>
          <p class="lbl">
            {words.totalValue(day(r, holdings.as_of))}{' '}
            {!holdings.totals.complete && <Badge tone="warn">{r.words.common.incomplete}</Badge>}
          </p>
          <p class="big">
            <Figure {...props} figure="end_value">
              <Amount r={r} of={holdings.totals.total_value} />
            </Figure>
          </p>
          <p>
            <b>
              <Figure {...props} figure="gain.total">
                <Amount r={r} of={performance.gain.total} signed />
              </Figure>
            </b>{' '}
            <span class="quiet">{words.gainedSince(day(r, dayBefore(performance.from)))}</span>
          </p>
        </div>
        <Returns {...props} />
      </div>
      <History {...props} />
    </Card>
  )
}

const Returns = (props: CardProps) => {
  const { r, found } = props
  const { twr, twr_reason, mwr, mwr_reason, max_drawdown } = found.performance
  const { overview: words } = r.words
  return (
    <dl class="stats">
      <div>
        <dt>
          {words.return} <abbr title={words.twrHelp}>TWR</abbr>
        </dt>
        <dd>
          <Figure {...props} figure="twr">
            <Change r={r} of={twr} />
          </Figure>
        </dd>
        {twr === null && <dd class="reason">{words.noReturn[twr_reason ?? 'no-value']}</dd>}
      </div>
      <div>
        <dt>
          {words.return} <abbr title={words.mwrHelp}>MWR</abbr>
        </dt>
        <dd>
          <Figure {...props} figure="mwr">
            <Change r={r} of={mwr} />
          </Figure>
        </dd>
        {mwr === null && <dd class="reason">{words.noRate[mwr_reason ?? 'no-flows']}</dd>}
      </div>
      <div>
        <dt>{words.deepestFall}</dt>
        <dd>
          <Figure {...props} figure="max_drawdown">
            <Change r={r} of={max_drawdown && -max_drawdown.ratio} />
          </Figure>
        </dd>
        {max_drawdown?.from && max_drawdown.to && (
          <dd class="reason">{words.fallOf(day(r, max_drawdown.from), day(r, max_drawdown.to))}</dd>
        )}
      </div>
    </dl>
  )
}

const History = ({ r, found }: CardProps) => {
  const { overview: words } = r.words
  const all = found.history.points
  const first = all.findIndex(({ value, put_in }) => Number(value) !== 0 || Number(put_in) !== 0)
  const points = first === -1 ? [] : all.slice(first)
  if (points.length < 2) return <p class="quiet small">{words.shortHistory}</p>
  const [start, end] = [points[0], points.at(-1)]
  return (
    <LineChart
      r={r}
      label={words.historyLabel(day(r, start?.date ?? ''), day(r, end?.date ?? ''))}
      dates={points.map(({ date }) => date)}
      series={[
        { name: words.value, tone: 'c1', values: points.map(({ value }) => Number(value)), isFilled: true },
        { name: words.putInSince, tone: 'c7', values: points.map(({ put_in }) => Number(put_in)), kind: 'step' },
      ]}
      tick={(value) => money(r, String(value), r.currency, { notation: 'compact', maximumFractionDigits: 1 })}
      lines={(index) => linesOf(r, points[index])}
      isOfAmounts
    >
      <HistoryTable r={r} points={points} />
    </LineChart>
  )
}

type Point = Overview['history']['points'][number]

function linesOf(r: Reader, point: Point | undefined): string[] {
  if (!point) return []
  const { date, value, put_in } = point
  return [day(r, date), money(r, value, r.currency), r.words.overview.putInOf(money(r, put_in, r.currency))]
}

const MOST_ROWS = 24

/** The last point of each month, or of each year where those are too many. */
const HistoryTable = ({ r, points }: { r: Reader; points: readonly Point[] }) => {
  const { overview: words } = r.words
  const lastOf = (length: number) =>
    points.filter(({ date }, at) => points[at + 1]?.date.slice(0, length) !== date.slice(0, length))
  const [months, years] = [lastOf(7), lastOf(4)]
  const columns = [
    { key: 'day', text: words.day },
    { key: 'value', text: words.value, isEnd: true },
    { key: 'put', text: words.putIn, isEnd: true },
    { key: 'gain', text: words.gained, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.historyCaption} columns={columns}>
      {(months.length > MOST_ROWS ? years : months).map(({ date, value, put_in, gain }) => (
        <tr>
          <th scope="row">
            <Day r={r} of={date} />
          </th>
          <td class="end">
            <Amount r={r} of={value} />
          </td>
          <td class="end">
            <Amount r={r} of={put_in} />
          </td>
          <td class="end">
            <Amount r={r} of={gain} signed />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Start + put in + what was gained = the value now. */
export const BridgeCard = (props: CardProps) => {
  const { r, found } = props
  const { overview: words } = r.words
  const { start_value, end_value, net_flows, gain, from, to, complete } = found.performance
  const step = (kind: BridgeStep['kind'], figure: string, text: string, value: string): BridgeStep => ({
    ...{ kind, text, value },
    figure: (
      <Figure {...props} figure={figure}>
        <Amount r={r} of={value} {...(kind === 'gain' ? { signed: true } : kind === 'flow' ? { plus: true } : {})} />
      </Figure>
    ),
  })
  const steps = [
    step('edge', 'start_value', day(r, dayBefore(from)), start_value),
    step('flow', 'net_flows', words.putIn, net_flows),
    step('gain', 'gain.price', words.priceGains, gain.price),
    step('gain', 'gain.income', words.income, gain.income),
    step('gain', 'gain.currency', words.currencies, gain.currency),
    step('gain', 'gain.costs', words.costs, gain.costs),
    step('edge', 'end_value', to === r.today ? r.words.common.today : day(r, to), end_value),
  ]
  const note = complete ? words.bridgeHelp : `${words.bridgeHelp} ${r.words.common.incomplete}.`
  return (
    <Card title={words.bridge} id="bridge" aside={<span class="quiet small">{note}</span>}>
      <Bridge steps={steps} />
    </Card>
  )
}
