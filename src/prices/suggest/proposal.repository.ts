import { isAllSeen, isStillTheirs } from '#db/concerned.ts'
import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { Sight } from '#db/sight.ts'
import type { PriceProposalTable } from '#db/tables/prices.ts'
import type { Candidate } from './candidate.ts'

export type StoredProposal = {
  readonly assetId: number
  readonly symbol: string
  readonly name: string
  readonly at: string
  readonly candidates: readonly Candidate[]
}

type Row = { userId: number; assetId: number; candidates: string; brokerIds: string; at: string }

const write = query<Row>()((q, p) =>
  q
    .insertInto('price_proposal')
    .values({
      user_id: p.userId,
      asset_id: p.assetId,
      candidates: p.candidates,
      broker_ids: p.brokerIds,
      at: p.at,
      declined_at: null,
    } satisfies Record<keyof PriceProposalTable, unknown>)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'asset_id']).doUpdateSet((eb) => ({
        candidates: eb.ref('excluded.candidates'),
        broker_ids: eb.ref('excluded.broker_ids'),
        at: eb.ref('excluded.at'),
        declined_at: eb.ref('excluded.declined_at'),
      })),
    ),
)

const proposalsAfter = query<Sight & { after: number; limit: number }>()((q, p) =>
  q
    .selectFrom('price_proposal')
    .innerJoin('asset', 'asset.id', 'price_proposal.asset_id')
    .select(['asset.id', 'asset.symbol', 'asset.name', 'price_proposal.at', 'price_proposal.candidates'])
    .where('price_proposal.user_id', '=', p.userId)
    .where('price_proposal.candidates', '<>', '[]')
    .where(isStillTheirs('price_proposal'))
    .where(isAllSeen('price_proposal', p))
    .where('asset.price_source', 'is', null)
    .where('asset.archived', '=', 0)
    .where('asset.id', '>', p.after)
    .orderBy('asset.id')
    .limit(p.limit),
)

const lookedUpSince = query<{ userId: number; since: string }>()((q, p) =>
  q.selectFrom('price_proposal').select('asset_id').where('user_id', '=', p.userId).where('at', '>=', p.since),
)

const decline = query<Sight & { assetId: number; at: string }>()((q, p) =>
  q
    .updateTable('price_proposal')
    .set({ candidates: '[]', declined_at: p.at })
    .where('user_id', '=', p.userId)
    .where('asset_id', '=', p.assetId)
    .where('candidates', '<>', '[]')
    .where(isStillTheirs('price_proposal'))
    .where(isAllSeen('price_proposal', p)),
)

const declined = query<{ userId: number }>()((q, p) =>
  q.selectFrom('price_proposal').select('asset_id').where('user_id', '=', p.userId).where('declined_at', '>', ''),
)

/** Replaces what was proposed to a user for an asset; it speaks of trades at these brokers. What was declined before is not any more. */
export async function writeProposal(
  db: Tx,
  {
    userId,
    assetId,
    at,
    ...rest
  }: { userId: number; assetId: number; at: string; candidates: readonly Candidate[]; brokerIds: readonly number[] },
): Promise<void> {
  const [candidates, brokerIds] = [JSON.stringify(rest.candidates), JSON.stringify(rest.brokerIds)]
  await write.run(db, { userId, assetId, at, candidates, brokerIds })
}

/** What is proposed to a user for assets that have no price source still, by asset; none that speaks of brokers of which they are no member any more. */
export async function listProposalRows(
  db: Reader,
  page: Sight & { readonly after: number; readonly limit: number },
): Promise<StoredProposal[]> {
  const rows = await proposalsAfter.all(db, page)
  return rows.map(({ id, candidates, ...rest }) => ({ assetId: id, ...rest, candidates: JSON.parse(candidates) as Candidate[] }))
}

/** The assets that were looked up for a user since an instant, whether anything was found or not. */
export async function listLookedUp(db: Reader, userId: number, since: string): Promise<Set<number>> {
  return new Set((await lookedUpSince.all(db, { userId, since })).map((row) => row.asset_id))
}

/** Takes away what is proposed to a user for an asset; `false` where nothing is. */
export async function declineProposalRow(db: Tx, row: Sight & { assetId: number; at: string }): Promise<boolean> {
  return (await decline.run(db, row)) > 0
}

/** The assets for which a user declined what was proposed. */
export async function listDeclined(db: Reader, userId: number): Promise<Set<number>> {
  return new Set((await declined.all(db, { userId })).map((row) => row.asset_id))
}
