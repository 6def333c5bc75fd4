import { TransactionQuery } from '../list.schema.ts'

/** The filters of the list; the whole of what fits comes at once. */
export const PlainTextQuery = TransactionQuery.omit({
  expand: true,
  order: true,
  format: true,
  limit: true,
  cursor: true,
  count: true,
})
