/** What a file has been turned into so far, and what only the whole of it shows. */
import type { Row, TransactionDraft } from '#plugins/brim/contract.ts'
import { createRepeats, openRowBook, refuse } from '#plugins/kit/index.ts'
import type { Layout } from './columns.ts'
import { openLots } from './lots.ts'

export type Book = ReturnType<typeof openBook>

export function openBook() {
  return {
    ...openRowBook(),
    /** `rows`: the first that bears each id. The rest is needed only where an id comes again; most files have no such row. `booked`: the row of each draft. */
    externalIds: {
      rows: new Map<string, Row>(),
      repeats: createRepeats(),
      booked: undefined as Map<string | undefined, number> | undefined,
    },
    brokenGroups: new Set<string>(),
    /** Rows whose FEE or TAX had no minus. */
    takenAsCosts: [] as number[],
    lots: openLots(),
  }
}

/** Whether a row above has the same external id: `again`, or the number of the one that says the same in every cell. */
export function repeatIn({ externalIds: { rows, repeats } }: Book, id: string, row: Row): number | 'again' | undefined {
  if (id === '') return undefined
  const known = rows.get(id)
  if (known === undefined) {
    rows.set(id, row)
    return undefined
  }
  repeats(id, known)
  return repeats(id, row) ?? 'again'
}

/** Throws RowRefusal when another row was booked under the external id; `isAgain`: whether another has it. */
export function requireNewId({ externalIds: ids, transactions }: Book, draft: TransactionDraft, isAgain: boolean): void {
  const { externalId, rows } = draft
  if (externalId === undefined) return
  if (isAgain) {
    ids.booked ??= new Map(transactions.map((one) => [one.externalId, one.rows[0]]))
    const first = ids.booked.get(externalId)
    if (first !== undefined) refuse('repeated-external-id', `external_id "${externalId}" stands in row ${first} too.`)
  }
  ids.booked?.set(externalId, rows[0])
}

/** A conversion or exchange with a leg missing would leave money or units out of nothing: its other legs are not imported either. */
export function removeHalfGroups(book: Book): void {
  const legs = new Map<string, number>()
  for (const { type, group } of book.transactions)
    if (type === 'FX_CONVERSION' && group !== undefined) legs.set(group, (legs.get(group) ?? 0) + 1)
  const isHalf = ({ type, group }: TransactionDraft) =>
    group !== undefined && (book.brokenGroups.has(group) || (type === 'FX_CONVERSION' && legs.get(group) !== 2))
  if (legs.size === 0 && book.brokenGroups.size === 0) return
  for (const draft of book.transactions.splice(0)) {
    if (!isHalf(draft)) book.transactions.push(draft)
    else {
      const detail = `The group "${draft.group}" is not complete: see its other rows. A conversion has two.`
      book.issues.push({ row: draft.rows[0], severity: 'error', code: 'incomplete-group', detail })
    }
  }
}

export function isCost({ type, amount }: TransactionDraft): boolean {
  return (type === 'FEE' || type === 'TAX') && amount?.startsWith('-') === true
}

export function reportCosts({ takenAsCosts, issues }: Book): void {
  const [first] = takenAsCosts
  if (first === undefined) return
  const detail = `FEE and TAX rows without a minus: ${takenAsCosts.length}, the first is row ${first}. They were taken as costs. For refunds state options.mapping.sign: "as_is".`
  issues.push({ row: null, severity: 'info', code: 'taken-as-costs', detail })
}

export function reportUnread(book: Book, { unread }: Layout): void {
  if (unread.length === 0) return
  const detail = `These columns were not read: ${unread.join(', ')}.`
  book.issues.push({ row: null, severity: 'info', code: 'unread-columns', detail })
}
