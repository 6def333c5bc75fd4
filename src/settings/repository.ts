import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { SettingTable } from '#db/tables/settings.ts'
import type { AnySettingValue } from './definitions.ts'

/** What was set and by whom; `value` is what the stored JSON text holds. */
export type StoredSetting = {
  readonly key: string
  readonly value: unknown
  readonly updatedAt: string
  readonly updatedBy: number | null
}

const storedValue = query<{ key: string }>()((q, p) => q.selectFrom('setting').select('value').where('key', '=', p.key))

/** The stored value of a key; undefined while it has its default. */
export async function findValue(db: Reader, key: string): Promise<unknown> {
  const row = await storedValue.one(db, { key })
  return row === undefined ? undefined : JSON.parse(row.value)
}

const everySetting = query()((q) => q.selectFrom('setting').selectAll())

export async function listStored(db: Reader): Promise<StoredSetting[]> {
  return (await everySetting.all(db, {})).map((row) => ({
    key: row.key,
    value: JSON.parse(row.value),
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }))
}

const settingStored = query<SettingTable>()((q, p) =>
  q
    .insertInto('setting')
    .values({
      key: p.key,
      value: p.value,
      updated_at: p.updated_at,
      updated_by: p.updated_by,
    } satisfies Record<keyof SettingTable, unknown>)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: p.value, updated_at: p.updated_at, updated_by: p.updated_by }),
    ),
)

export async function storeSetting(
  db: Db | Tx,
  setting: { key: string; value: AnySettingValue; updatedAt: string; updatedBy: number },
): Promise<void> {
  const { key, value, updatedAt, updatedBy } = setting
  await settingStored.run(db, { key, value: JSON.stringify(value), updated_at: updatedAt, updated_by: updatedBy })
}

const settingDeleted = query<{ key: string }>()((q, p) => q.deleteFrom('setting').where('key', '=', p.key))

export async function deleteSetting(db: Db | Tx, key: string): Promise<void> {
  await settingDeleted.run(db, { key })
}
