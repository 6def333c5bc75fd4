import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { yieldToEventLoop } from '../shared/event-loop.ts'

/** Only some of so many are the user's. */
const LINES_A_PIECE = 1_000

const lastLine = query()((q) => q.selectFrom('ledger_transaction').select(({ fn }) => fn.max<number | null>('id').as('id')))
const namesCleared = query<{ after: number; until: number; userId: number }>()((q, p) =>
  q
    .updateTable('ledger_transaction')
    .set({ created_by: null })
    .where('id', '>', p.after)
    .where('id', '<=', p.until)
    .where('created_by', '=', p.userId),
)

/** Takes the name of a user off the lines that they entered. In pieces, between which the event loop is given back. */
export async function clearAuthor(db: Tx, userId: number): Promise<void> {
  const last = (await lastLine.one(db, {}))?.id ?? 0
  for (let after = 0; after < last; after += LINES_A_PIECE) {
    await namesCleared.run(db, { after, until: after + LINES_A_PIECE, userId })
    if (after + LINES_A_PIECE < last) await yieldToEventLoop()
  }
}
