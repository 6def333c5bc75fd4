import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { itemsOf } from './json.ts'

/** Whether the user of a row is a member of every broker that its `broker_ids` names. */
export function isStillTheirs(table: 'job' | 'idempotency' | 'price_proposal'): RawBuilder<SqlBool> {
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM ${itemsOf(`${table}.broker_ids`, 'bigint')} AS concerned WHERE NOT EXISTS (
    SELECT 1 FROM broker_access AS mine WHERE mine.broker_id = concerned.value AND mine.user_id = ${sql.ref(`${table}.user_id`)}))`
}
