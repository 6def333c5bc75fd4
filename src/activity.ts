import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseWatch } from '#db/watch.ts'
import type { Log } from './log.ts'
import { type Memory, memoryKey } from './memory.ts'

/** Statements of one text: how often, how long in milliseconds, and when the first began and the last ended (as of `performance.now()`). */
export type Group = { count: number; milliseconds: number; readonly began: number; ended: number }

/** What one request or job is doing: its statements by their text, without values. */
export type Activity = {
  readonly requestId: string
  readonly statements: Map<string, Group>
  /** Its span, when traces are sent. */
  readonly span: Span | undefined
}
/** The place of some work in a trace (W3C Trace Context), in hex. */
export type Span = { readonly traceId: string; readonly spanId: string; readonly parentId: string | undefined }

/** How long transactions waited for the writer, in milliseconds; `longest` since it was last looked at. */
export type WriterWaits = { waiting: number; count: number; milliseconds: number; longest: number }

/** More texts than any request has; an import with statements of its own is no leak. */
const MOST_TEXTS = 200
const SHOWN_STATEMENTS = 5
const SHOWN_CHARACTERS = 600

const current = new AsyncLocalStorage<Activity>()
const waitsOf = memoryKey('activity/waits', (): WriterWaits => ({ waiting: 0, count: 0, milliseconds: 0, longest: 0 }))

/** Does work whose statements count as those of `activity`, wherever it goes. */
export function inActivity<T>(activity: Activity, work: () => T): T {
  return current.run(activity, work)
}

/** What the work at hand belongs to; `undefined` outside requests and jobs. */
export function currentActivity(): Activity | undefined {
  return current.getStore()
}

export function createActivity(requestId: string, span?: Span): Activity {
  return { requestId, statements: new Map(), span }
}

/** How long transactions of this process have waited for the writer so far. */
export function writerWaits({ memory }: { readonly memory: Memory }): WriterWaits {
  return memory.of(waitsOf)
}

/** Counts the statements of each request, and logs those that take `slowMilliseconds` (0: none) or longer. */
export function watchDatabase(given: { memory: Memory; log: Log; slowMilliseconds: number }): DatabaseWatch {
  const { memory, log, slowMilliseconds } = given
  return {
    ran: (text, milliseconds) => {
      const activity = current.getStore()
      if (activity !== undefined) note(activity.statements, text, milliseconds)
      if (slowMilliseconds > 0 && milliseconds >= slowMilliseconds)
        log.warn('slow statement', {
          request_id: activity?.requestId,
          statement: shownText(text),
          milliseconds: rounded(milliseconds),
        })
    },
    waits: () => {
      const waits = memory.of(waitsOf)
      const since = performance.now()
      waits.waiting += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const waited = performance.now() - since
        waits.waiting -= 1
        waits.count += 1
        waits.milliseconds += waited
        waits.longest = Math.max(waits.longest, waited)
      }
    },
  }
}

function note(statements: Activity['statements'], text: string, milliseconds: number): void {
  const now = performance.now()
  const known = statements.get(text)
  if (known) {
    known.count += 1
    known.milliseconds += milliseconds
    known.ended = now
  } else if (statements.size < MOST_TEXTS) statements.set(text, { count: 1, milliseconds, began: now - milliseconds, ended: now })
}

/** What the log says of what a slow request did: how many statements, and those that took longest. */
export function statementsForLog({ statements }: Activity) {
  const groups = [...statements].sort(([, a], [, b]) => b.milliseconds - a.milliseconds)
  const sum = (of: (group: Group) => number) => groups.reduce((total, [, group]) => total + of(group), 0)
  return {
    statements: sum(({ count }) => count),
    statement_milliseconds: rounded(sum(({ milliseconds }) => milliseconds)),
    longest_statements: groups.slice(0, SHOWN_STATEMENTS).map(([text, { count, milliseconds }]) => {
      return { statement: shownText(text), count, milliseconds: rounded(milliseconds) }
    }),
  }
}

/** Without the texts that stand in a statement itself, and not without end. */
export function shownText(text: string): string {
  const plain = text.replace(/'(?:[^']|'')*'/g, "'...'").replace(/\s+/g, ' ')
  return plain.length <= SHOWN_CHARACTERS ? plain : `${plain.slice(0, SHOWN_CHARACTERS)}...`
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
