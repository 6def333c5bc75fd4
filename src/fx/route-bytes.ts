/** The answer of route discovery in JSON, as bytes: its routes share their legs, so that each leg is written once and copied many times. Pure. */
import { type FoundRoutes, legs, stepKey } from './discovery.ts'
import { type RouteRows, widthOf } from './route-rows.ts'

/** Bytes after which a piece of the answer is sent. */
const PIECE = 256 * 1024
/** Room for the route that goes beyond, as long as names are short. */
const ROOM = PIECE + 4096
/** Legs with which neighbours in the order of the keys mostly begin alike. */
const HEAD = 2

/** Legs as they stand in the key and in the steps of a route. */
type Part = { readonly key: Uint8Array; readonly steps: Uint8Array }
type LegOf = (from: number, to: number, provider: number) => Part

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The routes as one JSON array of `DiscoveredRoute` of the interface, in pieces. */
export function* routeBytes(found: FoundRoutes): Generator<Uint8Array<ArrayBuffer>> {
  const legOf = legs(found.graph, (step) => ({
    key: encoder.encode(`/${JSON.stringify(stepKey(step)).slice(1, -1)}`),
    steps: encoder.encode(`,${JSON.stringify(step)}`),
  }))
  const out = createOutput()
  let separator = '['
  for (const rows of found.rows) {
    const write = writer(rows, found.source, legOf, out)
    for (let row = 0; row < rows.count; row++) {
      write(row, separator)
      separator = ','
      if (out.length() > PIECE) yield out.take()
    }
  }
  out.add(encoder.encode(separator === '[' ? '[]' : ']'))
  yield out.take()
}

type Output = ReturnType<typeof createOutput>

function createOutput() {
  let bytes = new Uint8Array(ROOM)
  let at = 0
  return {
    add(part: Uint8Array) {
      if (at + part.length > bytes.length) {
        const larger = new Uint8Array(2 * (bytes.length + part.length))
        larger.set(bytes)
        bytes = larger
      }
      bytes.set(part, at)
      at += part.length
    },
    length: () => at,
    take() {
      const taken = bytes.subarray(0, at)
      bytes = new Uint8Array(ROOM)
      at = 0
      return taken
    },
  }
}

/** Writes rows one after the other, each with what separates it from the one before. */
function writer({ steps, numbers }: RouteRows, source: number, legOf: LegOf, out: Output) {
  const width = widthOf(steps)
  const inHead = 2 * Math.min(HEAD, steps)
  const tails = new Map<number, Uint8Array>()
  let [headAt, headSeparator] = [-1, '']
  let head: Part = { key: encoder.encode(''), steps: encoder.encode('') }
  return (row: number, separator: string) => {
    const at = row * width
    const end = at + 2 * steps
    if (headAt < 0 || headSeparator !== separator || !isSame(numbers, headAt, at, inHead)) {
      head = headOf(numbers.subarray(at, at + inHead), source, legOf, separator)
      headAt = at
      headSeparator = separator
    }
    out.add(head.key)
    for (let i = at + inHead; i < end; i += 2) out.add(legOf(numbers[i - 2] ?? 0, numbers[i] ?? 0, numbers[i + 1] ?? 0).key)
    out.add(head.steps)
    for (let i = at + inHead; i < end; i += 2) out.add(legOf(numbers[i - 2] ?? 0, numbers[i] ?? 0, numbers[i + 1] ?? 0).steps)
    out.add(tailOf(tails, numbers[end] ?? 0, numbers[end + 1] ?? 0))
  }
}

/** The beginning of a route: of its key, and from the end of the key on. */
function headOf(numbers: Uint16Array, source: number, legOf: LegOf, separator: string): Part {
  let [key, steps] = ['', '']
  for (let i = 0; i < numbers.length; i += 2) {
    const leg = legOf(i === 0 ? source : (numbers[i - 2] ?? 0), numbers[i] ?? 0, numbers[i + 1] ?? 0)
    key += decoder.decode(leg.key)
    steps += decoder.decode(leg.steps)
  }
  return {
    key: encoder.encode(`${separator}{"key":"${key.slice(1)}`),
    steps: encoder.encode(`","chain_steps":[${steps.slice(1)}`),
  }
}

function tailOf(tails: Map<number, Uint8Array>, registered: number, distinct: number): Uint8Array {
  const id = registered * 0x1_00_00 + distinct
  const known = tails.get(id)
  if (known) return known
  const made = encoder.encode(`],"registered_legs":${registered},"distinct_providers":${distinct}}`)
  tails.set(id, made)
  return made
}

function isSame(numbers: Uint16Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (numbers[a + i] !== numbers[b + i]) return false
  return true
}
