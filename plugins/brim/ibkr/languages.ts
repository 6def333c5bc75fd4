/** Activity statements in other languages, also of the houses that sell Interactive Brokers under their names: the same sections and columns in other words. */
import type { Row } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'
import { CHINESE, FRENCH, GERMAN, PORTUGUESE, SPANISH, type Words } from './words.ts'

const LANGUAGES = [GERMAN, SPANISH, FRENCH, PORTUGUESE, CHINESE]

/** The rows of a statement in English; those of any other table as they are. */
export function inEnglish(rows: readonly Row[]): readonly Row[] {
  const first = rows.find(({ cells: [section, mark] }) => section === 'Statement' && mark === 'Header')
  const words = LANGUAGES.find(({ titles }) => titles[first?.cells[2] ?? ''] === 'Field Name')
  return words === undefined ? rows : rows.map((row) => translated(row, words))
}

/** What a section or a column is called in the languages that are read. */
export function wordsFor(english: string): string[] {
  const all = LANGUAGES.flatMap(({ sections, titles }) => [...Object.entries(sections), ...Object.entries(titles)])
  return [...new Set(all.flatMap(([word, meaning]) => (meaning.split('|')[0] === english && word !== english ? word : [])))]
}

function translated(row: Row, words: Words): Row {
  const [first = '', mark = '', ...others] = row.cells
  const section = words.sections[squeeze(first)] ?? (words.profit?.test(first) ? 'Total P/L for Statement Period' : first)
  const cells =
    mark.trim() === 'Header' ? titlesIn(others, words) : others.map((cell, at) => (at < 2 ? wordIn(cell, words) : cell))
  return { number: row.number, cells: [section, mark, ...cells] }
}

/** A title of two meanings has the second where it stands again, and in sections without classes of assets. */
function titlesIn(cells: readonly string[], { titles, commission }: Words): string[] {
  const hasClass = cells.some((cell) => titles[cell.trim()] === 'Asset Category')
  return cells.map((cell, at) => {
    const title = cell.trim()
    const [, currency] = commission?.exec(title) ?? []
    if (currency !== undefined) return `Comm in ${currency}`
    const [one = title, other = one] = titles[title]?.split('|') ?? []
    return hasClass && cells.indexOf(cell) === at ? one : other
  })
}

/** The class of an asset, or that the row is a total. */
function wordIn(cell: string, { classes, total }: Words): string {
  const word = cell.trim()
  return classes[word] ?? (total !== undefined && word.startsWith(total) ? `Total ${word}` : cell)
}
