/** The columns of a layout: which titles they have in the reports, and what their cells are. */
import { fold } from '../text.ts'

/** A currency; `divisor` 100 for pence and the like: amounts and prices are divided by it. With `money` in the layout, also the code of a coin. */
export type Unit = { readonly currency: string; readonly divisor: number }

/** A title; the nth of that name (from 1); or the column right of it, whatever its own title. */
export type Title = string | { readonly title: string; readonly nth?: number; readonly after?: boolean }

type Kind = 'text' | 'day' | 'clock' | 'number' | 'unit' | 'isin'

export type Column<T> = {
  readonly kind: Kind
  readonly titles: readonly { readonly title: string; readonly folded: string; readonly nth: number; readonly after: boolean }[]
  readonly required: boolean
  readonly make?: (text: string) => T
  /** Never there: the type of its cells. */
  readonly value?: T
}

type DayColumn = Column<string> & { readonly kind: 'day' }

export type Columns = Readonly<Record<string, Column<unknown>>>

function columnOf<C extends Column<unknown>>(kind: C['kind']): (...titles: Title[]) => C
function columnOf(kind: Kind): (...titles: Title[]) => Column<unknown> {
  return (...given) => {
    const titles = given.map((one) => {
      const { title, nth = 1, after = false } = typeof one === 'string' ? { title: one } : one
      return { title, folded: fold(title), nth, after }
    })
    return { kind, titles, required: true }
  }
}

/** The trimmed cell, `''` when it is empty. */
export const text = columnOf<Column<string>>('text')

/** What is made of the trimmed text of a column: once in a file of each text that comes again. */
export const made = <T>({ kind, titles, required }: Column<string>, make: (text: string) => T): Column<T> => ({
  ...{ kind, titles, required, make },
})

/** A day as `YYYY-MM-DD`, read in the order that the layout states; an empty cell refuses the row. */
export const day = columnOf<DayColumn>('day')

/** A time of day, alone or behind a day. */
export const clock = columnOf<Column<string | undefined>>('clock')

/** A column with both, as `date` and `time`. */
export const moment = (...titles: Title[]) => ({ date: day(...titles), time: clock(...titles) })

/** A number as a plain decimal text; `undefined` for an empty cell, `-` and `n/a`. */
export const number = columnOf<Column<string | undefined>>('number')

/** A currency, pence and the like included. */
export const unit = columnOf<Column<Unit | undefined>>('unit')

/** An ISIN by its form; anything else in the cell refuses the row. */
export const isin = columnOf<Column<string | undefined>>('isin')

/** A column that not every report of this layout has; it reads as empty then. A day in it may be empty. */
export function optional(column: DayColumn): Column<string | undefined>
export function optional<T>(column: Column<T>): Column<T>
export function optional<T>(column: Column<T>): Column<T | undefined> {
  return { ...column, required: false }
}

/** Columns that are known, and of no use here. */
export const unused = (...titles: string[]): Record<never, unknown> => unread(titles, (title) => optional(text(title)))

/** The same of columns that every such file has. */
export const present = (...titles: string[]): Record<never, unknown> => unread(titles, text)

/** By names that no other column has. */
function unread(titles: readonly string[], columnFor: (title: string) => Column<string>): Columns {
  return Object.fromEntries(titles.map((title) => [`unread ${title}`, columnFor(title)]))
}

/** The nth column (from 1) of a title that occurs several times. */
export const nth = (title: string, place: number): Title => ({ title, nth: place })

/** The column right of this title, for reports that leave a title empty; `place`: of its nth occurrence. */
export const after = (title: string, place = 1): Title => ({ title, nth: place, after: true })
