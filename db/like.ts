/** The pattern of texts that have these characters in them, for `LIKE ? ESCAPE '\'`. Both sides in lower case: PostgreSQL minds it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
