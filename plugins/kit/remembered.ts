const MOST = 10_000
/** Days such as `Fri Nov 24 2023`, currencies and ISINs have no more characters. */
const LONGEST = 15

/**
 * The same function for the cells of one file, which repeat: what a text means is found once. Of texts longer than `longest`, moments mostly, which
 * do not repeat, the last is remembered; and nothing of what means nothing.
 */
export function remembered<T>(read: (text: string) => T, longest = LONGEST): (text: string) => T {
  const known = new Map<string, T>()
  let [last, lastValue]: [string, T | undefined] = ['', undefined]
  return (text) => {
    if (text === last && lastValue !== undefined) return lastValue
    const isShort = text.length <= longest
    const found = isShort ? known.get(text) : undefined
    const value = found ?? read(text)
    if (isShort && found === undefined && value !== undefined && known.size < MOST) known.set(text, value)
    last = text
    lastValue = value
    return value
  }
}
