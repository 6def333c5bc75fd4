import type { z } from '@hono/zod-openapi'
import type { Fields } from './bounded.ts'

/** What an operation of the interface answered: its body, and its header fields. */
export type Answered = { readonly body: unknown; readonly headers: Headers }

/** What a tool reads: a path below `/api/v1`, and what its query has besides what the caller gave. */
export type Reading = { readonly path: string; readonly query?: Fields }

/** A tool: what a model reads of it, which operation of the interface it reads, and what it makes of the answer. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Arguments that are keys of the operation's query: handed on as they are, and judged there. */
  readonly query: Readonly<Record<string, z.ZodType>>
  /** Arguments of its own. */
  readonly own: z.ZodObject
  readonly output: z.ZodObject
  readonly reading: (own: Fields) => Reading
  readonly answer: (answered: Answered, own: Fields) => Fields
}

/** A tool whose functions see its own arguments as their schema gives them, with defaults. */
export function tool<Own extends z.ZodObject>(
  made: Omit<Tool, 'own' | 'reading' | 'answer'> & {
    readonly own: Own
    readonly reading: (own: z.output<Own>) => Reading
    readonly answer: (answered: Answered, own: z.output<Own>) => Fields
  },
): Tool {
  return made as unknown as Tool // whoever calls them parses with `own` before
}
