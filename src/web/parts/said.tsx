import type { Reader } from '../reader.ts'

/** Numbers that may be amounts: not the parts of days, ISINs and other names. */
const FIGURE = /(?<![\p{L}\d-])[-+\u2212]?\d(?:[\d.,'’\u00a0\u202f]*\d)?(?![\p{L}\d-])/gu
const HIDDEN = '••••'

/** What the interface or a file says in words, in the reader’s language where there are words for it. In privacy mode without its figures. */
export function said(r: Pick<Reader, 'isPrivate' | 'say'>, text: string): string {
  if (!r.isPrivate) return r.say(text)
  const hidden = hide(text)
  const inWords = r.say(hidden)
  return inWords === hidden ? hide(r.say(text)) : inWords
}

function hide(text: string): string {
  return text.replace(FIGURE, HIDDEN)
}

/** What the interface says, marked as English where it has no other words. */
export const Said = ({ r, text }: { r: Reader; text: string }) => {
  const inWords = r.say(text)
  return <span {...(r.language !== 'en' && inWords === text ? { lang: 'en' } : {})}>{inWords}</span>
}
