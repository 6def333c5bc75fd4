/** Tables of an HTML page as rows of cell texts. One pass, no expressions that backtrack; nested tables count as one. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  minus: '-',
}
const MAX_ROWS = 100_000

type Rows = string[][]

/** The tables, each with its rows, in the order of the page. */
export function readTables(page: string): Rows[] {
  const tables: Rows[] = []
  let text: string[] = []
  let inCell = false
  let count = 0
  const end = () => {
    if (inCell)
      tables
        .at(-1)
        ?.at(-1)
        ?.push(decode(text.join('')))
    inCell = false
    text = []
  }
  for (const { tag, before } of tokens(page)) {
    if (inCell) text.push(before)
    if (tag === 'table') tables.push([])
    if (tag === 'tr' || tag === 'td' || tag === 'th' || tag === '/td' || tag === '/th' || tag === '/tr' || tag === '/table') end()
    if (tag === 'tr' && count++ < MAX_ROWS) tables.at(-1)?.push([])
    if (tag === 'td' || tag === 'th') inCell = true
  }
  return tables.map((rows) => rows.filter((row) => row.length > 0))
}

/** Tags by name, each with the text before it; comments, scripts and styles are passed over. */
function* tokens(page: string): Generator<{ tag: string; before: string }> {
  for (let at = 0; at < page.length; ) {
    const open = page.indexOf('<', at)
    if (open < 0) return
    const before = page.slice(at, open)
    if (page.startsWith('<!--', open)) {
      at = after(page, '-->', open)
      continue
    }
    const close = after(page, '>', open)
    const tag = /^\/?[a-z0-9]+/i.exec(page.slice(open + 1, open + 20))?.[0].toLowerCase() ?? ''
    yield { tag, before }
    at = tag === 'script' || tag === 'style' ? after(page, `</${tag}`, close) : close
  }
}

function after(page: string, mark: string, from: number): number {
  const at = page.indexOf(mark, from)
  return at < 0 ? page.length : at + mark.length
}

function decode(text: string): string {
  const plain = text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
  return plain.replace(/\s+/g, ' ').trim()
}
