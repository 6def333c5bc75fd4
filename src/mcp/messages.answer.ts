import { scanJson } from '../http/json-scan.ts'
import type { HttpContext } from '../http/route.ts'

/** No client needs more in one request. */
const LIMITS = { maxDepth: 32, maxValues: 5_000 }
const MOST_MESSAGES = 20
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/**
 * The messages of a body, one or a list of them, its size judged before its contents; else the answer (400) with what JSON-RPC says of it: no JSON, nested too
 * deep, too many values or messages. Whether they are messages is not judged here.
 */
export async function readMessages(c: HttpContext): Promise<{ readonly messages: unknown } | { readonly refusal: Response }> {
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const { fault } = await scanJson(bytes, LIMITS)
  if (fault !== null)
    return { refusal: refuse(c, INVALID_REQUEST, `At most ${LIMITS.maxDepth} levels and ${LIMITS.maxValues} values are taken.`) }
  const messages = parse(bytes)
  if (messages === undefined) return { refusal: refuse(c, PARSE_ERROR, 'The body is not valid JSON.') }
  if (Array.isArray(messages) && messages.length > MOST_MESSAGES)
    return { refusal: refuse(c, INVALID_REQUEST, `At most ${MOST_MESSAGES} messages are taken at once.`) }
  return { messages }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function refuse(c: HttpContext, code: number, message: string): Response {
  return c.json({ jsonrpc: '2.0', id: null, error: { code, message } }, 400)
}
