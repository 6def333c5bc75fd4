import { scaleLinear, scaleUtc } from 'd3-scale'
import { curveLinear, curveStepAfter, line } from 'd3-shape'
import type { Child } from 'hono/jsx'
import { downsample } from '../../portfolio/charts/downsample.ts'
import { day } from '../figures.ts'
import { classes } from '../parts/classes.ts'
import type { Reader } from '../reader.ts'

export type Series = {
  /** For the key below the chart. */
  readonly name: string
  /** `c1` to `c7`. */
  readonly tone: string
  /** One a date; `null` where there is none: the line has a gap. */
  readonly values: readonly (number | null)[]
  readonly kind?: 'line' | 'dashed' | 'step'
  /** With the area below it. */
  readonly isFilled?: boolean
}
/** A point of its own, such as a trade. */
export type Dot = { readonly date: string; readonly value: number; readonly tone: string; readonly title: string }

type LineChartProps = {
  r: Reader
  /** What the chart shows, for who cannot see it. */
  label: string
  /** Ascending, `YYYY-MM-DD`. */
  dates: readonly string[]
  /** The first one decides which points are drawn where there are too many. */
  series: readonly Series[]
  /** A value of the scale at the side. */
  tick: (value: number) => string
  /** What is said of a point under the pointer: its day first. */
  lines: (index: number) => readonly string[]
  /** It shows amounts: in privacy mode without scale and without figures. */
  isOfAmounts?: boolean
  dots?: readonly Dot[]
  kind?: string
  /** The same as a table. */
  children?: Child
}

const WIDTH = 1000
const HEIGHT = 260
/** Runs of neighbours of which up to four points are drawn. */
const RUNS = 60
const [TICKS, HEAD_ROOM] = [4, 0.06]
const LONG_DAYS = 800
const DAY_MS = 86_400_000

/** Lines over days as SVG: without script a picture, with it one that says what stands under the pointer. */
export const LineChart = (props: LineChartProps) => {
  const { r, label, dates, series, isOfAmounts, dots = [], kind, children } = props
  if (dates.length < 2) return null
  const hides = r.isPrivate && isOfAmounts === true
  const plot = plotOf(props)
  return (
    <figure {...classes('chart', kind)} data-chart={JSON.stringify(hides ? [] : pointsOf(props, plot))}>
      <div class="plot">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label} {...focus(hides)}>
          {plot.ticks.map((tick) => (
            <line class="grid" x1="0" x2={WIDTH} y1={plot.y(tick)} y2={plot.y(tick)} />
          ))}
          {series.map((one) => (
            <Line series={one} plot={plot} dates={dates} />
          ))}
          <line class="cross" y1="0" y2={HEIGHT} hidden />
        </svg>
        {dots.length > 0 && <Dots dots={dots} plot={plot} hides={hides} />}
        {!hides && <Scale plot={plot} tick={props.tick} />}
        <output class="tip" hidden />
      </div>
      <Days r={r} plot={plot} dates={dates} />
      <Key series={series} />
      {children && (
        <details>
          <summary>{r.words.parts.asTable}</summary>
          {children}
        </details>
      )}
    </figure>
  )
}

const focus = (hides: boolean) => (hides ? {} : { tabindex: 0 })

type Plot = {
  readonly x: (date: string) => number
  readonly y: (value: number) => number
  readonly ticks: readonly number[]
  readonly days: readonly Date[]
  readonly drawn: readonly number[]
}

function plotOf({ dates, series, dots = [] }: LineChartProps): Plot {
  const all = [...series.flatMap(({ values }) => values), ...dots.map(({ value }) => value)].filter((one) => one !== null)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = (high - low || Math.abs(high) || 1) * HEAD_ROOM
  const y = scaleLinear()
    .domain([low - room, high + room])
    .range([HEIGHT, 0])
    .nice(TICKS)
  const ends = [dates[0] ?? '', dates.at(-1) ?? ''].map((date) => Date.parse(date))
  const x = scaleUtc().domain(ends).range([0, WIDTH])
  const first = series[0]?.values.map((value) => value ?? 0) ?? []
  return {
    x: (date) => Math.round(x(Date.parse(date))),
    y: (value) => Math.round(y(value) * 10) / 10,
    ticks: y.ticks(TICKS),
    days: x.ticks(5),
    drawn: downsample(first, RUNS),
  }
}

const Line = ({ series, plot, dates }: { series: Series; plot: Plot; dates: readonly string[] }) => {
  const { values, kind = 'line', tone, isFilled } = series
  const x = (index: number) => plot.x(dates[index] ?? '')
  const y = (index: number) => plot.y(values[index] ?? 0)
  const has = (index: number) => values[index] !== null && values[index] !== undefined
  const curve = kind === 'step' ? curveStepAfter : curveLinear
  const path = line<number>(x, y).defined(has).curve(curve).digits(1)(plot.drawn)
  return (
    <>
      {path && isFilled && <path class={`area ${tone}`} d={areaBelow(path)} />}
      {path && <path class={`line ${tone} ${kind}`} d={path} />}
    </>
  )
}

/** Each stretch of a line, closed along the foot of the chart. */
function areaBelow(path: string): string {
  return path
    .split(/(?=M)/)
    .map((stretch) => `${stretch.replace('Z', '')}V${HEIGHT}H${/[\d.-]+/.exec(stretch)?.[0] ?? 0}Z`)
    .join('')
}

/** For the script: `[x, line, line ...]` of each point. */
function pointsOf({ dates, lines }: LineChartProps, { x, drawn }: Plot) {
  return drawn.map((index) => [x(dates[index] ?? ''), ...lines(index)])
}

const percent = (value: number, whole: number) => `${((value / whole) * 100).toFixed(1)}%`

/** Points and letters are not stretched with the chart: they stand in pictures of their own. */
const Dots = ({ dots, plot, hides }: { dots: readonly Dot[]; plot: Plot; hides: boolean }) => (
  <svg class="dots" aria-hidden="true">
    {dots.map(({ date, value, tone, title }) => (
      <circle class={tone} cx={percent(plot.x(date), WIDTH)} cy={percent(plot.y(value), HEIGHT)} r="4">
        {!hides && <title>{title}</title>}
      </circle>
    ))}
  </svg>
)

const LOWEST_TEXT = 14
const Scale = ({ plot, tick }: { plot: Plot; tick: (value: number) => string }) => (
  <svg class="scale" aria-hidden="true">
    {plot.ticks
      .filter((one) => plot.y(one) > LOWEST_TEXT)
      .map((one) => (
        <text x="0" y={percent(plot.y(one), HEIGHT)} dy="-4">
          {tick(one)}
        </text>
      ))}
  </svg>
)

const [NEAR_START, NEAR_END] = [0.04, 0.95]
/** What fits side by side on a telephone. */
const FEW_DAYS = 5
const Days = ({ r, plot, dates }: { r: Reader; plot: Plot; dates: readonly string[] }) => {
  const days = (Date.parse(dates.at(-1) ?? '') - Date.parse(dates[0] ?? '')) / DAY_MS
  const options: Intl.DateTimeFormatOptions =
    days > LONG_DAYS ? { year: 'numeric' } : days > 90 ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  const texts = plot.days.map((one) => ({
    at: plot.x(one.toISOString()) / WIDTH,
    text: day(r, one.toISOString().slice(0, 10), options),
  }))
  const shown = texts.filter(({ text }, index) => text !== texts[index - 1]?.text)
  return (
    <svg class={shown.length > FEW_DAYS ? 'days many' : 'days'} aria-hidden="true">
      {shown.map(({ at, text }) => (
        <text x={percent(at, 1)} y="14" text-anchor={at > NEAR_END ? 'end' : at < NEAR_START ? 'start' : 'middle'}>
          {text}
        </text>
      ))}
    </svg>
  )
}

const Key = ({ series }: { series: readonly Series[] }) =>
  series.length < 2 ? null : (
    <p class="key">
      {series.map(({ name, tone, kind = 'line' }) => (
        <span>
          <svg class="swatch" viewBox="0 0 16 4" aria-hidden="true">
            <line class={`line ${tone} ${kind}`} x1="0" x2="16" y1="2" y2="2" />
          </svg>
          {name}
        </span>
      ))}
    </p>
  )
