/** How well a text fits what is looked for, best first. */
export const MATCHES = ['exact', 'prefix', 'word', 'part'] as const
export type Match = (typeof MATCHES)[number]
/** The place of a match in `MATCHES`: smaller is better. */
export type Rank = 0 | 1 | 2 | 3

export const [EXACT, PREFIX, WORD, PART] = [0, 1, 2, 3] as const

const LETTER = /[\p{L}\p{N}]/u

/** How a folded text has a folded phrase in it; `undefined`: not at all. */
export function rankOf(text: string, phrase: string): Rank | undefined {
  let at = text.indexOf(phrase)
  if (at < 0) return undefined
  if (at === 0) return text.length === phrase.length ? EXACT : PREFIX
  for (; at >= 0; at = text.indexOf(phrase, at + 1)) if (!LETTER.test(text[at - 1] ?? '')) return WORD
  return PART
}

/** The best of several; `undefined` where there is none. */
export function best(ranks: Iterable<Rank | undefined>): Rank | undefined {
  let found: Rank | undefined
  for (const rank of ranks) if (rank !== undefined && (found === undefined || rank < found)) found = rank
  return found
}

/** How folded texts fit: by the whole phrase, else `part` where each word is in one of them. */
export function rankAmong(texts: readonly string[], phrase: string, words: readonly string[]): Rank | undefined {
  const rank = best(texts.map((text) => rankOf(text, phrase)))
  if (rank !== undefined || words.length < 2) return rank
  return words.every((word) => texts.some((text) => text.includes(word))) ? PART : undefined
}
