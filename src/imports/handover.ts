import { rm } from 'node:fs/promises'
import { createYielder } from '../shared/event-loop.ts'
import type { Output } from '../shared/output.ts'
import { type Columns, fromColumns, toColumns } from './columns.ts'
import type { ReadReport, Stated } from './report.ts'

const LISTS = ['drafts', 'assets', 'issues', 'ignored'] as const
const STATED = ['balances', 'positions', 'prices'] as const
const ITEMS_A_LINE = 500

type List = (typeof LISTS)[number] | (typeof STATED)[number]
type Head = Omit<ReadReport, (typeof LISTS)[number] | 'stated'> & {
  readonly stated?: Omit<Stated, (typeof STATED)[number]> | undefined
}
type Line = { readonly head: Head } | { readonly list: List; readonly items: Columns }

/** A report as lines of JSON, none of them long, lists in columns: what one process has read is taken over by another in small steps. */
export function* handOver(read: ReadReport): Iterable<string> {
  const { drafts, assets, issues, ignored, stated, ...head } = read
  const { balances = [], positions = [], prices = [], ...rest } = stated ?? {}
  yield lineOf({ head: stated === undefined ? head : { ...head, stated: rest as Omit<Stated, (typeof STATED)[number]> } })
  const lists: Readonly<Record<List, readonly object[]>> = { drafts, assets, issues, ignored, balances, positions, prices }
  for (const list of [...LISTS, ...STATED])
    for (let at = 0; at < lists[list].length; at += ITEMS_A_LINE)
      yield lineOf({ list, items: toColumns(lists[list].slice(at, at + ITEMS_A_LINE)) })
}

/** The report that was handed over; its file is removed. Gives the event loop back in between. */
export async function takeOver(output: Output): Promise<ReadReport> {
  let head: Head | undefined
  const lists: Record<List, unknown[]> = {
    ...{ drafts: [], assets: [], issues: [], ignored: [] },
    ...{ balances: [], positions: [], prices: [] },
  }
  const yieldWhenDue = createYielder()
  try {
    for await (const text of linesOf(output)) {
      const line: Line = JSON.parse(text)
      if ('head' in line) head = line.head
      else for (const item of fromColumns(line.items)) lists[line.list].push(item)
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  } finally {
    if ('path' in output) await rm(output.path, { force: true })
  }
  if (head === undefined) throw new Error('a report that was handed over has no head')
  const { balances, positions, prices, ...own } = lists
  const stated = head.stated === undefined ? undefined : { ...head.stated, balances, positions, prices }
  return { ...head, ...own, stated } as ReadReport
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

async function* linesOf(output: Output): AsyncIterable<string> {
  const stream = 'path' in output ? Bun.file(output.path).stream() : new Blob([output.bytes]).stream()
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
