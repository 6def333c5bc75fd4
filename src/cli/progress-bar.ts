import { visible } from './table.ts'

export type Bar = {
  /** Cheap: draws ten times a second at most. `total` is null while nobody knows it. */
  readonly show: (title: string, progress: { done: number; total: number | null; note: string | null }) => void
  /** Takes the bar off the terminal. */
  readonly clear: () => void
}

const WIDTH = 24
const DRAW_EVERY_MILLISECONDS = 100
/** What every terminal has room for. */
const MOST_COLUMNS = 79
const CLEAR_LINE = '\r\u001b[K'

/** One line of a terminal that says how far a piece of work is. */
export function createBar(write: (text: string) => void, now: () => number = () => performance.now()): Bar {
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show: (title, progress) => {
      if (now() - drawnAt < DRAW_EVERY_MILLISECONDS) return
      drawnAt = now()
      write(CLEAR_LINE + barLine(title, progress))
    },
    clear: () => {
      if (drawnAt !== Number.NEGATIVE_INFINITY) write(CLEAR_LINE)
      drawnAt = Number.NEGATIVE_INFINITY
    },
  }
}

function barLine(title: string, { done, total, note }: Parameters<Bar['show']>[1]): string {
  const words = note === null ? '' : `  ${note}`
  if (total === null || total <= 0) return clipped(`${title}: ${done}${words}`)
  const part = Math.min(1, Math.max(0, done / total))
  const filled = Math.round(part * WIDTH)
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`
  return clipped(`${title} ${bar} ${String(Math.floor(part * 100)).padStart(3)}%  ${done} of ${total}${words}`)
}

function clipped(text: string): string {
  const shown = visible(text)
  return Bun.sliceAnsi(shown, 0, MOST_COLUMNS, { ellipsis: '…' })
}
