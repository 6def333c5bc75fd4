import type { Reader } from '#db/connection.ts'
import { isCurrency } from '../../shared/currency.ts'
import { addDays } from '../../shared/date.ts'
import { add, type Decimal, formatDecimal, subtract, ZERO } from '../../shared/decimal.ts'
import { listUnitDays } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import type { Prepared } from '../prepare.ts'
import type { Issue, Report } from '../report.ts'
import type { Comparison } from './compare-stated.ts'

/** A report may be cut within a day, and days of booking differ from those of trading: so far around its beginning the ledger may fit. */
const NEAR_DAYS = 8

/**
 * A note for each currency of which a report starts with another balance than the ledger has then, without what both have: a report of before is
 * missing. Only where the report states it of one account that goes to a broker: its ledger has one balance for all of them.
 */
export async function notesOfBefore(
  db: Reader,
  report: Report,
  { comparisons, brokerOf }: Pick<Prepared, 'comparisons' | 'brokerOf'>,
  drafts: readonly ClassifiedDraft[],
): Promise<Issue[]> {
  if (report.status === 'imported') return []
  const issues: Issue[] = []
  const places = Map.groupBy(comparisons, ({ unit, account }) => `${brokerOf(account)} ${unit}`)
  for (const own of places.values()) {
    const [first] = own.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    if (first?.opening === undefined || !isCurrency(first.unit) || isOfSeveral(own)) continue
    const { unit } = first
    const brokerId = brokerOf(first.account)
    const there = drafts.filter(({ fields }) => fields.brokerId === brokerId)
    const { ledger, candidates } = await ledgerAround(db, brokerId, unit, first.from, there)
    if (candidates.has(first.opening)) continue
    const detail = `The file starts with ${formatDecimal(first.opening)} ${unit} (${first.from}), the ledger has ${formatDecimal(ledger)} before it: ${formatDecimal(subtract(first.opening, ledger))} of the time before are missing. Import the report of before, too.`
    issues.push({
      row: null,
      severity: 'info',
      code: 'stated-before',
      detail,
      ...(first.file === null ? {} : { file: first.file }),
    })
  }
  return issues
}

/** Of several accounts, or of several sections of one file. */
function isOfSeveral(own: readonly Comparison[]): boolean {
  return new Set(own.map(({ account }) => account)).size > 1 || new Set(own.map(({ file }) => file)).size < own.length
}

/** The balance of a unit before a day, and at the end of each day around it, without the lines that the drafts repeat. */
async function ledgerAround(
  db: Reader,
  brokerId: number,
  unit: string,
  from: string,
  drafts: readonly ClassifiedDraft[],
): Promise<{ readonly ledger: Decimal; readonly candidates: ReadonlySet<Decimal> }> {
  const changes = new Map((await listUnitDays(db, brokerId, unit)).map(({ date, change }) => [date, change]))
  for (const { duplicate, fields } of drafts)
    if (duplicate.kind === 'certain' && fields.currency === unit)
      changes.set(fields.date, subtract(changes.get(fields.date) ?? ZERO, fields.amount))
  const [start, end] = [addDays(from, -NEAR_DAYS), addDays(from, NEAR_DAYS)]
  let [balance, ledger] = [ZERO, ZERO]
  const candidates = new Set<Decimal>()
  for (const [date, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (date > end) break
    if (date >= start) candidates.add(balance)
    balance = add(balance, change)
    if (date < from) ledger = balance
  }
  return { ledger, candidates: candidates.add(balance) }
}
