import { createYielder } from '../shared/event-loop.ts'
import type { JsonList } from './json-scan.ts'

/**
 * Parses a JSON text (UTF-8); its long arrays (of `scanJson`) piece by piece, with pauses for others. Throws SyntaxError where
 * `JSON.parse` of the whole would.
 */
export async function parseJson(bytes: Uint8Array, lists: readonly JsonList[]): Promise<unknown> {
  if (lists.length === 0) return JSON.parse(new TextDecoder().decode(bytes))
  const placeholder = crypto.randomUUID()
  const root: unknown = JSON.parse(skeletonOf(bytes, lists, placeholder))
  const yieldWhenDue = createYielder()
  for (const target of Array.isArray(root) ? [root] : Object.values(root ?? {})) {
    const list = Array.isArray(target) ? lists[indexOf(target, placeholder)] : undefined
    if (!list) continue
    target.length = 0
    let start = list.start
    for (const end of [...list.cuts, list.end]) {
      await yieldWhenDue()
      for (const item of itemsOf(bytes.subarray(start, end))) target.push(item)
      start = end + 1
    }
  }
  return root
}

/** The text without what is in its long arrays: each has one item, the placeholder and its number. */
function skeletonOf(bytes: Uint8Array, lists: readonly JsonList[], placeholder: string): string {
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let from = 0
  for (const [index, { start, end }] of lists.entries()) {
    pieces.push(decoder.decode(bytes.subarray(from, start)), `"${placeholder}${index}"`)
    from = end
  }
  return pieces.join('') + decoder.decode(bytes.subarray(from))
}

function indexOf(target: readonly unknown[], placeholder: string): number {
  const [only] = target
  return target.length === 1 && typeof only === 'string' && only.startsWith(placeholder)
    ? Number(only.slice(placeholder.length))
    : -1
}

function itemsOf(piece: Uint8Array): unknown[] {
  const items: unknown = JSON.parse(`[${new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece)}]`)
  if (!Array.isArray(items) || items.length === 0) throw new SyntaxError('an item of a list is missing')
  return items
}
