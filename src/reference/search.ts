/** A list in one language, each entry with the folded text that `q` is looked for in. */
export type Searchable<T> = { readonly all: readonly T[]; readonly texts: readonly string[] }

/** Prepares a list for `search`; `words` gives everything that an entry may be found by. */
export function searchable<T>(all: readonly T[], words: (entry: T) => readonly (string | null)[]): Searchable<T> {
  return { all, texts: all.map((entry) => fold(words(entry).join(' '))) }
}

/** The entries in which every word of `q` occurs, whatever its letter case and accents, in the order of the list; all without `q`. */
export function search<T>(list: Searchable<T>, q: string | undefined): readonly T[] {
  const words = fold(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return list.all
  return list.all.filter((_, index) => words.every((word) => list.texts[index]?.includes(word)))
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
