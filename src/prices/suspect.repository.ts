import type { Reader, Tx } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { PriceSuspectTable } from '#db/tables/prices.ts'

/** A price that was held back until somebody has looked at it, and why. */
export type Suspect = {
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly source: string
  readonly detail: string
  readonly noticedAt: string
}

const MAX_SUSPECTS = 1000

const suspectsOf = query<{ assetId: number }>()((q, p) =>
  q
    .selectFrom('price_suspect')
    .select(['date', 'close', 'currency', 'source', 'detail', 'noticed_at as noticedAt'])
    .where('asset_id', '=', p.assetId)
    .orderBy('date', 'desc')
    .limit(MAX_SUSPECTS),
)

const writeOne = query<Suspect & { assetId: number }>()((q, p) =>
  q
    .insertInto('price_suspect')
    .values({
      asset_id: p.assetId,
      date: p.date,
      close: p.close,
      currency: p.currency,
      source: p.source,
      detail: p.detail,
      noticed_at: p.noticedAt,
    } satisfies Record<keyof PriceSuspectTable, unknown>)
    .onConflict((conflict) =>
      conflict.columns(['asset_id', 'date']).doUpdateSet((eb) => ({
        close: eb.ref('excluded.close'),
        currency: eb.ref('excluded.currency'),
        source: eb.ref('excluded.source'),
        detail: eb.ref('excluded.detail'),
        noticed_at: eb.ref('excluded.noticed_at'),
      })),
    ),
)

const deleteOn = query<{ assetId: number; dates: readonly string[] }>()((q, p) =>
  q.deleteFrom('price_suspect').where('asset_id', '=', p.assetId).where('date', 'in', inList(p.dates)),
)

/** What was held back of an asset's prices, newest first; 1,000 at most. */
export async function listSuspects(db: Reader, assetId: number): Promise<Suspect[]> {
  return await suspectsOf.all(db, { assetId })
}

/** Notes what was held back; the newest finding of a day stays. */
export async function writeSuspects(db: Tx, assetId: number, suspects: readonly Suspect[]): Promise<void> {
  for (const one of suspects) await writeOne.run(db, { assetId, ...one })
}

/** Deletes what was held back on days that are settled. */
export async function deleteSuspects(db: Tx, assetId: number, dates: readonly string[]): Promise<void> {
  await deleteOn.run(db, { assetId, dates })
}
