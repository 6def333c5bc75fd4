/** For searching and comparing names: trimmed, white space folded, lower case, without accents. */
export function fold(text: string): string {
  return text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
