/** ASCII letters in lower case, all others as they are: what the databases compare without regard to case. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** For searching and comparing names: trimmed, white space folded, lower case, without accents. */
export function fold(text: string): string {
  return text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
