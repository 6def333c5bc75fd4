import type { Db, Tx } from '#db/connection.ts'
import { compiler, hotQuery } from '#db/statement.ts'
import type { AnySettingValue } from './definitions.ts'

/** What was set and by whom; `value` is what the stored JSON text holds. */
export type StoredSetting = {
  readonly key: string
  readonly value: unknown
  readonly updatedAt: string
  readonly updatedBy: number | null
}

const valueQuery = hotQuery(['key'], ({ key }: { key: string }) =>
  compiler.selectFrom('setting').select('value').where('key', '=', key),
)

/** The stored value of a key; undefined while it has its default. */
export async function findValue(db: Db | Tx, key: string): Promise<unknown> {
  const row = (await valueQuery(db, { key }))[0]
  return row === undefined ? undefined : JSON.parse(row.value)
}

export async function listStored(db: Db | Tx): Promise<StoredSetting[]> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  return rows.map((row) => ({
    key: row.key,
    value: JSON.parse(row.value),
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }))
}

export async function storeSetting(
  db: Db | Tx,
  setting: { key: string; value: AnySettingValue; updatedAt: string; updatedBy: number },
): Promise<void> {
  const row = { value: JSON.stringify(setting.value), updated_at: setting.updatedAt, updated_by: setting.updatedBy }
  await db
    .insertInto('setting')
    .values({ key: setting.key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function deleteSetting(db: Db | Tx, key: string): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', key).execute()
}
