/**
 * The text of plain PDF files: strings in Latin letters, shown by content streams that are deflated or not packed at all. No fonts, no
 * forms, no encryption: of anything else nothing is read, so that a caller who looks for its labels finds that the format has changed.
 */
import { inflateSync } from 'node:zlib'

const MAX_STREAMS = 500
const MAX_STREAM_BYTES = 512 * 1024
const MAX_TOTAL_BYTES = 4 * 1024 * 1024
/** Dictionaries (whose strings are no text), strings, and what moves to another place. */
const TOKEN = /<<[^>]*>>|\((?:\\[\s\S]|[^\\()])*\)|\bT[dDm*](?![\w*])|\bET\b/g
const ESCAPE = /\\([()\\])/g

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/** The pieces of text that stand in one place each, in the order of the file, trimmed, blank ones left out. */
export function pdfPieces(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: string[] = []
  let total = 0
  for (let at = 0, count = 0; count < MAX_STREAMS && total < MAX_TOTAL_BYTES; count++) {
    const head = file.indexOf('stream', at)
    const end = head < 0 ? -1 : file.indexOf('endstream', head)
    if (end < 0) break
    at = end + 'endstream'.length
    const content = unpack(file.subarray(afterLine(file, head + 'stream'.length), end))
    total += content.length
    if (/\bBT\b/.test(content) && /\bT[jJ]\b/.test(content)) pieces.push(...piecesOf(content))
  }
  return pieces
}

function afterLine(file: Buffer, at: number): number {
  return at + (file[at] === 0x0d ? 1 : 0) + (file[at + (file[at] === 0x0d ? 1 : 0)] === 0x0a ? 1 : 0)
}

/** A stream that is larger than a page of text, or damaged, is no text. */
function unpack(packed: Buffer): string {
  if (!isZlib(packed)) return packed.length > MAX_STREAM_BYTES ? '' : packed.toString('latin1')
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM_BYTES }).toString('latin1')
  } catch {
    return ''
  }
}

/** RFC 1950, 2.2: the method is 8, and the first two bytes are a multiple of 31. */
function isZlib([first = 0, second = 0]: Buffer): boolean {
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0
}

function piecesOf(content: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const [token] of content.matchAll(TOKEN)) {
    if (token.startsWith('<<')) continue
    if (token.startsWith('(')) piece += token.slice(1, -1).replace(ESCAPE, '$1')
    else {
      pieces.push(piece)
      piece = ''
    }
  }
  return [...pieces, piece].map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== '')
}
