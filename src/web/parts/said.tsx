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

/** The same, marked as English where there are no other words. `hasFigures`: they may be shown in privacy mode, too. */
export const Said = ({ r, text, hasFigures }: { r: Reader; text: string; hasFigures?: boolean }) => {
  const inWords = hasFigures ? r.say(text) : said(r, text)
  const isEnglish = r.language !== 'en' && (inWords === text || inWords === hide(text))
  return <span {...(isEnglish ? { lang: 'en' } : {})}>{inWords}</span>
}
