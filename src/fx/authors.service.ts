import type { Tx } from '#db/connection.ts'
import { clearAuthor } from './authors.repository.ts'

/** Takes the name of a user who goes off the rates that they entered for all, and removes those that count for them only; in the transaction that removes them. */
export async function clearAuthorOfRates({ db }: { readonly db: Tx }, userId: number): Promise<void> {
  await clearAuthor(db, userId)
}
