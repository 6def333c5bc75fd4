/** Character sets and small chores with text. */

/**
 * Decodes a report's bytes: BOM, else UTF-16 by its NUL pattern, else UTF-8 when it is valid, else windows-1252.
 * `encoding` (a WHATWG label) overrides the guess. The BOM is not part of the result.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): string {
  return new TextDecoder(encoding ?? guessEncoding(bytes)).decode(bytes)
}

/** The WHATWG label of what the bytes look like. */
export function guessEncoding(bytes: Uint8Array): string {
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
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Trims and folds inner white space, no-break spaces included. */
export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0\u202f]+/g, ' ').trim()
}

/** For comparing labels: squeezed, lower case, without accents. */
export function fold(text: string): string {
  return squeeze(text)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
