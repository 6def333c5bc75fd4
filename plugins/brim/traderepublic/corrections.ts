/** Negative dividends: what takes a payment of the report back, what pays for units instead of it, and the rest. */
import type { ParsedReport, ReportFile, TransactionDraft } from '#plugins/brim/contract.ts'
import { type EventMarks, isIsin, marksBy, negated, plus, wholeEvents } from '#plugins/kit/index.ts'

type Drafts = readonly TransactionDraft[]
/** What becomes of drafts; nothing where they go. */
type Changes = Map<TransactionDraft, TransactionDraft | undefined>

const [DAY, MOST_APART] = [86_400_000, 7]
const DETAIL =
  'The report does not say which money paid for these units. Enter the purchase by hand, with the negative dividend that paid for it as its amount.'

/** The report, its corrections as what they take back or buy. A correction of neither stays a negative dividend. */
export function withCorrections(report: ParsedReport, files: readonly ReportFile[]): ParsedReport {
  const { transactions } = report
  const corrections = transactions.filter(isCorrection)
  const bought = transactions.filter(({ type, amount }) => type === 'BUY' && amount === undefined)
  if (corrections.length + bought.length === 0) return report
  const changes: Changes = new Map()
  takeBack(transactions, corrections, changes)
  const paying = corrections.filter((draft) => !changes.has(draft))
  const unpaid = payFor(bought, paying, changes)
  const settled = {
    ...report,
    transactions: transactions.flatMap((draft) => (changes.has(draft) ? (changes.get(draft) ?? []) : draft)),
    issues: [
      ...report.issues,
      ...unpaid.map((row) => ({ row, severity: 'error' as const, code: 'unclear-reinvestment', detail: DETAIL })),
    ],
  }
  return wholeEvents(settled, marksOf(files, new Set(paying.map(({ rows }) => rows[0]))))
}

/** A row without an amount that cannot be read may be units that one of these paid for, about that day. */
function marksOf(files: readonly ReportFile[], paying: ReadonlySet<number>): (row: number) => EventMarks | undefined {
  const rows = files.flatMap(({ tables }) => tables.flatMap((table) => table.rows))
  const titles = rows.find(({ cells }) => cells.includes('symbol') && cells.includes('amount'))?.cells ?? []
  const cellOf = (cells: readonly string[], title: string) => cells[titles.indexOf(title)] ?? ''
  return marksBy(
    rows,
    ({ number }) => number,
    ({ number, cells }) => {
      const [symbol, week] = [cellOf(cells, 'symbol'), Math.floor(Date.parse(cellOf(cells, 'date')) / DAY / (MOST_APART + 1))]
      const [assets, weeks] = [isIsin(symbol) ? symbol : '*', Number.isNaN(week) ? '*' : week]
      const of = [symbol, '*'].flatMap((asset) => [week - 1, week, week + 1, '*'].map((around) => `${asset} ${around}`))
      return { of: paying.has(number) ? of : [], perhapsOf: cellOf(cells, 'amount') === '' ? [`${assets} ${weeks}`] : [] }
    },
  )
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

/** Units that came for a dividend are bought with the only correction within seven days that takes nothing back; the rows of all others. */
function payFor(bought: Drafts, paying: Drafts, changes: Changes): number[] {
  const assetOf = ({ asset, account }: TransactionDraft) => `${asset}|${account}`
  const free = Map.groupBy(paying, assetOf)
  return bought.flatMap((units) => {
    const near: TransactionDraft[] = []
    for (const one of free.get(assetOf(units)) ?? []) {
      if (near.length < 2 && Math.abs(Date.parse(one.date) - Date.parse(units.date)) <= MOST_APART * DAY) near.push(one)
    }
    const [paid] = near
    if (paid === undefined || near.length > 1 || changes.has(paid)) return units.rows[0]
    const { amount, currency, fees, taxes } = paid
    changes.set(units, { ...units, rows: [...units.rows, ...paid.rows], amount, currency, fees, taxes })
    changes.set(paid, undefined)
    return []
  })
}
