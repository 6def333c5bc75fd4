/** Activity statements in other languages, also of the houses that sell Interactive Brokers under their names: the same sections and columns in other words. */
import type { Row } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'
import { CLASSES, COMMISSION, PROFIT, SECTIONS, TITLES, TOTAL, type Words } from './words.ts'

/** What a word means in English; a few titles have two meanings. */
type Meanings = ReadonlyMap<string, readonly string[]>
type Language = { readonly sections: Meanings; readonly titles: Meanings; readonly classes: Meanings }

const LANGUAGES: readonly Language[] = wordsIn(TITLES['Field Name'] ?? '').map((_, place) => ({
  sections: meaningsIn(SECTIONS, place),
  titles: meaningsIn(TITLES, place),
  classes: meaningsIn(CLASSES, place),
}))

/** The words for several things, such as one in several languages. */
export function wordsIn(cell: string): string[][] {
  return cell.split(' | ').map((words) => (words === '-' ? [] : words.split(' / ')))
}

function meaningsIn(table: Words, place: number): Meanings {
  const meanings = new Map<string, readonly string[]>()
  for (const [english, cell] of Object.entries(table))
    for (const word of wordsIn(cell)[place] ?? []) meanings.set(word, [...(meanings.get(word) ?? []), english])
  return meanings
}

/** The rows of a statement in English; those of any other table as they are. */
export function inEnglish(rows: readonly Row[]): readonly Row[] {
  const first = rows.find(({ cells: [section, mark] }) => section === 'Statement' && mark === 'Header')
  const language = LANGUAGES.find(({ titles }) => titles.get(first?.cells[2] ?? '')?.[0] === 'Field Name')
  return language === undefined ? rows : rows.map((row) => translated(row, language))
}

/** What a section or a column is called in the languages that are read. */
export function wordsFor(english: string): string[] {
  return [...new Set([SECTIONS, TITLES].flatMap((table) => wordsIn(table[english] ?? '-').flat()))]
}

function translated({ number, cells: [first = '', mark = '', ...others] }: Row, language: Language): Row {
  const profit = PROFIT.test(first) ? 'Total P/L for Statement Period' : first
  const section = language.sections.get(squeeze(first))?.[0] ?? profit
  const isHeader = mark.trim() === 'Header'
  const cells = isHeader ? titlesIn(others, language) : others.map((cell, at) => (at < 2 ? wordIn(cell, language) : cell))
  return { number, cells: [section, mark, ...cells] }
}

/** A title of two meanings has the second where it stands again, and in sections without classes of assets. */
function titlesIn(cells: readonly string[], { titles }: Language): string[] {
  const hasClass = cells.some((cell) => titles.get(cell.trim())?.[0] === 'Asset Category')
  return cells.map((cell, at) => {
    const title = cell.trim()
    const currency = COMMISSION.exec(title)?.[1]
    if (currency !== undefined) return `Comm in ${currency}`
    const [one = title, other = one] = titles.get(title) ?? []
    return hasClass && cells.indexOf(cell) === at ? one : other
  })
}

/** The class of an asset, or that the row is a total. */
function wordIn(cell: string, { classes }: Language): string {
  const word = cell.trim()
  return classes.get(word)?.[0] ?? (TOTAL.test(word) ? `Total ${word}` : cell)
}
