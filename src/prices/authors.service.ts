import type { Tx } from '#db/connection.ts'
import { clearAuthor } from './authors.repository.ts'

/** Takes the name of a user who goes off the closes and events that they entered; in the transaction that removes them. */
export async function removeAuthorOfPrices({ db }: { readonly db: Tx }, userId: number): Promise<void> {
  await clearAuthor(db, userId)
}
