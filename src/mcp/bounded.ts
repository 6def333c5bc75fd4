/** A value as JSON has it, seen by its keys. */
export type Fields = Readonly<Record<string, unknown>>
/** A list that is shorter than what there is. */
export type Cut = { readonly list: string; readonly total: number }
/** Which rows of the main list a page has. */
export type Page = {
  readonly offset: number
  readonly returned: number
  readonly total: number
  readonly next_offset: number | null
}

/** A list that is not paged has so many items at most. */
export const MOST_BESIDE = 50

/** An object's fields; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** A list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The rows from `offset` on, at most `limit`, and where the next page begins: null after the last. */
export function pageOf<T>(rows: readonly T[], { offset, limit }: { readonly offset: number; readonly limit: number }) {
  const shown = rows.slice(offset, offset + limit)
  const end = offset + shown.length
  const page: Page = {
    offset,
    returned: shown.length,
    total: rows.length,
    next_offset: shown.length > 0 && end < rows.length ? end : null,
  }
  return { shown, page }
}

/**
 * The same value in which every list but the root's `paged` has at most `MOST_BESIDE` items; what was cut is named by its JSON pointer, with its length.
 * The field `explain` is left out wherever it is.
 */
export function bounded(value: Fields, paged?: string): { readonly fields: Fields; readonly cut: readonly Cut[] } {
  const cut: Cut[] = []
  const shorten = (one: unknown, path: string): unknown => {
    if (Array.isArray(one)) {
      const isCut = one.length > MOST_BESIDE && path !== `/${paged}`
      if (isCut) cut.push({ list: path, total: one.length })
      return (isCut ? one.slice(0, MOST_BESIDE) : one).map((item, index) => shorten(item, `${path}/${index}`))
    }
    if (typeof one !== 'object' || one === null) return one
    const entries = Object.entries(one).filter(([key]) => key !== 'explain')
    return Object.fromEntries(entries.map(([key, item]) => [key, shorten(item, `${path}/${key}`)]))
  }
  const fields = fieldsOf(shorten(value, ''))
  return { fields, cut: cut.slice(0, MOST_BESIDE) }
}

/** What a report warns of, without what only a program that writes could use. */
export function plainWarnings(warnings: unknown): readonly Fields[] {
  return listOf(warnings).map((each) => {
    const { code, severity, detail, asset_id, pair, from, to, affects } = fieldsOf(each)
    return { code, severity, detail, asset_id, pair, from, to, share_of_value: fieldsOf(affects)['share_of_value'] ?? null }
  })
}
