/**
 * Which of many points to draw: of each of `buckets` runs of neighbours the first, the least, the largest and the last of `values` (M4,
 * Jugel and others, VLDB 2014). At one run a pixel the line looks as with all points, extremes included. Ascending; all when they are few.
 */
export function downsample(values: ArrayLike<number>, buckets: number): number[] {
  const count = values.length
  if (count <= buckets * 2) return Array.from({ length: count }, (_, index) => index)
  const chosen: number[] = []
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = Math.floor((bucket * count) / buckets)
    const end = Math.floor(((bucket + 1) * count) / buckets) - 1
    let [least, largest] = [start, start]
    for (let index = start; index <= end; index++) {
      if ((values[index] ?? 0) < (values[least] ?? 0)) least = index
      if ((values[index] ?? 0) > (values[largest] ?? 0)) largest = index
    }
    for (const index of [...new Set([start, Math.min(least, largest), Math.max(least, largest), end])]) chosen.push(index)
  }
  return chosen
}
