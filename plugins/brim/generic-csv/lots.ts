/** The lots that sales take, by the ids of the rows that opened them: our own export has them. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { absolute, decimal, formatDecimal, sum, tryDecimal, ZERO } from '#src/shared/decimal.ts'
import type { Book } from './book.ts'
import type { Cells } from './cells.ts'

type Choice = { readonly id: string; readonly quantity: string }

type LotBook = ReturnType<typeof openLots>

const MAX_LOTS = 1000

/** Rows by their ids, and what rows say of the lots that they take. */
export function openLots() {
  return { rows: new Map<string, number>(), choices: new Map<number, readonly Choice[]>() }
}

/** Remembers the id of a row that is booked, and the lots that it names. */
export function noteLots({ rows, choices }: LotBook, id: string, row: number, lots: readonly Choice[] | undefined): void {
  if (id !== '' && !rows.has(id)) rows.set(id, row)
  if (lots !== undefined) choices.set(row, lots)
}

/** The lots that a row names. Throws RowRefusal for those that cannot be read or do not add up. */
export function lotsIn({ lots }: Cells, { type, quantity }: TransactionDraft): readonly Choice[] | undefined {
  if (lots === '') return undefined
  const size = quantity === undefined ? ZERO : decimal(quantity)
  if ((type !== 'SELL' && type !== 'TRANSFER') || size >= ZERO)
    refuse('invalid-lots', 'Only a SELL or an outgoing TRANSFER says which lots it takes.')
  const found = lots.split(';').map(readChoice)
  if (found.length > MAX_LOTS || new Set(found.map((choice) => choice.id)).size < found.length)
    refuse('invalid-lots', `The lots "${lots.slice(0, 80)}" name a row twice, or more than ${MAX_LOTS}.`)
  if (sum(found.map((choice) => decimal(choice.quantity))) !== absolute(size))
    refuse('invalid-lots', `The lots must add up to the quantity, ${formatDecimal(absolute(size))}.`)
  return found
}

/** Gives each line its lots by rows, once all rows are known; where a row is missing the method of a report chooses, and the row gets a warning. */
export function settleLots({ transactions, issues, lots: { rows, choices } }: Book): void {
  if (choices.size === 0) return
  const read = new Set(transactions.map((draft) => draft.rows[0]))
  const rowOf = ({ id }: Choice) => rows.get(id) ?? 0
  transactions.forEach((draft, index) => {
    const wanted = choices.get(draft.rows[0])
    const missing = wanted?.find((lot) => !read.has(rowOf(lot)))
    if (missing !== undefined) {
      const detail = `lots names the id ${missing.id}, which no row of this file has: the method of a report chooses the lots of this line.`
      issues.push({ row: draft.rows[0], severity: 'warning', code: 'lot-unknown', detail })
    } else if (wanted !== undefined) {
      transactions[index] = { ...draft, lots: wanted.map((lot) => ({ row: rowOf(lot), quantity: lot.quantity })) }
    }
  })
}

function readChoice(text: string): Choice {
  const [id = '', figure = '', ...rest] = text.split(':').map((part) => part.trim())
  const quantity = tryDecimal(figure)
  if (id === '' || rest.length > 0 || typeof quantity !== 'bigint' || quantity <= ZERO)
    refuse('invalid-lots', `"${text.slice(0, 80)}" is no lot: write the id of its row, a colon, and units greater than 0.`)
  return { id, quantity: formatDecimal(quantity) }
}
