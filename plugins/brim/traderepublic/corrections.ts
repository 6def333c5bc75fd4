/** Negative dividends: what takes a payment of the report back, what pays for units instead of it, and the rest. */
import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { type EventMarks, isIsin, marksByCells, negated, plus, wholeEvents } from '#plugins/kit/index.ts'

type Drafts = readonly TransactionDraft[]
/** What becomes of drafts; nothing where they go. */
type Changes = Map<TransactionDraft, TransactionDraft | undefined>

const [DAY, MOST_APART] = [86_400_000, 7]
const MOST_NEAR = 50
const DETAIL =
  'The report does not say which negative dividend paid for which units, or takes a payment back instead. Enter the purchase by hand, with what paid for it as its amount.'

/** The report, its corrections as what they take back or buy. A correction of neither stays a negative dividend. */
export function withCorrections(report: ParsedReport, files: readonly ReportFile[]): ParsedReport {
  const { transactions } = report
  const corrections = transactions.filter(isCorrection)
  const bought = transactions.filter(({ type, amount }) => type === 'BUY' && amount === undefined)
  if (corrections.length + bought.length === 0) return report
  const changes: Changes = new Map()
  takeBack(transactions, corrections, changes)
  const paying = corrections.filter((draft) => !changes.has(draft))
  const unpaid = new Set(payFor(bought, corrections, changes))
  const settled = {
    ...report,
    transactions: transactions.flatMap((draft) => (changes.has(draft) ? (changes.get(draft) ?? []) : draft)),
    issues: [
      ...report.issues,
      ...[...unpaid].map((row) => ({ row, severity: 'error' as const, code: 'unclear-reinvestment', detail: DETAIL })),
    ],
  }
  return wholeEvents(settled, marksOf(files, new Set(paying.map(({ rows }) => rows[0]))))
}

/** A row without an amount that cannot be read may be units that one of these paid for, about that day. */
function marksOf(files: readonly ReportFile[], paying: ReadonlySet<number>): (row: number) => EventMarks | undefined {
  return marksByCells(files, ['symbol', 'date', 'amount'], (cellOf, row) => {
    const [symbol, week] = [cellOf('symbol'), Math.floor(Date.parse(cellOf('date')) / DAY / (MOST_APART + 1))]
    const [assets, weeks] = [isIsin(symbol) ? symbol : '*', Number.isNaN(week) ? '*' : week]
    const of = [symbol, '*'].flatMap((asset) => [week - 1, week, week + 1, '*'].map((around) => `${asset} ${around}`))
    return { of: paying.has(row) ? of : [], perhapsOf: cellOf('amount') === '' ? [`${assets} ${weeks}`] : [] }
  })
}

function isCorrection({ type, tags }: TransactionDraft): boolean {
  return type === 'DIVIDEND' && tags?.includes('correction') === true
}

/** Each correction takes back the nearest payment of just its amount, fees and taxes; what came back of those is in it then. */
function takeBack(drafts: Drafts, corrections: Drafts, changes: Changes): void {
  const byRow = Map.groupBy(drafts, ({ rows }) => rows[0])
  const payments = Map.groupBy(
    drafts.filter((draft) => draft.type === 'DIVIDEND' && !isCorrection(draft)).toSorted((a, b) => (a.date < b.date ? 1 : -1)),
    (draft) => keyOf(draft, draft),
  )
  for (const draft of corrections) {
    const back = (byRow.get(draft.rows[0]) ?? []).filter((one) => one !== draft)
    const net = plus(draft.amount, ...back.map(({ amount }) => amount))
    const sumOf = (type: string) => plus(...back.map((one) => (one.type === type ? one.amount : undefined)))
    const same = payments.get(keyOf(draft, { amount: negated(net), fees: sumOf('FEE'), taxes: sumOf('TAX') }))
    const at = same?.findIndex(({ date }) => date <= draft.date) ?? -1
    const [paid] = at < 0 ? [] : (same?.splice(at, 1) ?? [])
    if (paid === undefined) continue
    changes.set(draft, { ...draft, amount: net, fees: paid.fees, taxes: paid.taxes, reverses: 'same' })
    for (const one of back) changes.set(one, undefined)
  }
}

function keyOf(
  { asset, account, currency }: TransactionDraft,
  sizes: Pick<TransactionDraft, 'amount' | 'fees' | 'taxes'>,
): string {
  return [asset, account, currency, sizes.amount, plus(sizes.fees), plus(sizes.taxes)].join('|')
}

/**
 * Units that came for a dividend are bought with the only correction within seven days, where it takes nothing back and is near no other units; else the
 * rows of both. The purchase has the id of the correction, which a report without the units books alone: a warning then names the two.
 */
function payFor(bought: Drafts, corrections: Drafts, changes: Changes): number[] {
  const assetOf = ({ asset, account }: TransactionDraft) => `${asset}|${account}`
  const known = Map.groupBy(corrections, assetOf)
  const nearTo = new Map(bought.map((units) => [units, near(known.get(assetOf(units)) ?? [], units)]))
  const counts = new Map<TransactionDraft, number>()
  for (const one of [...nearTo.values()].flat()) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...nearTo].flatMap(([units, all]) => {
    const free = all.filter((one) => !changes.has(one))
    const [paid] = free
    if (paid === undefined || free.length > 1 || counts.get(paid) !== 1) {
      // What may have paid for them instead of taking a payment back; one with which costs came back did not.
      const doubtful = paid === undefined ? all.filter((one) => changes.get(one)?.amount === one.amount) : []
      return [units, ...doubtful].flatMap(({ rows }) => rows[0])
    }
    const { amount, currency, fees, taxes, externalId } = paid
    changes.set(units, { ...units, rows: [...units.rows, ...paid.rows], amount, currency, fees, taxes, externalId })
    changes.set(paid, undefined)
    return []
  })
}

function near(corrections: Drafts, units: TransactionDraft): TransactionDraft[] {
  const found: TransactionDraft[] = []
  for (const one of corrections) {
    if (Math.abs(Date.parse(one.date) - Date.parse(units.date)) <= MOST_APART * DAY) found.push(one)
    if (found.length === MOST_NEAR) break
  }
  return found
}
