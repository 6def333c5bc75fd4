/** What the figures around a figure say of it: finds typing errors in the series of one currency. */

/** A published figure of a day. */
export type Point = { readonly date: string; readonly value: string }

/** `doubt` = why the figure cannot be right. */
export type Judged = Point & { readonly doubt: string | undefined }

/** On each side. */
const NEIGHBOURS = 4
const MOST_APART = 0.5

/**
 * Each figure against the median of up to four figures above 0 on each side, in the order given (by day, either way): more than half as much
 * again, or less than two thirds, is in doubt. Binary numbers will do for a comparison.
 */
export function doubtOfNeighbours(points: readonly Point[]): Judged[] {
  const positive = points.map((one, index) => ({ index, figure: Number(one.value) })).filter(({ figure }) => figure > 0)
  const places = new Map(positive.map(({ index }, place) => [index, place]))
  return points.map((point, index) => {
    const place = places.get(index)
    const around = place === undefined ? [] : positive.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1)
    const others = around.filter((one) => one.index !== index).map(({ figure }) => figure)
    if (others.length < 2) return { ...point, doubt: undefined }
    const [figure, median] = [Number(point.value), medianOf(others)]
    const apart = Math.max(figure / median, median / figure) - 1
    return {
      ...point,
      apart,
      doubt: apart > MOST_APART ? `${point.value} is far from ${median}, as those around it are` : undefined,
    }
  })
}

function medianOf(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
