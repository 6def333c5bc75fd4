import { Said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import { directions as english } from '../words/en/directions.ts'

/** Longer ones are whole sentences of advice and stay as the importer has them. */
const LONGEST = 160
const FRAME = new RegExp(`(?<=^|[\\s,;(])(${Object.keys(english).join('|')})(?=$|[\\s,.;:)])`)
/** Importers of sites in other languages say some things in English around them. */
const ENGLISH = /\b(?:the|my|and|is|are|then)\b/i

type Props = { r: Reader; docs: string; languages: readonly string[] }

/** Where a broker has its report: what its own site says stays in its language, what stands around it is the reader’s. */
export const Directions = ({ r, docs, languages }: Props) => {
  const parts = docs.length > LONGEST ? [docs] : docs.split(FRAME)
  if (parts.length === 1 && !docs.includes(' > ')) return <Said r={r} text={docs} hasFigures />
  const words: Readonly<Record<string, string>> = r.words.directions
  const own = docs.length > LONGEST || languages.includes('en') ? 'en' : (languages[0] ?? 'en')
  const said = (part: string) => {
    const lang = ENGLISH.test(part) ? 'en' : own
    return lang === r.language || !/\p{L}/u.test(part) ? part : <span lang={lang}>{part}</span>
  }
  return <>{parts.map((part, at) => (at % 2 === 1 ? words[part] : said(part)))}</>
}
