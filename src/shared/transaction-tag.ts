/** What the type of a line does not tell: the tags that importers give, and that reports of income and costs split by. */
export const TRANSACTION_TAGS = [
  'staking',
  'lending',
  'airdrop',
  'reward',
  'bonus',
  'card',
  'cashback',
  'margin',
  'funding',
  'correction',
] as const

/** So many tags a line has at most, and so many characters each of them. */
export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 50

export type TransactionTag = (typeof TRANSACTION_TAGS)[number]

const KNOWN: ReadonlySet<string> = new Set(TRANSACTION_TAGS)

/** The tag that a line counts under: the first that importers give, else its first; none without tags. */
export function mainTag(tags: readonly string[]): string | null {
  return tags.find((tag) => KNOWN.has(tag)) ?? tags[0] ?? null
}
