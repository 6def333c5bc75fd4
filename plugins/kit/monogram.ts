/** Icons of importers that have none: one or two letters on a colour. */

/** An SVG of 64 x 64. Without a colour it follows from the name. */
export function monogram(name: string, colour?: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters = (words.length > 1 ? words.slice(0, 2).map((word) => word.slice(0, 1)) : [words[0]?.slice(0, 2) ?? '?']).join('')
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const fill = colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour : `hsl(${hue} 45% 38%)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="${fill}"/><text x="32" y="42" font-family="sans-serif" font-size="28" font-weight="600" text-anchor="middle" fill="#fff">${letters.toUpperCase()}</text></svg>\n`
}
