/** What a page shows as figures and as words, read element by element. */
export type PageParts = {
  /** Texts of elements of the class `num` that are no days. */
  readonly figures: { readonly text: string; readonly value: string | null }[]
  /** What stands between elements, but for code and what is marked as being in another language. */
  readonly words: string[]
  /** The operations that the page says it is made of: method and path with query. */
  readonly calls: { readonly method: string; readonly path: string }[]
}

const EMPTY = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

/** Reads a whole page. */
export function partsOf(html: string): PageParts {
  const parts = { figures: [] as { text: string; value: string | null }[], words: [] as string[], calls: [] as string[] }
  let [silent, foreign, code] = [0, 0, 0]
  let figure: { text: string; value: string | null; isDay: boolean } | undefined
  let words = ''
  const endWords = () => {
    const text = words.replace(/\s+/g, ' ').trim()
    if (text !== '') parts.words.push(text)
    words = ''
  }
  new HTMLRewriter()
    .on('*', {
      element(element) {
        endWords()
        const tag = element.tagName
        const isNumber = (element.getAttribute('class') ?? '').split(' ').includes('num') && tag !== 'time' && !figure
        if (tag === 'time' && figure) figure.isDay = true
        const isSilent = tag === 'script' || tag === 'style'
        const isForeign = element.hasAttribute('lang') && tag !== 'html'
        const isCode = tag === 'code' || tag === 'pre'
        if (isNumber) figure = { text: '', value: element.getAttribute('value'), isDay: false }
        if (isSilent) silent += 1
        if (isForeign) foreign += 1
        if (isCode) code += 1
        if (EMPTY.has(tag) || element.selfClosing) return
        const own = isNumber ? figure : undefined
        element.onEndTag(() => {
          endWords()
          if (own && !own.isDay) parts.figures.push(own)
          if (own) figure = undefined
          if (isSilent) silent -= 1
          if (isForeign) foreign -= 1
          if (isCode) code -= 1
        })
      },
      text({ text }) {
        if (silent > 0) return
        if (code > 0) parts.calls.push(text)
        if (figure) figure.text += text
        if (code === 0 && foreign === 0) words += text
      },
    })
    .transform(html)
  endWords()
  const script = decoded(parts.calls.join(''))
  const calls = [...script.matchAll(/^curl -s -H '[^']*'( -X (\w+))?.* '(https?:[^']*)'$/gm)].map(
    ([, , method, address = '']) => {
      const { pathname, search } = new URL(address)
      return { method: method ?? 'GET', path: `${pathname}${search}` }
    },
  )
  return {
    ...parts,
    figures: parts.figures.map((one) => ({ ...one, text: decoded(one.text) })),
    words: parts.words.map(decoded),
    calls,
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
}

/** Every number that an answer holds: numbers, and texts that are decimals. */
export function numbersIn(answer: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof answer === 'number') found.add(String(answer))
  else if (typeof answer === 'string') {
    if (/^-?\d+(\.\d+)?$/.test(answer)) found.add(answer)
  } else if (typeof answer === 'object' && answer !== null) for (const one of Object.values(answer)) numbersIn(one, found)
  return found
}

/** What stands before the decimals of numbers in a language, and between their thousands. */
function signsOf(tag: string): { sign: string; group: string } {
  const known = SIGNS.get(tag)
  if (known) return known
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.5)
  const textOf = (sought: string) => parts.find(({ type }) => type === sought)?.value
  const signs = { sign: textOf('decimal') ?? '.', group: textOf('group') ?? '' }
  SIGNS.set(tag, signs)
  return signs
}

const SIGNS = new Map<string, { sign: string; group: string }>()

/** A figure as people write it in a language, read by its signs alone: digits, how many of them are decimals, whether it is a percentage. */
export function readFigure(text: string, tag: string): { digits: string; decimals: number; isPercent: boolean } | null {
  const { sign, group } = signsOf(tag)
  const plain = text.replaceAll(group === '' ? '\0' : group, '').replace(/[\s\u00a0\u202f'’]/g, '')
  const found = new RegExp(`\\d+(?:\\${sign}(\\d+))?`).exec(plain)
  if (!found) return null
  return { digits: found[0].replace(sign, '.'), decimals: found[1]?.length ?? 0, isPercent: plain.includes('%') }
}

/** A decimal without its sign, rounded half away from zero to so many decimals, with plain digits. */
export function rounded(value: string, decimals: number, shift = 0): string {
  const [whole = '0', part = ''] = plainOf(value).split('.')
  const moved = part.padEnd(shift, '0')
  const [left, right] = [whole + moved.slice(0, shift), moved.slice(shift)]
  const scaled = BigInt(left + right.slice(0, decimals).padEnd(decimals, '0'))
  const up = (right[decimals] ?? '0') >= '5' ? 1n : 0n
  const text = (scaled + up).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** Without sign and exponent. */
function plainOf(value: string): string {
  const [mantissa = '0', exponent] = value.replace(/^-/, '').split('e')
  if (exponent === undefined) return mantissa
  const [whole = '0', part = ''] = mantissa.split('.')
  const by = Number(exponent)
  const digits = whole + part
  const point = whole.length + by
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`
}
