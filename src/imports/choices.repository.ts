import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { Choices } from './choices/choices.ts'

/** What is stored of the choices of a report; `leftOut` names members that were too long. */
export type StoredChoices = { readonly choices: Choices; readonly leftOut: readonly (keyof Choices)[] }

/** A template whose header is nearly that of a report: the columns that are gone and new. */
export type NearTemplate = { readonly name: string; readonly missing: readonly string[]; readonly unknown: readonly string[] }

/** What an upload found among the templates of its user. */
export type TemplateNote = { readonly template: string | null; readonly nearTemplate: NearTemplate | null }

const choicesOf = query<{ id: string }>()((q, p) =>
  q.selectFrom('report_choice').select(['choices', 'left_out']).where('report_id', '=', p.id),
)

/** What is stored of the choices of a report. */
export async function findChoices(db: Reader, reportId: string): Promise<StoredChoices | undefined> {
  const row = await choicesOf.one(db, { id: reportId })
  if (row === undefined) return undefined
  return { choices: JSON.parse(row.choices) as Choices, leftOut: JSON.parse(row.left_out) as (keyof Choices)[] }
}

const notesOf = query<{ id: string }>()((q, p) =>
  q.selectFrom('report_choice').select(['template', 'near_template']).where('report_id', '=', p.id),
)

export async function findTemplateNote(db: Reader, reportId: string): Promise<TemplateNote> {
  const row = await notesOf.one(db, { id: reportId })
  const near = row?.near_template ?? null
  return { template: row?.template ?? null, nearTemplate: near === null ? null : (JSON.parse(near) as NearTemplate) }
}

const put = query<{ id: string; choices: string; leftOut: string }>()((q, p) =>
  q
    .insertInto('report_choice')
    .values({ report_id: p.id, choices: p.choices, left_out: p.leftOut })
    .onConflict((conflict) =>
      conflict
        .column('report_id')
        .doUpdateSet((row) => ({ choices: row.ref('excluded.choices'), left_out: row.ref('excluded.left_out') })),
    ),
)

/** Stores the choices of a report in place of those that there are. */
export async function putChoices(db: Db | Tx, reportId: string, { choices, leftOut }: StoredChoices): Promise<void> {
  await put.run(db, { id: reportId, choices: JSON.stringify(choices), leftOut: JSON.stringify(leftOut) })
}

const insertNote = query<{ id: string; choices: string; template: string | null; near: string | null }>()((q, p) =>
  q.insertInto('report_choice').values({ report_id: p.id, choices: p.choices, template: p.template, near_template: p.near }),
)

/** Stores what an upload found among the templates of its user. */
export async function insertTemplateNote(db: Tx, reportId: string, choices: Choices, note: TemplateNote): Promise<void> {
  const near = note.nearTemplate === null ? null : JSON.stringify(note.nearTemplate)
  await insertNote.run(db, { id: reportId, choices: JSON.stringify(choices), template: note.template, near })
}
