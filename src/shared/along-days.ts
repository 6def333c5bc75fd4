/** Days, both included. */
type Days = { readonly from: string; readonly to: string }

/**
 * What holds on the first day (what comes first, where nothing does yet), on each day within on which something begins to hold, and on the last; each with
 * its day. `all` = by day.
 */
export function alongDays<T>(all: readonly T[], { from, to }: Days, dayOf: (one: T) => string): [string, T][] {
  const before = all.findLast((one) => dayOf(one) <= from) ?? all[0]
  if (before === undefined) return []
  const within = all.filter((one) => dayOf(one) > from && dayOf(one) <= to)
  return [[from, before], ...within.map((one): [string, T] => [dayOf(one), one]), [to, within.at(-1) ?? before]]
}

/** The first one, and then the newest. */
export function atMost<T>(rows: T[], most: number): T[] {
  return rows.length <= most ? rows : [...rows.slice(0, 1), ...rows.slice(1 - most)]
}
