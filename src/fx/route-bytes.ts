/** The answer of route discovery in JSON, as bytes: its routes share their legs, so that each leg is written once and copied many times. Pure. */
import { type FoundRoutes, legs, stepKey } from './discovery.ts'
import { type RouteRows, widthOf } from './route-rows.ts'

/** Bytes of one piece of the answer, at least; a piece holds whole routes. */
const PIECE = 256 * 1024
/** Legs with which neighbours in the order of the keys mostly begin alike. */
const HEAD = 2

/** Legs as they stand in the key and in the steps of a route. */
type Part = { readonly key: Uint8Array; readonly steps: Uint8Array }
type LegOf = (from: number, to: number, provider: number) => Part

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const NOTHING = encoder.encode('')

/** The routes as one JSON array of `DiscoveredRoute` of the interface, in pieces. */
export function* routeBytes(found: FoundRoutes): Generator<Uint8Array<ArrayBuffer>> {
  const legOf = legs(found.graph, (step) => ({
    key: encoder.encode(`/${JSON.stringify(stepKey(step)).slice(1, -1)}`),
    steps: encoder.encode(`,${JSON.stringify(step)}`),
  }))
  let isFirst = true
  for (const rows of found.rows) {
    const pieceFrom = writer(rows, found.source, legOf)
    for (let row = 0; row < rows.count; ) {
      const piece = pieceFrom(row)
      row = piece.next
      yield isFirst ? opened(piece.bytes) : piece.bytes
      isFirst = false
    }
  }
  yield encoder.encode(isFirst ? '[]' : ']')
}

/** Each route has a comma before it; the first has the bracket. */
function opened(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  bytes[0] = '['.charCodeAt(0)
  return bytes
}

type Piece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly next: number }

/** Writes rows from one on, as many as a piece holds. */
function writer(rows: RouteRows, source: number, legOf: LegOf): (row: number) => Piece {
  const partsAt = partsOf(rows, source, legOf)
  return (first) => {
    let bytes = new Uint8Array(PIECE)
    let [length, row] = [0, first]
    for (; row < rows.count; row++) {
      const parts = partsAt(row, row === first)
      let after = length
      for (const part of parts) after += part.length
      if (after > bytes.length && length > 0) break
      if (after > bytes.length) bytes = new Uint8Array(after)
      for (const part of parts) {
        bytes.set(part, length)
        length += part.length
      }
    }
    return { bytes: bytes.subarray(0, length), next: row }
  }
}

/** What a row is written of, in its order; of rows that follow one another, only what differs is looked up. The list is the same one each time. */
function partsOf({ steps, numbers }: RouteRows, source: number, legOf: LegOf) {
  const [width, inHead] = [widthOf(steps), Math.min(HEAD, steps)]
  const after = steps - inHead
  const tails = new Map<number, Uint8Array>()
  const parts: Uint8Array[] = Array.from({ length: 3 + 2 * after }, () => NOTHING)
  return (row: number, isFirst: boolean): readonly Uint8Array[] => {
    const at = row * width
    const end = at + 2 * steps
    const same = isFirst ? 0 : sameLegs(numbers, at - width, at, steps)
    if (same < inHead) {
      const head = headOf(numbers.subarray(at, at + 2 * inHead), source, legOf)
      parts[0] = head.key
      parts[1 + after] = head.steps
    }
    for (let leg = Math.max(same - inHead, 0); leg < after; leg++) {
      const i = at + 2 * (inHead + leg)
      const part = legOf(numbers[i - 2] ?? 0, numbers[i] ?? 0, numbers[i + 1] ?? 0)
      parts[1 + leg] = part.key
      parts[2 + after + leg] = part.steps
    }
    parts[2 + 2 * after] = tailOf(tails, numbers[end] ?? 0, numbers[end + 1] ?? 0)
    return parts
  }
}

/** The beginning of a route: of its key, and from the end of the key on. */
function headOf(numbers: Uint16Array, source: number, legOf: LegOf): Part {
  let [key, steps] = ['', '']
  for (let i = 0; i < numbers.length; i += 2) {
    const leg = legOf(i === 0 ? source : (numbers[i - 2] ?? 0), numbers[i] ?? 0, numbers[i + 1] ?? 0)
    key += decoder.decode(leg.key)
    steps += decoder.decode(leg.steps)
  }
  return { key: encoder.encode(`,{"key":"${key.slice(1)}`), steps: encoder.encode(`","chain_steps":[${steps.slice(1)}`) }
}

function tailOf(tails: Map<number, Uint8Array>, registered: number, distinct: number): Uint8Array {
  const id = registered * 0x1_00_00 + distinct
  const known = tails.get(id)
  if (known) return known
  const made = encoder.encode(`],"registered_legs":${registered},"distinct_providers":${distinct}}`)
  tails.set(id, made)
  return made
}

/** How many legs two rows have in common from their beginning on. */
function sameLegs(numbers: Uint16Array, a: number, b: number, steps: number): number {
  for (let leg = 0; leg < steps; leg++)
    if (numbers[a + 2 * leg] !== numbers[b + 2 * leg] || numbers[a + 2 * leg + 1] !== numbers[b + 2 * leg + 1]) return leg
  return steps
}
