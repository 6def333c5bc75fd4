import type { Config } from '../config.ts'
import { notModified } from '../http/etag.ts'
import type { HttpContext } from '../http/route.ts'

type Kept = { readonly body: string; readonly tag: string }

const kept = new WeakMap<Config, Map<string, Kept>>()

/** A list that is constant while the service runs: made once, sent with an ETag, 304 for who has it. */
export function answerConstant<W extends object>(c: HttpContext, name: string, make: () => W) {
  const lists = kept.get(c.var.deps.config) ?? new Map<string, Kept>()
  kept.set(c.var.deps.config, lists)
  const list = lists.get(name) ?? keep(make())
  lists.set(name, list)
  c.header('ETag', list.tag)
  c.header('Cache-Control', 'private, no-cache')
  if (notModified(c, list.tag)) return c.body(null, 304)
  return c.body(list.body, 200, { 'Content-Type': 'application/json' })
}

function keep(list: object): Kept {
  const body = JSON.stringify(list)
  return { body, tag: `W/"${Bun.hash(body).toString(36)}"` }
}
