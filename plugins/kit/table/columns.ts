/** The columns of a layout: which titles they have in the reports, and what their cells are. */
import { fold } from '../text.ts'

/** A currency; `divisor` 100 for pence and the like: amounts and prices are divided by it. With `money` in the layout, also the code of a coin. */
export type Unit = { readonly currency: string; readonly divisor: number }

/** A title; the nth of that name (from 1); or the column right of it, whatever its own title. */
export type Title = string | { readonly title: string; readonly nth?: number; readonly after?: boolean }

type Heading = { readonly title: string; readonly folded: string; readonly nth: number; readonly after: boolean }

type Kind = 'text' | 'day' | 'clock' | 'number' | 'unit' | 'isin'

export type Column<T> = {
  readonly kind: Kind
  readonly titles: readonly Heading[]
  readonly required: boolean
  /** Never there: the type of its cells. */
  readonly value?: T
}

export type DayColumn = Column<string> & { readonly kind: 'day' }

export type Columns = Readonly<Record<string, Column<unknown>>>

function headings(titles: readonly Title[]): Heading[] {
  return titles.map((given) => {
    const { title, nth = 1, after = false } = typeof given === 'string' ? { title: given } : given
    return { title, folded: fold(title), nth, after }
  })
}

function columnOf<T>(kind: Kind): (...titles: Title[]) => Column<T> {
  return (...titles) => ({ kind, titles: headings(titles), required: true })
}

/** The trimmed cell, `''` when it is empty. */
export const text = columnOf<string>('text')

/** A day as `YYYY-MM-DD`, read in the order that the layout states; an empty cell refuses the row. */
export const day = (...titles: Title[]): DayColumn => ({ kind: 'day', titles: headings(titles), required: true })

/** A time of day, alone or behind a day. */
export const clock = columnOf<string | undefined>('clock')

/** A number as a plain decimal text; `undefined` for an empty cell, `-` and `n/a`. */
export const number = columnOf<string | undefined>('number')

/** A currency, pence and the like included. */
export const unit = columnOf<Unit | undefined>('unit')

/** An ISIN by its form; anything else in the cell refuses the row. */
export const isin = columnOf<string | undefined>('isin')

/** A column that not every report of this layout has; it reads as empty then. A day in it may be empty. */
export function optional(column: DayColumn): Column<string | undefined>
export function optional<T>(column: Column<T>): Column<T>
export function optional<T>(column: Column<T>): Column<T | undefined> {
  return { ...column, required: false }
}

/** Columns that are known, and of no use here. */
export function unused(...titles: string[]): Readonly<Record<string, Column<string>>> {
  return Object.fromEntries(titles.map((title) => [title, optional(text(title))]))
}

/** The nth column (from 1) of a title that occurs several times. */
export const nth = (title: string, place: number): Title => ({ title, nth: place })

/** The column right of this title, for reports that leave a title empty; `place`: of its nth occurrence. */
export const after = (title: string, place = 1): Title => ({ title, nth: place, after: true })
