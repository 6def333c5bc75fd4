import type { ProblemBody } from '../http/problem.ts'
import type { Ask } from './ask.ts'
import { day } from './figures.ts'
import type { Reader } from './reader.ts'
import { en } from './words/en/index.ts'
import type { Words } from './words/index.ts'

type Key = keyof Words['sentences']
type Pattern = { readonly key: Key; readonly shape: RegExp; readonly names: readonly string[] }

const HOLE = /\{(\w+)\}/g
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAYS = /\d{4}-\d{2}-\d{2}/g
/** Longer ones are no sentence of ours. */
const LONGEST = 2000
const DEEPEST = 3

const ENTRIES = Object.entries(en.sentences) as readonly (readonly [Key, string])[]
const WHOLE: ReadonlyMap<string, Key> = new Map(ENTRIES.map(([key, text]) => [text, key]))
const PATTERNS: readonly Pattern[] = ENTRIES.filter(([, text]) => text.includes('{')).map(([key, text]) => ({
  key,
  shape: new RegExp(`^${text.split(HOLE).map(partOf).join('')}$`, 's'),
  names: [...text.matchAll(HOLE)].map(([, name = '']) => name),
}))

/** Every second part of a split sentence is the name of what differs. */
function partOf(part: string, index: number): string {
  return index % 2 === 1 ? '(.+?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Says in other words what the interface says in English; what there are no words for stays as it is. Days are written as the reader writes them. */
export function sayIn(words: Words, formats: Pick<Reader, 'formats'>): (text: string) => string {
  /** Pairs of currencies have their days with them. */
  const inside = (name: string, text: string) => (name === 'pairs' ? text.replace(DAYS, (one) => day(formats, one)) : text)
  const say = (text: string, depth: number): string => {
    if (text.length > LONGEST || depth > DEEPEST) return text
    const known = WHOLE.get(text)
    if (known !== undefined) return words.sentences[known]
    if (DAY.test(text)) return day(formats, text)
    for (const { key, shape, names } of PATTERNS) {
      const found = shape.exec(text)
      if (!found) continue
      const values = new Map(names.map((name, index) => [name, inside(name, say(found[index + 1] ?? '', depth + 1))]))
      return words.sentences[key].replace(HOLE, (hole, name: string) => values.get(name) ?? hole)
    }
    return text
  }
  return (text) => say(text, 0)
}

/** A problem in the reader’s language. */
export function problemFor(r: Reader, problem: ProblemBody): ProblemBody {
  if (r.language === 'en') return problem
  const title = r.words.problem.titles[problem.status] ?? problem.title
  const errors = problem.errors?.map((one) => ({ ...one, detail: r.say(one.detail) }))
  return { ...problem, title, detail: r.say(problem.detail), ...(errors && { errors }) }
}

/** The same way to data, whose problems are in the reader’s language. */
export function askFor(r: Reader, ask: Ask): Ask {
  if (r.language === 'en') return ask
  const attempt: Ask['try'] = async (operation, given) => {
    const tried = await ask.try(operation, given)
    return tried.ok ? tried : { ...tried, problem: problemFor(r, tried.problem) }
  }
  return Object.assign(ask.bind(null) as Ask, { try: attempt, count: ask.count, file: ask.file })
}
