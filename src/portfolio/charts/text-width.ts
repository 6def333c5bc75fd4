/** Advance widths of Inter Regular in hundredths of the size, from U+0020 to U+007E. Sans-serif fonts of browsers are as wide or narrower. */
const WIDTHS =
  '28 29 47 63 64 98 64 30 36 36 50 66 29 46 29 36 63 41 61 62 65 59 62 57 62 62 29 30 66 66 66 51 97 69 65 73 72 60 59 75 74 27 57 67 57 90 75 76 64 76 64 64 65 74 69 99 68 68 63 36 36 36 47 46 32 56 61 57 61 58 37 61 59 24 24 55 24 88 59 60 61 61 38 53 33 59 56 82 55 56 55 43 33 43 66'
    .split(' ')
    .map(Number)
const OTHER_WIDTH = 70
const WIDE_WIDTH = 105
const COMBINING = /\p{M}/gu

/** About how wide a text is, in pixels; letters with accents are as wide as without. */
export function textWidth(text: string, size: number, weight: 'normal' | 'bold' = 'normal'): number {
  let hundredths = 0
  for (const letter of text.normalize('NFD').replaceAll(COMBINING, ''))
    hundredths += WIDTHS[(letter.codePointAt(0) ?? 0) - 32] ?? (Bun.stringWidth(letter) > 1 ? WIDE_WIDTH : otherWidth(letter))
  return (hundredths * size * (weight === 'bold' ? 1.06 : 1)) / 100
}

function otherWidth(letter: string): number {
  return /\s/.test(letter) ? 28 : OTHER_WIDTH
}

/** The text, or as much of its beginning as fits and an ellipsis; never half a letter. */
export function clipText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text
  const letters = [...new Intl.Segmenter('en').segment(text.slice(0, 400))].map(({ segment }) => segment)
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
