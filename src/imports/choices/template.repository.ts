import type { Selectable } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { ImportTemplateTable } from '#db/tables/files.ts'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import type { Template } from '../reading/template.ts'

type Row = Selectable<ImportTemplateTable>

const ofUser = query<{ userId: number }>()((q, p) =>
  q.selectFrom('import_template').selectAll().where('user_id', '=', p.userId).orderBy('name_key'),
)

/** The templates of a user, by name. */
export async function listTemplateRows(db: Reader, userId: number): Promise<Template[]> {
  return (await ofUser.all(db, { userId })).map(toTemplate)
}

type Values = Omit<Row, 'id'>
const put = query<Values>()((q, p) =>
  q
    .insertInto('import_template')
    .values({
      user_id: p.user_id,
      name: p.name,
      name_key: p.name_key,
      plugin: p.plugin,
      fingerprint: p.fingerprint,
      titles: p.titles,
      options: p.options,
      created_at: p.created_at,
      updated_at: p.updated_at,
    } satisfies Record<keyof Values, unknown>)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'name_key']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        plugin: row.ref('excluded.plugin'),
        fingerprint: row.ref('excluded.fingerprint'),
        titles: row.ref('excluded.titles'),
        options: row.ref('excluded.options'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    ),
)

/** Stores a template of a user, in place of the one of the same name. */
export async function putTemplateRow(db: Tx, userId: number, template: Template): Promise<void> {
  const { name, plugin, fingerprint, titles, options, createdAt, updatedAt } = template
  await put.run(db, {
    ...{ user_id: userId, name, name_key: nameKey(name), plugin, fingerprint },
    ...{ titles: JSON.stringify(titles), options: JSON.stringify(options), created_at: createdAt, updated_at: updatedAt },
  })
}

const deleteOne = query<{ userId: number; key: string }>()((q, p) =>
  q.deleteFrom('import_template').where('user_id', '=', p.userId).where('name_key', '=', p.key),
)

/** Removes the template of a name; answers whether there was one. */
export async function deleteTemplateRow(db: Tx, userId: number, name: string): Promise<boolean> {
  return (await deleteOne.run(db, { userId, key: nameKey(name) })) > 0
}

const deleteAll = query<{ userId: number }>()((q, p) => q.deleteFrom('import_template').where('user_id', '=', p.userId))

/** Removes the templates of a user who is about to be removed. */
export async function deleteTemplatesOf(db: Tx, userId: number): Promise<void> {
  await deleteAll.run(db, { userId })
}

/** What names are compared by. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase()
}

function toTemplate(row: Row): Template {
  return {
    name: row.name,
    plugin: row.plugin,
    fingerprint: row.fingerprint,
    titles: JSON.parse(row.titles) as string[],
    options: JSON.parse(row.options) as ImportOptions,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
