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

const closesCleared = query<Piece>()((q, p) =>
  q
    .updateTable('price')
    .set({ created_by: null })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('asset_id', 'date'),
        'in',
        selectFrom('price')
          .select(['asset_id', 'date'])
          .where('created_by', '=', p.userId)
          .limit(p.limit)
          .$asTuple('asset_id', 'date'),
      ),
    ),
)

/** Takes the name of a user off the closes and assets that they entered or changed. In pieces, between which the event loop is given back. */
export async function clearAuthor(db: Tx, userId: number): Promise<void> {
  for (const statement of [closesCleared, changesCleared, assetsCleared])
    await inPieces((limit) => statement.run(db, { userId, limit }))
}
