/** A cell; `tone` is how good it is, `null` for what has no tone. */
export type Cell = { readonly text: string; readonly tone?: 'good' | 'bad' | 'quiet' | 'strong' | null }
type Column = { readonly title: string; readonly align: 'left' | 'right'; readonly most?: number }

const CODES = { good: 32, bad: 31, quiet: 2, strong: 1 } as const
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
const GAP = '  '

/** Rows under titles, in columns as wide as what they hold; wide letters count as the two places that a terminal gives them. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly Cell[])[], isColoured: boolean): string[] {
  const clipped = rows.map((row) => row.map((cell, index) => ({ ...cell, text: clip(visible(cell.text), columns[index]?.most) })))
  const titles = columns.map(({ title }): Cell => ({ text: title, tone: 'quiet' }))
  const widths = columns.map((_, index) =>
    Math.max(...[titles, ...clipped].map((row) => Bun.stringWidth(row[index]?.text ?? ''))),
  )
  return [titles, ...clipped].map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0, columns[index]?.align ?? 'left', isColoured))
      .join(GAP)
      .trimEnd(),
  )
}

/** The text without what a terminal would obey or turn around: names come from users and files. */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, '\uFFFD')
}

export function coloured({ text, tone }: Cell, isColoured: boolean): string {
  return isColoured && tone && text !== '' ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text
}

function padded(cell: Cell, width: number, align: 'left' | 'right', isColoured: boolean): string {
  const space = ' '.repeat(Math.max(0, width - Bun.stringWidth(cell.text)))
  return align === 'left' ? coloured(cell, isColoured) + space : space + coloured(cell, isColoured)
}

function clip(text: string, most = Number.POSITIVE_INFINITY): string {
  if (Bun.stringWidth(text) <= most) return text
  const letters = [...new Intl.Segmenter('en').segment(text.slice(0, most * 2))].map(({ segment }) => segment)
  while (Bun.stringWidth(letters.join('')) > most - 1) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
