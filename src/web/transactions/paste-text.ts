/** What a column holds, by the names of the interface. */
export type PastedColumn = (typeof USUAL)[number] | 'taxes' | 'tags' | 'broker'
/** Without a row of names the columns stand in this order. */
const USUAL = ['date', 'type', 'asset', 'quantity', 'price', 'fees', 'amount', 'currency', 'description'] as const

/** One row as it was pasted: its place in the text from 1, and its cells by what they hold. */
export type PastedRow = { readonly row: number; readonly cells: Readonly<Partial<Record<PastedColumn, string>>> }

const HEADS: Readonly<Record<string, PastedColumn>> = {
  ...Object.fromEntries(USUAL.map((name) => [name, name])),
  ...{ day: 'date', kind: 'type', symbol: 'asset', isin: 'asset', name: 'asset', ticker: 'asset', units: 'quantity' },
  ...{ shares: 'quantity', fee: 'fees', tax: 'taxes', taxes: 'taxes', note: 'description', tags: 'tags', broker: 'broker' },
}

/** Rows of a spreadsheet: cells with tabs, semicolons or commas between them, the names of the columns in the first row or in the usual order. */
export function readPasted(text: string): PastedRow[] {
  const lines = text.split(/\r?\n/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const sign = ['\t', ';', ','].find((one) => first.includes(one)) ?? '\t'
  const heads = cellsOf(first, sign).map((cell) => HEADS[cell.toLowerCase()])
  const hasHead = heads.includes('date')
  const columns: readonly (PastedColumn | undefined)[] = hasHead ? heads : USUAL
  const rows = lines.map((line, index) => ({ line, row: index + 1 })).filter(({ line }) => line.trim() !== '')
  return rows.slice(hasHead ? 1 : 0).map(({ line, row }) => {
    const cells = cellsOf(line, sign).flatMap((cell, index) => {
      const column = columns[index]
      return column === undefined || cell === '' ? [] : [[column, cell] as const]
    })
    return { row, cells: Object.fromEntries(cells.reverse()) }
  })
}

/** The cells of a row; one in quotes may have the sign between cells in it. */
function cellsOf(line: string, sign: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const one of line) {
    if (one === '"') isQuoted = !isQuoted
    else if (one === sign && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += one
  }
  return [...cells, cell.trim()]
}

/** A day as `YYYY-MM-DD`, where it is written so or as `31.12.2026`; anything else as it is. */
export function pastedDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
