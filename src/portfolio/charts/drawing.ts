import type { Asked } from '../ledger/request.ts'
import type { Book } from '../valuation/book.ts'
import type { Locale } from './locale.ts'
import type { Look } from './look.ts'

/** What a chart is drawn from: the book and the question of the report that it shows. */
export type Drawing = { readonly book: Book; readonly asked: Asked; readonly look: Look; readonly locale: Locale }
