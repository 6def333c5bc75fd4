import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { itemsOf } from './json.ts'
import { inList } from './query.ts'
import type { Sight } from './sight.ts'

type Concerned = 'job' | 'idempotency' | 'price_proposal'

/** Whether the user of a row is a member of every broker that its `broker_ids` names. */
export function isStillTheirs(table: Concerned): RawBuilder<SqlBool> {
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM ${itemsOf(`${table}.broker_ids`, 'bigint')} AS concerned WHERE NOT EXISTS (
    SELECT 1 FROM broker_access AS mine WHERE mine.broker_id = concerned.value AND mine.user_id = ${sql.ref(`${table}.user_id`)}))`
}

/** Whether the one who looks sees every broker that the `broker_ids` of a row name. */
export function isAllSeen(table: Concerned, p: Sight): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${p.all} = 1 OR NOT EXISTS (SELECT 1 FROM ${itemsOf(`${table}.broker_ids`, 'bigint')} AS concerned
    WHERE concerned.value NOT IN ${inList(p.only)}))`
}
