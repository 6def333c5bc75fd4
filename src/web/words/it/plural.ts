/** A count with its word: one, or several (also none). */
export const some = (n: number, figure: string, one: string, several: string): string =>
  n === 1 ? `1 ${one}` : `${figure} ${several}`

/** Before the 8th and the 11th the article is elided: `il 7 gen`, `l’8 gen`. */
const elides = (day: string): boolean => /^(8|11)\b/.test(day)
export const on = (day: string): string => (elides(day) ? `l’${day}` : `il ${day}`)
export const of = (day: string): string => (elides(day) ? `dell’${day}` : `del ${day}`)
export const to = (day: string): string => (elides(day) ? `all’${day}` : `al ${day}`)
export const from = (day: string): string => (elides(day) ? `dall’${day}` : `dal ${day}`)
