import type { ContentType } from './file-kinds.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type DecodedText = { readonly text: string; readonly encoding: TextEncoding }

const CONTROLS = /[\p{Cc}--[\t\n\f\r\u0080-\u009f]]/v
const DOS_END_OF_FILE = '\u001a'
const BOMS: readonly (readonly [string, TextEncoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** The head of a file as text without BOM, or `undefined` when it is binary. UTF-8, UTF-16 with or without BOM, else Windows-1252. */
export function decodeHead(head: Uint8Array): DecodedText | undefined {
  const hex = Buffer.from(head.subarray(0, 4)).toString('hex')
  if (hex === 'fffe0000' || hex === '0000feff') return undefined
  const encoding = BOMS.find(([bom]) => hex.startsWith(bom))?.[1] ?? guessEncoding(head)
  const text = decode(head, encoding)
  if (text === undefined && encoding === 'utf-8') return withoutControls(decode(head, 'windows-1252'), 'windows-1252')
  return withoutControls(text, encoding)
}

function withoutControls(text: string | undefined, encoding: TextEncoding): DecodedText | undefined {
  return text === undefined || CONTROLS.test(text.replaceAll(DOS_END_OF_FILE, '')) ? undefined : { text, encoding }
}

function guessEncoding(head: Uint8Array): TextEncoding {
  const sample = head.subarray(0, 512)
  const zeros = [0, 1].map((parity) => sample.filter((byte, index) => index % 2 === parity && byte === 0).length)
  const most = sample.byteLength * 0.35
  if ((zeros[1] ?? 0) > most && zeros[0] === 0) return 'utf-16le'
  return (zeros[0] ?? 0) > most && zeros[1] === 0 ? 'utf-16be' : 'utf-8'
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** The last characters of a text file. `tail` starts at byte `start` of the file. `undefined` when that end is no text. */
export function decodeTail(tail: Uint8Array, start: number, encoding: TextEncoding): string | undefined {
  const wide = encoding === 'utf-16le' || encoding === 'utf-16be'
  const bytes = tail.subarray(wide ? start % 2 : 0)
  if (!wide && bytes.includes(0)) return undefined
  return new TextDecoder(encoding).decode(bytes)
}

/** The first element of a markup text, lower case, after declarations and comments; `undefined` when it starts with anything else. */
export function rootTagOf(text: string): string | undefined {
  let rest = text.trimStart()
  for (;;) {
    const skipped = /^(<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(\[[\s\S]*?\]\s*)?>)\s*/i.exec(rest)?.[0]
    if (skipped === undefined) break
    rest = rest.slice(skipped.length)
  }
  if (rest.startsWith('<!--')) return 'html'
  return /^<\/?([a-z_][\w.:-]*)/i.exec(rest)?.[1]?.toLowerCase()
}

/** What a text is: SVG and XML by their first element, JSON by its brackets, TSV and CSV by a separator in every line, else plain text. */
export function textKind(text: string, tail: string, rootTag: string | undefined): ContentType {
  const end = tail.trimEnd()
  const start = text.trimStart()
  if (rootTag !== undefined && (start.startsWith('<?xml') || (end.endsWith('>') && /<\/|\/>/.test(end)))) {
    return /^(svg|[\w-]+:svg)$/.test(rootTag) ? 'image/svg+xml' : 'application/xml'
  }
  if (isJson(start, end)) return 'application/json'
  return separated(text, /\t/) ? 'text/tab-separated-values' : separated(text, /[,;|]/) ? 'text/csv' : 'text/plain'
}

function isJson(start: string, end: string): boolean {
  if (start.trimEnd() === end.trimStart() && /^[[{]/.test(start)) return parses(start)
  return (/^\{\s*"/.test(start) && end.endsWith('}')) || (/^\[\s*[[{"\d-]/.test(start) && end.endsWith(']'))
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function separated(text: string, separator: RegExp): boolean {
  const lines = text
    .split(/\r\n|\r|\n/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every((line) => separator.test(line))
}
