/** Runs in a Worker, see `sheet.ts`: a workbook's bytes in, its visible sheets out as UTF-8 JSON (`[{ name, rows: [[number, cells]] }]`). */
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { cellText, type SheetCell } from './sheet-text.ts'

export type SheetRequest = { readonly bytes: Uint8Array; readonly kind: 'xlsx' | 'ods'; readonly maxRows: number }
export type SheetAnswer = { readonly json: Uint8Array } | { readonly fault: 'encrypted' | 'too-many-rows' | 'unreadable-sheet' }

type Sheet = {
  readonly name: string
  readonly hidden?: boolean
  readonly veryHidden?: boolean
  readonly rows: readonly SheetCell[][]
}

declare const self: Worker

self.onmessage = async (event: MessageEvent<SheetRequest>) => {
  try {
    const json = await read(event.data)
    if (json) self.postMessage({ json } satisfies SheetAnswer, [json.buffer])
    else self.postMessage({ fault: 'too-many-rows' } satisfies SheetAnswer)
  } catch (error) {
    self.postMessage({ fault: faultOf(error) } satisfies SheetAnswer)
  }
}

async function read({ bytes, kind, maxRows }: SheetRequest): Promise<Uint8Array | undefined> {
  const workbook =
    kind === 'ods'
      ? await readOds(bytes)
      : await readXlsx(bytes, { sheets: (sheet) => !sheet.hidden && !sheet.veryHidden, maxRows: maxRows + 1 })
  const sheets = workbook.sheets
    .filter((sheet: Sheet) => !sheet.hidden && !sheet.veryHidden)
    .map(({ name, rows }: Sheet) => ({ name, rows: textRows(rows) }))
  if (sheets.reduce((count, sheet) => count + sheet.rows.length, 0) > maxRows) return undefined
  return new TextEncoder().encode(JSON.stringify(sheets))
}

function textRows(rows: readonly SheetCell[][]): [number, string[]][] {
  const texts: [number, string[]][] = []
  rows.forEach((row, index) => {
    const cells: string[] = []
    for (const cell of row) cells.push(cellText(cell))
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    if (cells.some((cell) => cell.trim() !== '')) texts.push([index + 1, cells])
  })
  return texts
}

function faultOf(error: unknown): 'encrypted' | 'too-many-rows' | 'unreadable-sheet' {
  const message = error instanceof Error ? error.message : ''
  if (/encrypt|password/i.test(message)) return 'encrypted'
  return /cells|rows|limit|exceed/i.test(message) ? 'too-many-rows' : 'unreadable-sheet'
}
