import type { Tx } from '#db/connection.ts'
import { clearAuthor, clearIcons } from './authors.repository.ts'

/** Takes the name of a user who goes off the assets that they added or changed, and the icons away that they uploaded; in the transaction that removes them. */
export async function removeAuthorOfAssets({ db }: { readonly db: Tx }, userId: number): Promise<void> {
  await clearIcons(db, userId)
  await clearAuthor(db, userId)
}
