import { parseJson } from './json-parse.ts'
import { scanJson } from './json-scan.ts'

/** The interface itself wrote it: nothing in it is too deep or too much. */
const NO_LIMITS = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY }
/** What is shorter is parsed at once: looking for long lists in it takes longer. */
const LONG_BYTES = 256 * 1024

/** The body of an answer of the interface, its long lists piece by piece, with pauses for others; `null` where there is none. */
export async function readOwnJson(answer: Response): Promise<unknown> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (bytes.byteLength === 0) return null
  if (bytes.byteLength < LONG_BYTES) return JSON.parse(new TextDecoder().decode(bytes))
  const { lists } = await scanJson(bytes, NO_LIMITS)
  return parseJson(bytes, lists)
}
