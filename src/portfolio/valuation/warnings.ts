import type { WarningCode } from './warning-codes.ts'

/** What is missing or stale behind a report; days are the first and the last on which it mattered. */
export type ReportWarning = {
  readonly code: WarningCode
  readonly detail: string
  readonly assetId: number | null
  readonly pair: string | null
  readonly from: string
  readonly to: string
  /** False for what was found in lines of other brokers, which assets came from: no report shows it. */
  readonly isListed: boolean
}

export type Warnings = {
  readonly add: (warning: Pick<ReportWarning, 'code' | 'detail'> & { assetId?: number; pair?: string }, day: string) => void
  readonly list: () => ReportWarning[]
  /** Whether something was warned of between these two currencies, on any day, listed or not. */
  readonly has: (code: WarningCode, from: string, to: string) => boolean
  /** Of whatever pair, listed or not. */
  readonly hasCode: (code: WarningCode) => boolean
  readonly isListed: (code: WarningCode, from: string, to: string) => boolean
  /** How often something was added. */
  readonly count: () => number
  /** What `work` answers, and what it warns of; that is not added yet. */
  readonly collect: <T>(work: () => T) => Warned<T>
  /** Adds what was collected. */
  readonly addAll: (warnings: readonly ReportWarning[]) => void
  /** What `work` answers; what it warns of is known and not listed. */
  readonly unlisted: <T>(work: () => T) => T
}

/** A value, and what it cannot be shown without. */
export type Warned<T> = { readonly value: T; readonly warnings: readonly ReportWarning[] }

/** Collects warnings: one per code, asset and pair, with the days that it covers and the sentence of the last of them. */
export function createWarnings(): Warnings {
  const all = new Map<string, ReportWarning>()
  /** Where warnings go now, and where they went before. */
  const open = [all]
  const codes = new Set<string>()
  let [added, isListed] = [0, true]
  const put = (warning: ReportWarning) => {
    added += 1
    codes.add(warning.code)
    const book = open.at(-1) ?? all
    const key = keyOf(warning)
    const known = book.get(key)
    book.set(key, known === undefined ? warning : together(known, warning))
  }
  const knows = (code: WarningCode, from: string, to: string, isListed: boolean) => {
    if (!codes.has(code)) return false
    const key = keyOf({ code, assetId: null, pair: `${from}/${to}`, isListed })
    return open.some((book) => book.has(key))
  }
  return {
    count: () => added,
    add: ({ code, detail, assetId, pair }, day) =>
      put({ code, detail, assetId: assetId ?? null, pair: pair ?? null, from: day, to: day, isListed }),
    collect(work) {
      const book = new Map<string, ReportWarning>()
      open.push(book)
      try {
        return { value: work(), warnings: [...book.values()] }
      } finally {
        open.pop()
      }
    },
    addAll(warnings) {
      for (const warning of warnings) put(isListed ? warning : { ...warning, isListed })
    },
    unlisted(work) {
      const before = isListed
      isListed = false
      try {
        return work()
      } finally {
        isListed = before
      }
    },
    hasCode: (code) => codes.has(code),
    isListed: (code, from, to) => knows(code, from, to, true),
    has: (code, from, to) => knows(code, from, to, true) || knows(code, from, to, false),
    list: () => [...all.values()].filter((one) => one.isListed).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
  }
}

/** Two of the same, the second added later: the days of both, and the sentence of the last of them. */
function together(known: ReportWarning, { detail, from, to }: ReportWarning): ReportWarning {
  return {
    ...known,
    detail: known.to > to ? known.detail : detail,
    from: known.from < from ? known.from : from,
    to: known.to > to ? known.to : to,
  }
}

function keyOf({ code, assetId, pair, isListed }: Pick<ReportWarning, 'code' | 'assetId' | 'pair' | 'isListed'>): string {
  return `${isListed ? '' : '-'}${code}|${assetId ?? ''}|${pair ?? ''}`
}

function sortKey({ code, assetId, pair, from }: ReportWarning): string {
  return `${code}|${String(assetId ?? 0).padStart(15, '0')}|${pair ?? ''}|${from}`
}
