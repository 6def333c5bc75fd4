import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { inPieces } from '../shared/pieces.ts'

type Piece = { readonly userId: number; readonly limit: number }

const namesCleared = query<Piece>()((q, p) =>
  q
    .updateTable('fx_rate')
    .set({ created_by: null })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('base', 'quote', 'provider', 'date'),
        'in',
        selectFrom('fx_rate')
          .select(['base', 'quote', 'provider', 'date'])
          .where('created_by', '=', p.userId)
          .limit(p.limit)
          .$asTuple('base', 'quote', 'provider', 'date'),
      ),
    ),
)
const ownRatesDeleted = query<Piece>()((q, p) =>
  q
    .deleteFrom('fx_own_rate')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('user_id', 'base', 'quote', 'date'),
        'in',
        selectFrom('fx_own_rate')
          .select(['user_id', 'base', 'quote', 'date'])
          .where('user_id', '=', p.userId)
          .limit(p.limit)
          .$asTuple('user_id', 'base', 'quote', 'date'),
      ),
    ),
)

/** Takes the name of a user off the rates that they entered for all, and removes those that count for them only. In pieces. */
export async function clearAuthor(db: Tx, userId: number): Promise<void> {
  for (const statement of [namesCleared, ownRatesDeleted]) await inPieces((limit) => statement.run(db, { userId, limit }))
}
