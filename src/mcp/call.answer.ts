import type { HttpContext } from '../http/route.ts'
import { validate } from '../http/validate.ts'
import { type Fields, fieldsOf } from './bounded.ts'
import { type Fetch, readInterface } from './interface.answer.ts'
import type { Tool } from './tool.ts'

/** What a call of a tool answers: figures both as structure and as text, or in words what is wrong. */
export type Called = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

const MOST_CHARACTERS = 250_000
const TOO_LONG =
  'The answer is too long to be read at once. Ask for fewer rows with `limit`, or for fewer days, brokers or assets.'

/** Calls a tool as whoever sent the request. What is wrong with the arguments, or with the moment, is an answer that a model can act upon. */
export async function callTool(c: HttpContext, fetch: Fetch, tool: Tool, given: Fields): Promise<Called> {
  const names = new Set([...Object.keys(tool.query), ...Object.keys(tool.own.shape)])
  const unknown = Object.keys(given).find((name) => !names.has(name))
  if (unknown !== undefined)
    return failed(`There is no argument ${JSON.stringify(unknown.slice(0, 60))}; there are: ${[...names].join(', ')}.`)
  const own = await validate(tool.own, withKeys(given, tool.own.shape))
  if (!own.ok) return failed(own.faults.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('\n'))
  const { path, query } = tool.reading(fieldsOf(own.value))
  const outcome = await readInterface(c, fetch, { path, query: { ...withKeys(given, tool.query), ...query } })
  if (!outcome.ok) return failed(outcome.said)
  const structuredContent = tool.answer(outcome.answered, fieldsOf(own.value))
  const text = JSON.stringify(structuredContent)
  if (text.length > MOST_CHARACTERS) return failed(TOO_LONG)
  return { content: [{ type: 'text', text }], structuredContent }
}

function failed(text: string): Called {
  return { content: [{ type: 'text', text }], isError: true }
}

/** What is given under these keys; null counts as not given. */
function withKeys(given: Fields, keys: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => Object.hasOwn(keys, key) && value !== null))
}
