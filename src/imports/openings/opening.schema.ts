import { z } from '@hono/zod-openapi'
import { DecimalText } from '../../http/decimal.ts'
import { MAX_LISTED } from '../listed.ts'

const OpeningChange = z
  .object({
    row: z.int().nullable().openapi({ description: 'The first row of this report that needs it', example: 7 }),
    file: z.string().nullable().openapi({ description: 'The file inside an archive', example: 'Transactions.csv' }),
    broker_id: z.int().openapi({ example: 1 }),
    asset: z.string().nullable().openapi({ description: '`ref` of the asset', example: 'US0378331005' }),
    name: z.string().nullable().openapi({ example: 'Acme Corporation' }),
    symbol: z.string().nullable().openapi({ example: 'ACME' }),
    isin: z.string().nullable().openapi({ example: 'US0378331005' }),
    currency: z.string().nullable().openapi({ description: 'Of an opening of cash', example: 'EUR' }),
    date: z.string().nullable().openapi({ format: 'date', description: 'Its day; `null` = it is gone', example: '2025-12-31' }),
    quantity: DecimalText.openapi({ description: 'Units of the asset, or the amount of cash' }),
    cost: DecimalText.nullable().openapi({ description: '`null` = not known: gains say so' }),
    cost_currency: z.string().nullable().openapi({ example: 'EUR' }),
    date_before: z.string().nullable().openapi({ format: 'date', description: '`null` = it is new', example: '2025-12-31' }),
    quantity_before: DecimalText,
  })
  .openapi('OpeningChange', {
    description: 'An opening position (a TRANSFER tagged `opening`) that an import books, changes or takes away',
  })

export const openingFields = {
  openings: z
    .array(OpeningChange)
    .max(MAX_LISTED)
    .openapi({ description: 'Opening positions that are booked, changed or taken away, the first 1,000' }),
  openings_total: z.int().openapi({ example: 0 }),
}

const StatedPosition = z
  .object({
    row: z.int().openapi({ example: 2 }),
    asset: z.string().nullable().openapi({ description: '`ref` of the asset', example: 'US0378331005' }),
    name: z.string().nullable().openapi({ example: 'Acme Corporation' }),
    symbol: z.string().nullable().openapi({ example: 'ACME' }),
    isin: z.string().nullable().openapi({ example: 'US0378331005' }),
    date: z.string().openapi({ format: 'date', example: '2025-12-31' }),
    stated: DecimalText.openapi({ description: 'What the file says was held at the end of that day' }),
    computed: DecimalText.openapi({ description: 'What the ledger comes to with the transactions of the file' }),
    difference: DecimalText.openapi({ description: '`stated` less `computed`: what `positions=book` books' }),
    cost: DecimalText.nullable().openapi({ description: 'What the file says that it had cost' }),
    currency: z.string().nullable().openapi({ description: 'Of the cost', example: 'EUR' }),
  })
  .openapi('StatedPosition', { description: 'A position that a file states, beside the ledger' })

export const positionFields = {
  positions: z.array(StatedPosition).max(MAX_LISTED).openapi({ description: 'Positions that the file states, the first 1,000' }),
  positions_total: z.int().openapi({ example: 0 }),
}

export const PositionsChoice = z.enum(['compare', 'book']).openapi('PositionsChoice', {
  description:
    'Positions that the file states: `compare` shows them beside the ledger, `book` opens the portfolio with them, each as an opening position with its cost of the first day on which the file states it, less what the ledger comes to',
  default: 'compare',
  example: 'book',
})

export const OpeningChoice = z.enum(['refuse', 'leave-out', 'book']).openapi('OpeningChoice', {
  description:
    'Rows that take out what is not there, where the broker forbids that: `book` what is missing as opening positions on the day before the first row of the asset (of cash, too), `leave-out` those rows, `refuse` all. Openings shrink when an older report comes. Without it and `short`: `book` for the assets of a broker without transactions, else `leave-out`; with both, `short` is for what no opening covers.',
  example: 'book',
})
