import type { CloseColumns } from '../../prices/service.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Asked } from '../ledger/request.ts'
import type { Book } from '../valuation/book.ts'
import { putLast } from './shelf.ts'

type Inputs = {
  readonly lines: readonly Line[]
  readonly closes: CloseColumns
  readonly generation: object
  readonly per: bigint
}
type Kept<T> = Inputs & { readonly value: T; readonly bytes: number }

/** What the days of assets came to, of so many bytes at most. */
export type DayStore<T> = { readonly entries: Map<string, Kept<T>>; readonly most: number; bytes: number }

export function createDayStore<T>(most: number): DayStore<T> {
  return { entries: new Map(), most, bytes: 0 }
}

/** What was made of one asset; `isPlain` = nothing else matters than its lines, its closes and the rates. */
export type MadeDays<T> = { readonly value: T; readonly isPlain: boolean; readonly bytes: number }

/** Kept until a line or close of the asset, or a rate, changes. `which` = the days of the range that count. */
export function keptDays<T>(
  store: DayStore<T>,
  book: Book,
  asked: Asked,
  asset: { readonly id: number; readonly lines: readonly Line[]; readonly which: string },
  make: () => MadeDays<T>,
): T {
  const { generation } = book
  if (generation === null || asked.owned) return make().value
  const inputs = { lines: asset.lines, closes: book.quotes.closesOf(asset.id), generation, per: book.priceQuantityOf(asset.id) }
  const key = JSON.stringify([asset.id, asset.which, asked.currency, asked.from, asked.to, asked.brokerIds])
  const known = store.entries.get(key)
  if (known !== undefined && isSame(known, inputs)) return known.value
  const { value, isPlain, bytes } = make()
  if (isPlain) put(store, key, { ...inputs, value, bytes })
  return value
}

function put<T>(store: DayStore<T>, key: string, value: Kept<T>): void {
  store.bytes += value.bytes - (store.entries.get(key)?.bytes ?? 0)
  putLast(
    store.entries,
    key,
    value,
    () => store.bytes > store.most,
    (old) => {
      store.bytes -= old.bytes
    },
  )
}

function isSame(known: Inputs, inputs: Inputs): boolean {
  return (
    known.closes === inputs.closes &&
    known.generation === inputs.generation &&
    known.per === inputs.per &&
    known.lines.length === inputs.lines.length &&
    known.lines.every((line, index) => line === inputs.lines[index])
  )
}
