/** What a token may be for. None includes another. */
export const SCOPES = ['read', 'write', 'import', 'share', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** The scopes among some words, such as those that are stored with spaces between them. */
export function scopesOf(text: string): Scope[] {
  const words = text.split(' ')
  return SCOPES.filter((scope) => words.includes(scope))
}
