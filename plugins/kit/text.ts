/** Character sets and small chores with text. */

/**
 * Decodes a report's bytes: BOM, else UTF-16 by its NUL pattern, else UTF-8 when it is valid, else windows-1252.
 * `encoding` (a WHATWG label) overrides the guess. The BOM is not part of the result.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): string {
  const known = encoding ?? markedEncoding(bytes)
  if (known !== undefined) return new TextDecoder(known).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeCutOff(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  }
}

/** UTF-8 that ends inside a character, as a file does that was cut off; nothing when the bytes are not UTF-8 or could as well be another set. */
function decodeCutOff(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return /[\u0080-\uffff]/.test(text) ? `${text}\ufffd` : undefined
  } catch {
    return undefined
  }
}

/** The WHATWG label of what the bytes look like. */
export function guessEncoding(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes)
  if (marked !== undefined) return marked
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 512)
  let [even, odd] = [0, 0]
  for (let i = 0; i < head.length; i++) {
    if (head[i] === 0) i % 2 === 0 ? even++ : odd++
  }
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  if (even > head.length / 4 && odd === 0) return 'utf-16be'
  return undefined
}

/** Visible ASCII with single blanks inside, as nearly all cells are. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** Trims and folds inner white space, no-break spaces included. */
export function squeeze(text: string): string {
  if (PLAIN.test(text) || !/\s\s|[^\S ]|^ | $/.test(text)) return text
  return text.replace(/[\s\u00a0\u202f]+/g, ' ').trim()
}

/** `trim` for cells, nearly all of which are trimmed: the codes of their first and last characters tell. To ask for one that is not there takes long. */
export function trimmed(cell = ''): string {
  if (cell === '') return ''
  return isInk(cell.charCodeAt(0)) && isInk(cell.charCodeAt(cell.length - 1)) ? cell : cell.trim()
}

/** A visible character of ASCII. */
function isInk(code: number): boolean {
  return code > 32 && code < 127
}

/** For comparing labels: squeezed, lower case, without accents. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return squeeze(text)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
