import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { inPieces } from '../shared/pieces.ts'

type Piece = { readonly userId: number; readonly limit: number }

const changesCleared = query<Piece>()((q, p) =>
  q
    .updateTable('asset_change')
    .set({ user_id: null })
    .where('id', 'in', (inner) => inner.selectFrom('asset_change').select('id').where('user_id', '=', p.userId).limit(p.limit)),
)
const assetsCleared = query<Piece>()((q, p) =>
  q
    .updateTable('asset')
    .set({ created_by: null })
    .where('id', 'in', (inner) => inner.selectFrom('asset').select('id').where('created_by', '=', p.userId).limit(p.limit)),
)

const iconsCleared = query<{ userId: number }>()((q, p) =>
  q
    .updateTable('asset')
    .set({ icon: null })
    .where('icon', 'in', (inner) => inner.selectFrom('upload').select('upload.id').where('uploaded_by', '=', p.userId)),
)

/** Takes the name of a user off the assets that they added or changed. In pieces, between which the event loop is given back. */
export async function clearAuthor(db: Tx, userId: number): Promise<void> {
  for (const statement of [changesCleared, assetsCleared]) await inPieces((limit) => statement.run(db, { userId, limit }))
}

/** Takes the icons away that a user uploaded. */
export async function clearIcons(db: Tx, userId: number): Promise<void> {
  await iconsCleared.run(db, { userId })
}
