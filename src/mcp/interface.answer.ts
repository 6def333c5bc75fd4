import { readOwnJson } from '../http/own-json.ts'
import type { HttpContext } from '../http/route.ts'
import { type Fields, fieldsOf, listOf } from './bounded.ts'
import type { Answered, Reading } from './tool.ts'

/** Answers a request as the whole service does, whoever it comes from. */
export type Fetch = (request: Request) => Response | Promise<Response>
/** Either what the interface answered, or what it says is wrong, in words for a model. */
export type Outcome = { readonly ok: true; readonly answered: Answered } | { readonly ok: false; readonly said: string }

const MOST_BYTES = 16 * 1024 * 1024
const MOST_FAULTS = 10

/**
 * Sends a GET to the interface as the caller: with their token and nothing else of the request, so that all that holds there holds here: rights, what the
 * token is narrowed to, budgets, caches, time.
 */
export async function readInterface(c: HttpContext, fetch: Fetch, { path, query = {} }: Reading): Promise<Outcome> {
  const url = new URL(c.req.url)
  url.pathname = `${c.var.deps.config.basePath}/api/v1${path}`
  url.search = searchOf(query)
  const headers = {
    Authorization: c.req.header('authorization') ?? '',
    Accept: 'application/json',
    'X-Request-Id': c.var.requestId,
  }
  const response = await fetch(new Request(url, { headers, signal: c.req.raw.signal }))
  if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES) {
    await response.body?.cancel()
    return { ok: false, said: 'There is too much of it to be read here. Ask for fewer days, brokers or assets.' }
  }
  const body = await readOwnJson(response)
  if (response.status !== 200) return { ok: false, said: faultOf(fieldsOf(body)) }
  return { ok: true, answered: { body, headers: response.headers } }
}

/** Lists are repeated keys; what is null counts as not given. */
function searchOf(query: Fields): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === null || one === undefined) continue
      search.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
  return search.toString()
}

/** A problem (RFC 9457) in a few lines, its faults by the arguments that they are about. */
function faultOf(problem: Fields): string {
  const faults = listOf(problem['errors'])
    .slice(0, MOST_FAULTS)
    .map((each) => {
      const { pointer, detail } = fieldsOf(each)
      return `${String(pointer).replace(/^\/query\//, '')}: ${detail}`
    })
  return [`${problem['detail']} (${problem['code']})`, ...faults].join('\n')
}
