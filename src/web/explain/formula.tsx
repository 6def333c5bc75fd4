import type { Reader } from '../reader.ts'

const NAME = /[a-z]\w*(?:\.\w+)*/g
const NAMES_ALONE = /^[\w.() ]+(?: [-+/] [\w.() ]+)+$/
const CASH = /^(cash(?: at the (?:end|start))?) ([A-Z]{3})$/

/** A formula as the reader says it; marked as English where there are no words for it. */
export const Formula = ({ r, formula }: { r: Reader; formula: string }) => {
  const { formulas, explain } = r.words
  const texts: Readonly<Record<string, string>> = formulas
  const figures: Readonly<Record<string, string>> = explain.figures
  const names = NAMES_ALONE.test(formula) ? [...formula.matchAll(NAME)].map(([name]) => name) : []
  const isOfNames = names.length > 0 && names.every((name) => figures[name] !== undefined)
  const inNames =
    isOfNames && r.language !== 'en' ? formula.replace(NAME, (name) => figures[name] ?? name).replaceAll(' - ', ' − ') : undefined
  const said = texts[formula] ?? inNames
  return <span {...(said === undefined && r.language !== 'en' ? { lang: 'en' } : {})}>{said ?? formula}</span>
}

/** What a term is in the reader’s words; nothing where there are none, as for symbols of assets. */
export function termWords(r: Reader, label: string): string | undefined {
  const { terms, explain, imports } = r.words
  const texts: Readonly<Record<string, string>> = { ...imports.types, ...explain.figures, ...terms, ...explain.labels }
  const [, what = '', currency] = CASH.exec(label) ?? []
  return currency === undefined ? texts[label] : `${texts[what]} ${currency}`
}
