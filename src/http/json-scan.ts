import { createYielder } from '../shared/event-loop.ts'

/** How much a JSON text may hold. */
export type JsonLimits = { readonly maxDepth: number; readonly maxValues: number }

/** What is wrong with a text before it is parsed, or where it may be cut. */
export type JsonScan = { readonly fault: 'too-deep' | 'too-many' | null; readonly lists: readonly JsonList[] }

/** A long array, the root itself or a value of the root object: the bytes between its brackets, cut at commas. */
export type JsonList = { readonly start: number; readonly end: number; readonly cuts: readonly number[] }

const SLICE_BYTES = 512 * 1024
const CUT_BYTES = 128 * 1024
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

type State = {
  readonly bytes: Uint8Array
  readonly limits: JsonLimits
  at: number
  depth: number
  values: number
  rootIsArray: boolean
  open: { start: number; cuts: number[]; last: number; depth: number } | undefined
  readonly lists: JsonList[]
}

/**
 * Counts the values and the depth of a JSON text without parsing it, in slices of the event loop, and finds where its long arrays can be
 * cut. Whether the text is valid is not checked: a parser says that.
 */
export async function scanJson(bytes: Uint8Array, limits: JsonLimits): Promise<JsonScan> {
  const yieldWhenDue = createYielder()
  const state: State = { bytes, limits, at: 0, depth: 0, values: 0, rootIsArray: false, open: undefined, lists: [] }
  while (state.at < bytes.length) {
    await yieldWhenDue()
    const fault = scanSlice(state)
    if (fault !== null) return { fault, lists: [] }
  }
  return { fault: null, lists: state.lists }
}

function scanSlice(state: State): 'too-deep' | 'too-many' | null {
  const { bytes, limits } = state
  const end = Math.min(bytes.length, state.at + SLICE_BYTES)
  let at = state.at
  for (; at < end; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) {
      state.values += 1
      if (state.open?.depth === state.depth) cutAt(state.open, at)
    } else if (byte === 91 || byte === 123) {
      state.values += 1
      state.depth += 1
      if (state.depth > limits.maxDepth) return 'too-deep'
      opened(state, at, byte === 91)
    } else if (byte === 93 || byte === 125) closed(state, at)
    if (state.values > limits.maxValues) return 'too-many'
  }
  state.at = at
  return null
}

/** The position of the closing quote, or the end of the bytes. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ; at++) {
    at = bytes.indexOf(QUOTE, at)
    if (at < 0) return bytes.length
    let before = at - 1
    while (bytes[before] === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
}

function opened(state: State, at: number, isArray: boolean): void {
  if (state.depth === 1) state.rootIsArray = isArray
  const isList = isArray && (state.depth === 1 || (state.depth === 2 && !state.rootIsArray))
  if (isList) state.open = { start: at + 1, cuts: [], last: at, depth: state.depth }
}

function closed(state: State, at: number): void {
  const { open } = state
  if (open?.depth === state.depth) {
    if (open.cuts.length > 0) state.lists.push({ start: open.start, end: at, cuts: open.cuts })
    state.open = undefined
  }
  state.depth -= 1
}

function cutAt(open: { cuts: number[]; last: number }, at: number): void {
  if (at - open.last < CUT_BYTES) return
  open.cuts.push(at)
  open.last = at
}
