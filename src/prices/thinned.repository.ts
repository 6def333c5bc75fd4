import type { Reader } from '#db/connection.ts'
import { type CalendarSpan, firstDayOf } from '#db/days.ts'
import { type Builder, queryByShape } from '#db/query.ts'
import { NEVER, type OfAsset, type PriceRow } from './repository.ts'

type Wanted = OfAsset & { readonly before: string; readonly most: number }

/** More weeks than there are days that a price can have. */
const ALL = 1_000_000

/** From the last day on, each step looks for the last day before the week or month of the one before: as many look-ups as there are answers. */
const withLastDays = (q: Builder, p: Wanted, span: CalendarSpan) =>
  q.withRecursive('last(date, place)', (cte) =>
    cte
      .selectFrom('price')
      .select((eb) => [eb.fn.max<string | null>('date').as('date'), eb.lit<number>(1).as('place')])
      .where('asset_id', '=', p.assetId)
      .where('date', '>=', p.from)
      .where('date', '<=', p.to)
      .where('date', '<', p.before)
      .unionAll((all) =>
        all
          .selectFrom('last')
          .select((eb) => [
            eb
              .selectFrom('price')
              .select((before) => before.fn.max<string | null>('price.date').as('date'))
              .where('price.asset_id', '=', p.assetId)
              .where('price.date', '>=', p.from)
              .where('price.date', '<', firstDayOf(span, eb.ref('last.date')))
              .as('date'),
            eb('last.place', '+', 1).as('place'),
          ])
          .where('last.date', 'is not', null)
          .where('last.place', '<', p.most),
      ),
  )

/** Not a join: the engine might go through all prices, and for each through the days again. */
const lastOf = queryByShape<Wanted, CalendarSpan>()((q, p, span) =>
  withLastDays(q, p, span)
    .selectFrom('price')
    .select(['date', 'close', 'currency', 'source', 'created_by as createdBy'])
    .select((eb) => firstDayOf(span, eb.ref('price.date')).as('since'))
    .where('asset_id', '=', p.assetId)
    .where('date', 'in', (eb) =>
      eb.selectFrom('last').select('last.date').where('last.date', 'is not', null).$castTo<{ date: string }>(),
    )
    .orderBy('date', 'desc'),
)

const numberOf = queryByShape<Wanted, CalendarSpan>()((q, p, span) =>
  withLastDays(q, p, span)
    .selectFrom('last')
    .select((eb) => eb.fn.count<number>('last.date').as('count')),
)

/** The last price of each week or month of a range, on days before `before`, newest first, `limit` at most; `since` = the first day of that week or month. */
export async function listThinned(
  db: Reader,
  span: CalendarSpan,
  { limit, before = NEVER, ...wanted }: OfAsset & { readonly limit: number; readonly before?: string | undefined },
): Promise<(PriceRow & { readonly since: string })[]> {
  return await lastOf(span).all(db, { ...wanted, before, most: limit })
}

/** How many weeks or months of a range have a price. */
export async function countThinned(db: Reader, span: CalendarSpan, wanted: OfAsset): Promise<number> {
  return (await numberOf(span).one(db, { ...wanted, before: NEVER, most: ALL }))?.count ?? 0
}
