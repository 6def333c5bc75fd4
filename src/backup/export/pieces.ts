/** The contents of files as pieces of text, none of them long. */
import { createYielder } from '../../shared/event-loop.ts'

export type Pieces = AsyncIterable<string> | Iterable<string>

/** A JSON array with an item in each line, which is how an import reads it. */
export async function* jsonLines(items: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let text = '['
  let count = 0
  for await (const item of items) {
    text += `${count++ === 0 ? '' : ','}\n${JSON.stringify(item, plain)}`
    if (text.length < PIECE_LENGTH) continue
    yield text
    text = ''
  }
  yield `${text}\n]\n`
}

/** What JSON has no form of: maps are objects. Decimals must be texts already. */
function plain(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value
}

/** The pieces as bytes, each of which `see` is shown; gives the event loop back in between. */
export function bytesOf(pieces: Pieces, see: (bytes: Uint8Array) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const yieldWhenDue = createYielder()
  const next = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await yieldWhenDue()
      const { value, done } = await next.next()
      if (done === true) return controller.close()
      const bytes = encoder.encode(value)
      see(bytes)
      controller.enqueue(bytes)
    },
    async cancel() {
      await next.return?.()
    },
  })
}

const PIECE_LENGTH = 65_536
