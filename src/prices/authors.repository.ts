import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { inPieces } from '../shared/pieces.ts'

const closesCleared = query<{ userId: number; limit: number }>()((q, p) =>
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

const eventsCleared = query<{ userId: number }>()((q, p) =>
  q.updateTable('asset_event').set({ created_by: null }).where('created_by', '=', p.userId),
)

const rejectionsCleared = query<{ userId: number }>()((q, p) =>
  q.updateTable('price_suspect').set({ rejected_by: null }).where('rejected_by', '=', p.userId),
)

/** Takes the name of a user off the closes and events that they entered, and off what they rejected; no figure depends on it. In pieces, between which the event loop is given back. */
export async function clearAuthor(db: Tx, userId: number): Promise<void> {
  await inPieces((limit) => closesCleared.run(db, { userId, limit }))
  await eventsCleared.run(db, { userId })
  await rejectionsCleared.run(db, { userId })
}
