import { rm } from 'node:fs/promises'
import { createYielder } from '../shared/event-loop.ts'
import type { Output } from '../shared/output.ts'
import type { ReadReport } from './report.ts'

const LISTS = ['drafts', 'assets', 'issues', 'ignored'] as const
const ITEMS_A_LINE = 200

type Head = Omit<ReadReport, (typeof LISTS)[number]>
type Line = { readonly head: Head } | { readonly list: (typeof LISTS)[number]; readonly items: readonly unknown[] }

/** A report as lines of JSON, none of them long: what one process has read is taken over by another in small steps. */
export function* handOver(read: ReadReport): Iterable<string> {
  const { drafts: _, assets: __, issues: ___, ignored: ____, ...head } = read
  yield lineOf({ head })
  for (const list of LISTS)
    for (let at = 0; at < read[list].length; at += ITEMS_A_LINE)
      yield lineOf({ list, items: read[list].slice(at, at + ITEMS_A_LINE) })
}

/** The report that was handed over; its file is removed. Gives the event loop back in between. */
export async function takeOver(output: Output): Promise<ReadReport> {
  let head: Head | undefined
  const lists = { drafts: [] as unknown[], assets: [] as unknown[], issues: [] as unknown[], ignored: [] as unknown[] }
  const yieldWhenDue = createYielder()
  try {
    for await (const text of linesOf(output)) {
      const line: Line = JSON.parse(text)
      if ('head' in line) head = line.head
      else for (const item of line.items) lists[line.list].push(item)
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  } finally {
    if ('path' in output) await rm(output.path, { force: true })
  }
  if (head === undefined) throw new Error('a report that was handed over has no head')
  return { ...head, ...(lists as Pick<ReadReport, (typeof LISTS)[number]>) }
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
