/** A neutral icon: the code on a plain disc, drawn by us, so that no publisher's mark is copied. */
export function badge(code: string): string {
  const hue = [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  const size = code.length > 5 ? 12 : code.length > 3 ? 16 : 21
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${code}">`,
    `<circle cx="32" cy="32" r="31" fill="hsl(${hue} 45% 32%)"/>`,
    `<text x="32" y="33" fill="#fff" font-family="sans-serif" font-weight="600" font-size="${size}"`,
    ` text-anchor="middle" dominant-baseline="middle">${code}</text></svg>`,
  ].join('')
}
