/** What of an answer has to stay: its status, a few headers and its body byte for byte, but for ids that are made at random. */
import type { Answer } from './ask.ts'

const HEADERS = ['content-type', 'content-disposition', 'x-total-count']
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

/** Names the random ids of a text by the order in which they come: `uuid-1`, `uuid-2`. */
export function named(text: string): string {
  const names = new Map<string, string>()
  return text.replace(UUID, (id) => {
    const name = names.get(id) ?? `uuid-${names.size + 1}`
    names.set(id, name)
    return name
  })
}

/** The text of an answer that has to stay. */
export function textOf({ status, headers, text }: Answer): string {
  const shown = HEADERS.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []))
  return named([status, ...shown, '', text].join('\n'))
}

export function hashOf(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 12)
}

/** Where two texts begin to differ, with what is around it. */
export function firstDifference(before: string, after: string): string {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  const show = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 120), at + 120))
  return `at character ${at}\n  before: ${show(before)}\n  after:  ${show(after)}`
}
