/** What the kind of a row says: how it is booked, and of which event it is. */
import { refuse } from '../refuse.ts'
import { remembered } from '../remembered.ts'
import { fold } from '../text.ts'
import type { Book } from './book.ts'
import type { RawLine } from './cells.ts'
import type { Layout, RowRule } from './layout.ts'

type Rule = RowRule<Record<never, never>>

export type Rules = {
  readonly layout: Layout
  readonly ruleOf: (kind: string) => Rule | undefined
  /** The rules of events; none where the layout has cases. */
  readonly events: readonly Rule[]
}

const LONGEST_KIND = 200

export function rulesOf(layout: Layout): Rules {
  const rules = new Map<string, Rule>()
  for (const [kinds, rule] of Object.entries(layout.rows ?? {})) for (const kind of kinds.split('|')) rules.set(fold(kind), rule)
  const phraseOf = (kind: string) => layout.phrases?.find(([phrase]) => phrase.test(kind))?.[1]
  const all = [...Object.values(layout.rows ?? {}), ...(layout.phrases ?? []).map(([, rule]) => rule)]
  return {
    layout,
    ruleOf: remembered((kind) => rules.get(fold(kind)) ?? phraseOf(kind) ?? rules.get('*'), LONGEST_KIND),
    events: layout.cases === undefined ? all.filter((rule) => typeof rule === 'object' && 'key' in rule) : [],
  }
}

function kindOf({ kind }: Layout, line: RawLine): string {
  return kind?.(line) ?? String(line['kind'] ?? '')
}

/** The key of the case that a line is of, by the layout or by the rule of its kind. */
export function caseOf({ layout, ruleOf, events }: Rules, line: RawLine): string | undefined {
  if (events.length === 0) return layout.cases?.key(line)
  const rule = ruleOf(kindOf(layout, line))
  if (typeof rule !== 'object' || !('key' in rule)) return undefined
  const key = rule.key(line as never)
  return key === undefined ? undefined : `${events.indexOf(rule)} ${key}`
}

/** Books a line by its kind, or the `lines` of a case by that of the first. */
export function bookRow({ layout, ruleOf }: Rules, line: RawLine, book: Book, lines?: readonly [RawLine, ...RawLine[]]): void {
  const kind = kindOf(layout, line)
  const rule = ruleOf(kind)
  const own = typeof rule === 'object' && 'key' in rule && lines === undefined ? rule.alone : rule
  if (own === undefined) refuse('unknown-type', `"${kind}" is no booking that this importer knows. Enter it by hand.`)
  else if (typeof own === 'function') own(line as never, book)
  else if (typeof own === 'object') {
    if ('skip' in own) book.skip(own.skip)
    else if (lines !== undefined) own.book(lines as never, book)
  } else if (own === 'BUY' || own === 'SELL') book.trade(undefined, own)
  else book.cash(own)
}
