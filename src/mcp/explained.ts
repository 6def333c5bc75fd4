import { type Fields, fieldsOf, listOf, MOST_BESIDE, pageOf } from './bounded.ts'

/** Which explained figures are wanted. */
export type Wanted = {
  readonly figure?: string | undefined
  readonly assetId?: number | undefined
  readonly transactionId?: number | undefined
  readonly offset: number
  readonly limit: number
}

/** What says which row it is; a row has some of them. */
const NAMES = ['asset_id', 'symbol', 'broker_id', 'transaction_id', 'lot_id', 'currency', 'month', 'date'] as const

/**
 * The explained figures of a report, a page of them: which row each is of, its value, its formula, and at most `MOST_BESIDE` of its terms. First those
 * of the rows, list by list, then those of the totals and of the report itself.
 */
export function explainedFigures(report: Fields, wanted: Wanted) {
  const found = [...rowsOf(report)].filter(({ row, figure }) => isWanted(row, figure, wanted))
  const { shown, page } = pageOf(found, wanted)
  return { figures: shown.map(({ list, row, figure, explanation }) => figureOf(list, row, figure, explanation)), page }
}

function* rowsOf(report: Fields) {
  for (const [list, value] of Object.entries(report)) {
    for (const item of listOf(value)) yield* explanationsOf(list, fieldsOf(item))
  }
  for (const [list, value] of Object.entries(report)) yield* explanationsOf(list, fieldsOf(value))
  yield* explanationsOf('report', report)
}

function* explanationsOf(list: string, row: Fields) {
  for (const item of listOf(row['explain'])) {
    const explanation = fieldsOf(item)
    yield { list, row, figure: String(explanation['figure']), explanation }
  }
}

function isWanted(row: Fields, name: string, { figure, assetId, transactionId }: Wanted): boolean {
  return (
    (figure === undefined || name === figure) &&
    (assetId === undefined || row['asset_id'] === assetId) &&
    (transactionId === undefined || row['transaction_id'] === transactionId)
  )
}

function figureOf(list: string, row: Fields, figure: string, { formula, terms }: Fields) {
  const all = listOf(terms)
  return {
    of: { list, ...Object.fromEntries(NAMES.map((name) => [name, row[name] ?? null])) },
    figure,
    value: valueIn(row, figure),
    formula,
    terms: all.slice(0, MOST_BESIDE).map((term) => withoutNothing(fieldsOf(term))),
    terms_total: all.length,
  }
}

/** The figure itself; `gain.total` is in an object of the row. */
function valueIn(row: Fields, figure: string): string | null {
  const found = figure.split('.').reduce<unknown>((value, key) => fieldsOf(value)[key], row)
  return found === null || found === undefined ? null : String(found)
}

/** A term has many fields, few of which say something; its amount is said always, since null there means that it is left out. */
function withoutNothing(term: Fields): Fields {
  return Object.fromEntries(Object.entries(term).filter(([key, value]) => value !== null || key === 'amount'))
}
