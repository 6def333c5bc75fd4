import { notModified } from '../http/etag.ts'
import type { HttpContext } from '../http/route.ts'
import { memoryKey } from '../memory.ts'

type StaticAnswer = { readonly body: string; readonly tag: string }

const answers = memoryKey('fx/static-answers', () => new Map<string, StaticAnswer>())

/** A list that is constant while the service runs: made once, sent with an ETag, 304 for who has it. */
export function answerStatic<W extends object>(c: HttpContext, name: string, make: () => W) {
  const lists = c.var.deps.memory.of(answers)
  const list = lists.get(name) ?? encode(make())
  lists.set(name, list)
  c.header('ETag', list.tag)
  c.header('Cache-Control', 'private, no-cache')
  if (notModified(c, list.tag)) return c.body(null, 304)
  return c.body(list.body, 200, { 'Content-Type': 'application/json' })
}

function encode(list: object): StaticAnswer {
  const body = JSON.stringify(list)
  return { body, tag: `W/"${Bun.hash(body).toString(36)}"` }
}
