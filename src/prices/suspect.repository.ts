import type { Reader, Tx } from '#db/connection.ts'
import { inList, query, queryByShape } from '#db/query.ts'
import type { PriceSuspectTable } from '#db/tables/prices.ts'
import type { DayRange } from './repository.ts'

/** A close of a source. */
export type SourcedClose = Pick<Suspect, 'date' | 'close' | 'currency' | 'source'>
/** A price that was held back until somebody has looked at it, and why; `rejectedAt`: since then it is not to be used. */
export type Suspect = {
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly source: string
  readonly detail: string
  readonly noticedAt: string
  readonly rejectedAt: string | null
}
type OfAsset = { readonly assetId: number }

const MAX_SUSPECTS = 1000

const suspectsOf = queryByShape<OfAsset, { readonly isRejected: boolean }>()((q, p, { isRejected }) =>
  q
    .selectFrom('price_suspect')
    .select(['date', 'close', 'currency', 'source', 'detail', 'noticed_at as noticedAt', 'rejected_at as rejectedAt'])
    .where('asset_id', '=', p.assetId)
    .where('rejected_at', isRejected ? 'is not' : 'is', null)
    .orderBy('date', 'desc')
    .limit(MAX_SUSPECTS),
)

const anyOf = query<OfAsset>()((q, p) => q.selectFrom('price_suspect').select('date').where('asset_id', '=', p.assetId).limit(1))

const rejectedOf = query<OfAsset & DayRange>()((q, p) =>
  q
    .selectFrom('price_suspect')
    .select(['date', 'close', 'currency', 'source'])
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .where('rejected_at', 'is not', null),
)

const writeOne = query<Omit<Suspect, 'rejectedAt'> & OfAsset>()((q, p) =>
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
      rejected_at: null,
      rejected_by: null,
    } satisfies Record<keyof PriceSuspectTable, unknown>)
    .onConflict((conflict) =>
      conflict.columns(['asset_id', 'date']).doUpdateSet((eb) => ({
        close: eb.ref('excluded.close'),
        currency: eb.ref('excluded.currency'),
        source: eb.ref('excluded.source'),
        detail: eb.ref('excluded.detail'),
        noticed_at: eb.ref('excluded.noticed_at'),
        rejected_at: null,
        rejected_by: null,
      })),
    ),
)

const rejectOpen = query<OfAsset & DayRange & { at: string; userId: number }>()((q, p) =>
  q
    .updateTable('price_suspect')
    .set({ rejected_at: p.at, rejected_by: p.userId })
    .where('asset_id', '=', p.assetId)
    .where('date', '>=', p.from)
    .where('date', '<=', p.to)
    .where('rejected_at', 'is', null)
    .returning(['date', 'close', 'currency', 'source']),
)

const settleOn = query<OfAsset & { dates: readonly string[] }>()((q, p) =>
  q
    .deleteFrom('price_suspect')
    .where('asset_id', '=', p.assetId)
    .where('date', 'in', inList(p.dates))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('rejected_at', 'is', null),
        exists(
          selectFrom('price')
            .select('price.date')
            .whereRef('price.asset_id', '=', 'price_suspect.asset_id')
            .whereRef('price.date', '=', 'price_suspect.date')
            .whereRef('price.close', '=', 'price_suspect.close')
            .whereRef('price.currency', '=', 'price_suspect.currency'),
        ),
      ]),
    ),
)

/** What was held back of an asset's prices and waits for somebody, or with `isRejected` what was rejected of it, newest first; 1,000 at most. */
export async function listSuspects(db: Reader, assetId: number, isRejected = false): Promise<Suspect[]> {
  return await suspectsOf({ isRejected }).all(db, { assetId })
}

/** Whether anything of an asset's prices was held back, rejected or not. */
export async function hasSuspects(db: Reader, assetId: number): Promise<boolean> {
  return (await anyOf.one(db, { assetId })) !== undefined
}

/** Whether a close of these days was rejected: the same of the day, in the same currency, from the same source. */
export async function readRejections(db: Reader, assetId: number, range: DayRange): Promise<(one: SourcedClose) => boolean> {
  const keyOf = ({ date, close, currency, source }: SourcedClose) => `${date} ${close} ${currency} ${source}`
  const rejected = new Set((await rejectedOf.all(db, { assetId, ...range })).map(keyOf))
  return (one) => rejected.has(keyOf(one))
}

/** Notes what was held back; the newest finding of a day stays, and waits. */
export async function writeSuspects(db: Tx, assetId: number, suspects: readonly Omit<Suspect, 'rejectedAt'>[]): Promise<void> {
  for (const one of suspects) await writeOne.run(db, { assetId, ...one })
}

/** Rejects what waits of the days of a range; answers it, oldest first. */
export async function rejectSuspects(
  db: Tx,
  assetId: number,
  range: DayRange,
  by: { readonly at: string; readonly userId: number },
): Promise<SourcedClose[]> {
  const rejected = await rejectOpen.all(db, { assetId, ...range, ...by })
  return rejected.sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Deletes what was held back on days that are settled. What was rejected stays, unless it is the close that is stored of the day now. */
export async function deleteSuspects(db: Tx, assetId: number, dates: readonly string[]): Promise<void> {
  await settleOn.run(db, { assetId, dates })
}
