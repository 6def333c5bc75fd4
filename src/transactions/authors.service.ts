import type { Tx } from '#db/connection.ts'
import { clearAuthor } from './authors.repository.ts'

/** Takes the name of a user who goes off the lines that they entered; in the transaction that removes them. */
export async function clearAuthorOfLines({ db }: { readonly db: Tx }, userId: number): Promise<void> {
  await clearAuthor(db, userId)
}
