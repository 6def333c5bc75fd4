import type { Child } from 'hono/jsx'

export type BridgeStep = {
  readonly text: string
  /** A field of an answer, as text: what the figure beside the bar says. */
  readonly value: string
  readonly figure: Child
  /** `edge`: the whole at the start and at the end; `flow`: what was put in or taken out; `gain`: what was gained or lost. */
  readonly kind: 'edge' | 'flow' | 'gain'
}

const HEIGHT = 100
const LEAST = 1.5
/** How much room there is below the lowest bar, whose foot fades out. */
const CUT = 0.9

/** From the whole at the start to the whole at the end, step by step. Bars are geometry only: every figure is one of the answer. */
export const Bridge = ({ steps }: { steps: readonly BridgeStep[] }) => {
  const spans = spansOf(steps)
  const tops = spans.flat()
  const [least, high] = [Math.min(...tops), Math.max(...tops)]
  const low = least - (high - least || 1) * CUT
  const y = (value: number) => HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT
  return (
    <ol class="bridge">
      {steps.map(({ text, figure, kind, value }, index) => {
        const [from = 0, to = 0] = spans[index] ?? []
        const [start, end] = [kind === 'edge' ? HEIGHT : y(from), y(to)]
        const tone = kind === 'gain' ? (value.startsWith('-') ? 'down' : 'up') : kind
        return (
          <li class={kind}>
            <svg class={`fall ${tone}`} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <rect
                x="0"
                width="100"
                y={Math.min(start, end, HEIGHT - LEAST).toFixed(1)}
                height={Math.max(LEAST, Math.abs(start - end)).toFixed(1)}
              />
            </svg>
            <span class="lbl">{text}</span>
            <span class="figure">{figure}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** From where to where each bar goes. */
function spansOf(steps: readonly BridgeStep[]): [number, number][] {
  let at = 0
  return steps.map(({ kind, value }) => {
    const from = at
    at = kind === 'edge' ? Number(value) : at + Number(value)
    return [kind === 'edge' ? at : from, at]
  })
}
