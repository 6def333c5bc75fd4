import type { Child } from 'hono/jsx'
import { classes } from '../parts/classes.ts'
import type { Reader } from '../reader.ts'

export type BarOf = {
  /** Below the bar. */
  readonly text: string
  /** Said of it under the pointer. It may name an amount: in privacy mode it is left out. */
  readonly title: string
  readonly value: number
  /** Drawn as what is only expected. */
  readonly isExpected?: boolean
}

type BarsProps = {
  r: Reader
  label: string
  bars: readonly BarOf[]
  isOfAmounts?: boolean
  /** The same as a table. */
  children?: Child
}

const [HEIGHT, FOOT] = [64, 18]

/** Bars side by side; those below zero hang from the line. */
export const Bars = ({ r, label, bars, isOfAmounts = true, children }: BarsProps) => {
  const [low, high] = [Math.min(0, ...bars.map(({ value }) => value)), Math.max(0, ...bars.map(({ value }) => value))]
  const scale = HEIGHT / (high - low || 1)
  const zero = high * scale + 2
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure class="chart">
      <svg class="bars" role="img" aria-label={label} height={HEIGHT + FOOT + 4}>
        {bars.map(({ text, title, value, isExpected }, index) => {
          const size = Math.max(1, Math.abs(value) * scale)
          return (
            <g {...classes(isExpected && 'expected', value < 0 && 'down')}>
              {!(r.isPrivate && isOfAmounts) && <title>{title}</title>}
              <rect
                class="hit"
                x={`${(index * width).toFixed(2)}%`}
                y="0"
                width={`${width.toFixed(2)}%`}
                height={HEIGHT + FOOT}
              />
              <rect
                class="fill"
                x={`${((index + 0.17) * width).toFixed(2)}%`}
                y={(value < 0 ? zero : zero - size).toFixed(1)}
                width={`${(width * 0.66).toFixed(2)}%`}
                height={size.toFixed(1)}
                rx="3"
              />
              <text x={`${((index + 0.5) * width).toFixed(2)}%`} y={HEIGHT + FOOT} text-anchor="middle">
                {text}
              </text>
            </g>
          )
        })}
      </svg>
      {children && (
        <details>
          <summary>{r.words.parts.asTable}</summary>
          {children}
        </details>
      )}
    </figure>
  )
}
