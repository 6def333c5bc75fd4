/** The place of the first of ascending days on or after a day; not before `least`. Quick where no day is left out. */
export function placeOf(days: Int32Array, day: number, least: number): number {
  if (!((days[days.length - 1] ?? -Infinity) >= day)) return Math.max(days.length, least)
  const first = days[least] ?? Infinity
  if (first >= day) return least
  const guess = least + day - first
  if (days[guess] === day) return guess
  let [low, high] = [least, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}
