import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { prepare } from '#db/query.ts'
import type { PriceTable } from '#db/tables/prices.ts'
import { MANUAL } from '../repository.ts'
import { raisePriceVersion } from '../version.repository.ts'

/** The closes of one asset: lists of equal length. */
export type CloseLists = Readonly<Record<'days' | 'closes' | 'currencies', readonly string[]>>

/** Handing over a statement is nothing beside writing its rows. */
const ROWS_A_STATEMENT = 100

/**
 * Writes closes that a user entered, of one asset after the other; answers how many were not stored as they are. One statement for all of them: making it
 * takes as long as writing thousands of rows. `pause` is called between two runs of it.
 */
export function preparePriceWriter(db: Tx, createdBy: number) {
  const many = prepareUpsert(db, createdBy, ROWS_A_STATEMENT)
  const one = prepareUpsert(db, createdBy, 1)
  return async (assetId: number, { days, closes, currencies }: CloseLists, pause: () => Promise<void> | undefined) => {
    let changed = 0
    let values: (string | number)[] = []
    for (let index = 0; index < days.length; index++) {
      values.push(assetId, days[index] ?? '', closes[index] ?? '', currencies[index] ?? '')
      const isRest = index >= days.length - (days.length % ROWS_A_STATEMENT)
      if (!isRest && values.length < ROWS_A_STATEMENT * 4) continue
      changed += await (isRest ? one : many)(values)
      values = []
      await pause()
    }
    if (changed > 0) await raisePriceVersion(db, assetId)
    return changed
  }
}

/** What is stored already as it is given stays as it is, with who entered it. */
function prepareUpsert(db: Tx, createdBy: number, rows: number) {
  return prepare(db, (q, next) => {
    const row = () =>
      ({
        ...{ asset_id: next<number>(), date: next<string>(), close: next<string>(), currency: next<string>() },
        ...{ source: sql.lit(MANUAL), created_by: sql.lit(createdBy), report_id: sql.lit(null) },
      }) satisfies Record<keyof PriceTable, unknown>
    return q
      .insertInto('price')
      .values(Array.from({ length: rows }, row))
      .onConflict((conflict) =>
        conflict
          .columns(['asset_id', 'date'])
          .doUpdateSet((eb) => ({
            close: eb.ref('excluded.close'),
            currency: eb.ref('excluded.currency'),
            source: eb.ref('excluded.source'),
            created_by: eb.ref('excluded.created_by'),
            report_id: eb.ref('excluded.report_id'),
          }))
          .where((eb) =>
            eb.or([
              eb('price.close', '<>', eb.ref('excluded.close')),
              eb('price.currency', '<>', eb.ref('excluded.currency')),
              eb('price.source', '<>', eb.ref('excluded.source')),
            ]),
          ),
      )
  })
}
