import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { isSeen, type Sight } from '#db/sight.ts'
import { type Allowance, allowanceOfRow } from './allowance.ts'

const countedByEditor = query<Sight & { brokerId: number; change: number }>()((q, p) =>
  q
    .updateTable('broker')
    .set((broker) => ({ transaction_count: broker('transaction_count', '+', p.change) }))
    .where('id', '=', p.brokerId)
    .where('id', 'in', (mine) =>
      mine
        .selectFrom('broker_access')
        .select('broker_id')
        .where('broker_id', '=', p.brokerId)
        .where('user_id', '=', p.userId)
        .where(isSeen('broker_id', p))
        .where('role', 'in', ['OWNER', 'EDITOR']),
    )
    .returning(['allow_cash_overdraft', 'allow_asset_shorting', 'cash']),
)

/** Adds to how many lines a broker has, if the user is EDITOR or OWNER there; what it allows, `undefined` if they are not and nothing was written. */
export async function addToLineCount(
  db: Tx,
  count: Sight & { readonly brokerId: number; readonly change: number },
): Promise<Allowance | undefined> {
  const row = await countedByEditor.one(db, count)
  return row && allowanceOfRow(row)
}

const countPut = query<{ brokerId: number; count: number }>()((q, p) =>
  q.updateTable('broker').set({ transaction_count: p.count }).where('id', '=', p.brokerId),
)

/** Writes how many lines a broker has, whoever does it. */
export async function putLineCount(db: Tx, brokerId: number, count: number): Promise<void> {
  await countPut.run(db, { brokerId, count })
}
