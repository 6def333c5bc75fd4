import { daysBetween } from '../shared/date.ts'
import { absolute, type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { TransactionFields } from '../transactions/service.ts'

export type DuplicateKind = 'none' | 'possible' | 'likely' | 'certain'
export type Duplicate = { readonly kind: DuplicateKind; readonly existingId: number | null }

/** What a line of the ledger is compared by. */
export type ExistingLine = Pick<
  TransactionFields,
  'type' | 'date' | 'time' | 'assetId' | 'quantity' | 'amount' | 'currency' | 'price' | 'externalId' | 'description'
> & {
  readonly id: number
  readonly reportId: string | null
}

export type Candidate = Omit<ExistingLine, 'id' | 'reportId'>

const NEAR_DAYS = 3
const NONE: Duplicate = { kind: 'none', existingId: null }

/**
 * How each candidate relates to what the broker's ledger has already. Certain: the same external id, or the same type, day, asset, quantity and
 * amount from another report, counted as a multiset (two in the ledger and three in the report: one is new). Likely: the same day, asset and
 * size, or the same line entered by hand. Possible: the same within three days. Each existing line answers for one candidate only. Pure.
 */
export function findDuplicates(candidates: readonly Candidate[], existing: readonly ExistingLine[]): Duplicate[] {
  const results = new Array<Duplicate | undefined>(candidates.length)
  if (existing.length === 0) return candidates.map(() => NONE)
  const free = new Set(existing)
  const claim = (index: number, kind: DuplicateKind, line: ExistingLine | undefined) => {
    if (!line) return
    free.delete(line)
    results[index] = { kind, existingId: line.id }
  }
  const byExternalId = new Map(existing.flatMap((line) => (line.externalId === null ? [] : [[line.externalId, line]])))
  candidates.forEach((candidate, index) => {
    const line = candidate.externalId === null ? undefined : byExternalId.get(candidate.externalId)
    if (line && free.has(line)) claim(index, 'certain', line)
  })
  const pass = (
    kind: DuplicateKind,
    keyOf: (line: Candidate) => string,
    fits: (candidate: Candidate, line: ExistingLine) => boolean,
  ) => {
    const lines = Map.groupBy(free, keyOf)
    candidates.forEach((candidate, index) => {
      if (results[index]) return
      claim(
        index,
        kind,
        lines.get(keyOf(candidate))?.find((line) => free.has(line) && idsAgree(candidate, line) && fits(candidate, line)),
      )
    })
  }
  pass('certain', contentKey, (_, line) => line.reportId !== null)
  pass(
    'likely',
    (line) => `${line.date}|${sizeKey(line)}`,
    () => true,
  )
  pass('possible', sizeKey, (candidate, line) => Math.abs(daysBetween(candidate.date, line.date)) <= NEAR_DAYS)
  return candidates.map((_, index) => results[index] ?? NONE)
}

/** Two lines that both carry an external id are the same only when it is the same one. */
function idsAgree(candidate: Candidate, line: ExistingLine): boolean {
  return candidate.externalId === null || line.externalId === null || candidate.externalId === line.externalId
}

function contentKey(line: Candidate): string {
  return `${line.type}|${line.date}|${line.assetId ?? ''}|${formatDecimal(line.quantity)}|${formatDecimal(line.amount)}|${line.currency ?? ''}`
}

function sizeKey(line: Candidate): string {
  const size: Decimal = line.assetId === null || line.quantity === 0n ? absolute(line.amount) : absolute(line.quantity)
  return `${line.type}|${line.assetId ?? ''}|${line.assetId === null || line.quantity === 0n ? line.currency : ''}|${formatDecimal(size)}`
}
