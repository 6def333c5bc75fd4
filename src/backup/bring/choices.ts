import type { Tx } from '#db/connection.ts'
import { changePreferences, chosenPreferences } from '../../auth/preferences.service.ts'
import type { Ctx } from '../../context.ts'
import { listTemplates, putTemplate } from '../../imports/choices/template.service.ts'
import { AppError } from '../../shared/errors.ts'
import type { Archive } from './archive.ts'
import { type Item, itemOf, listOf, maybe, name, text } from './fields.ts'
import { itemsOf } from './items.ts'

type Chosen = NonNullable<Awaited<ReturnType<typeof chosenPreferences>>>

/** Takes over what the caller has not chosen here. Returns the names of what was. */
export async function bringPreferences(ctx: Ctx & { readonly db: Tx }, archive: Archive): Promise<string[]> {
  const own = await chosenPreferences(ctx.db, ctx.user.id)
  for await (const chosen of itemsOf(archive, 'preferences.json', chosenOf)) {
    const fresh = Object.entries(chosen).filter(([key, value]) => value !== null && own?.[key as keyof Chosen] === null)
    if (fresh.length > 0 && (await isAccepted(() => changePreferences(ctx, Object.fromEntries(fresh)))))
      return fresh.map(([key]) => WIRE[key as keyof Chosen])
  }
  return []
}

const WIRE: Readonly<Record<keyof Chosen, string>> = {
  ...{ language: 'language', currency: 'currency', theme: 'theme', costBasisMethod: 'cost_basis_method' },
  ...{ formatRegion: 'format_region', hideAmounts: 'hide_amounts', shortcuts: 'shortcuts' },
}

function chosenOf(item: Item): Chosen {
  const flagOf = (field: string) => (typeof item[field] === 'boolean' ? item[field] : null)
  return {
    ...{ language: maybe(text(35))(item, 'language'), currency: maybe(text(4))(item, 'currency') },
    ...{ theme: maybe(text(10))(item, 'theme'), costBasisMethod: maybe(text(20))(item, 'cost_basis_method') },
    ...{ formatRegion: maybe(text(2))(item, 'format_region'), hideAmounts: flagOf('hide_amounts') },
    shortcuts: flagOf('shortcuts'),
  }
}

/** Stores templates of names that are free; returns how many. */
export async function bringTemplates(ctx: Ctx & { readonly db: Tx }, archive: Archive): Promise<number> {
  const names = new Set((await listTemplates(ctx)).map((one) => one.name.toLowerCase()))
  let stored = 0
  for await (const template of itemsOf(archive, 'templates.json', templateOf)) {
    if (names.has(template.name.toLowerCase())) continue
    if (await isAccepted(() => putTemplate(ctx, template))) stored++
  }
  return stored
}

function templateOf(item: Item) {
  const titles = listOf(item, 'titles', 500)
  const columns = Object.fromEntries(titles.entries())
  return {
    ...{ name: name(100)(item, 'name'), plugin: text(60)(item, 'plugin'), options: { ...itemOf(item['options']) } },
    titles: titles.map((_, index) => text(1_000)(columns, String(index))),
  }
}

/** What does not fit here is left out: it is no figure. */
async function isAccepted(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
