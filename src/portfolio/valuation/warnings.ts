/** What is missing or stale behind a report; days are the first and the last on which it mattered. */
type ReportWarning = {
  readonly code: string
  readonly detail: string
  readonly assetId: number | null
  readonly pair: string | null
  readonly from: string
  readonly to: string
}

export type WarningBook = {
  readonly add: (warning: Pick<ReportWarning, 'code' | 'detail'> & { assetId?: number; pair?: string }, day: string) => void
  readonly list: () => ReportWarning[]
  /** Whether something was warned of between these two currencies, on any day. */
  readonly has: (code: string, from: string, to: string) => boolean
  /** How often something was added. */
  readonly count: () => number
}

/** Collects warnings: one per code, asset and pair, with the days that it covers and the sentence of the last of them. */
export function createWarningBook(): WarningBook {
  const book = new Map<string, ReportWarning>()
  const codes = new Set<string>()
  let added = 0
  return {
    count: () => added,
    add({ code, detail, assetId, pair }, day) {
      added += 1
      codes.add(code)
      const key = keyOf(code, assetId, pair)
      const known = book.get(key)
      const from = known !== undefined && known.from < day ? known.from : day
      const to = known !== undefined && known.to > day ? known.to : day
      book.set(key, {
        code,
        detail: known !== undefined && known.to > day ? known.detail : detail,
        assetId: assetId ?? null,
        pair: pair ?? null,
        from,
        to,
      })
    },
    has: (code, from, to) => codes.has(code) && book.has(keyOf(code, undefined, `${from}/${to}`)),
    list: () => [...book.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
  }
}

function keyOf(code: string, assetId: number | undefined, pair: string | undefined): string {
  return `${code}|${assetId ?? ''}|${pair ?? ''}`
}

function sortKey({ code, assetId, pair, from }: ReportWarning): string {
  return `${code}|${String(assetId ?? 0).padStart(15, '0')}|${pair ?? ''}|${from}`
}
