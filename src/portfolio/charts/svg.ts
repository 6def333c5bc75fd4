/** Attributes of an element; `undefined` leaves one out. Coordinates are rounded to tenths. */
type Attributes = Readonly<Record<string, string | number | undefined>>

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** A text as XML 1.0 takes it, in elements and in attributes; what XML knows no letter for becomes U+FFFD. */
export function escapeText(text: string): string {
  return text.replaceAll(FORBIDDEN, '\uFFFD').replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '')
}

/** An element; `content` is markup already, see `textElement` for texts. */
export function element(name: string, attributes: Attributes, content = ''): string {
  let opening = `<${name}`
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) opening += ` ${key}="${typeof value === 'number' ? tenths(value) : escapeText(value)}"`
  return content === '' ? `${opening}/>` : `${opening}>${content}</${name}>`
}

export function textElement(text: string, attributes: Attributes): string {
  return element('text', attributes, escapeText(text))
}

/** What a pointer over an element shows. */
export function tooltip(text: string): string {
  return `<title>${escapeText(text)}</title>`
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10)
}
