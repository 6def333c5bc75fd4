/** Only for the comparison: no address of ours, and none of anybody. */
const HERE = 'http://here.invalid'
/** Browsers remove control characters, and a backslash is a slash to them. */
const MISLEADING = /[\p{Cc}\s\\]/u

/** Whether a text is a path of this very site, and for every browser: no `//elsewhere`, no `/\elsewhere`. */
export function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || text.startsWith('//') || MISLEADING.test(text)) return false
  return URL.canParse(text, HERE) && new URL(text, HERE).origin === HERE
}
