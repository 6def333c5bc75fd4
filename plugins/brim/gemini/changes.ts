/** Gemini has columns for each currency: here those that a row moves come into cells of their own. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { fold, isFiat, isZero, parseNumber, refuse, withColumns } from '#plugins/kit/index.ts'
import { type Change, negated } from '../coins.ts'

/** Titles of the cells that are added. */
export const OWN = { moves: 'moves of row', balance: 'balance of row', unit: 'unit of balance' } as const

/** `USD Amount USD`, `USD Balance USD`, `Fee (USD) USD`; before 2019 `Trading Fee (USD) USD`, and once `Fee ZEC`; in lower case. */
export const OF_A_CURRENCY = /^(?:(\w+) (?:amount|balance) \1|(?:trading )?fee (?:\((\w+)\) )?(?:\2|\w+))$/

type Columns = { amount?: number; fee?: number; balance?: number }

/** The file with what each row moves; any other table as it is. */
export function prepareChanges(file: ReportFile): ReportFile {
  return { ...file, tables: file.tables.map(withMoves) }
}

function withMoves(table: Table): Table {
  const header = table.rows.slice(0, 40).find(({ cells }) => cells.map(fold).includes('time (utc)'))
  if (header === undefined) return table
  const currencies = currenciesOf(header.cells)
  return withColumns(table, header, Object.values(OWN), (row) => ownCells(row, currencies))
}

function currenciesOf(titles: readonly string[]): Map<string, Columns> {
  const found = new Map<string, Columns>()
  for (const [place, title] of titles.entries()) {
    if (!OF_A_CURRENCY.test(fold(title))) continue
    const words = title.trim().toUpperCase().split(/\s+/)
    const code = words.at(-1) ?? ''
    const kind = words.includes('AMOUNT') ? 'amount' : words.includes('BALANCE') ? 'balance' : 'fee'
    found.set(code, { ...found.get(code), [kind]: place })
  }
  return found
}

/** The balance is that of money where the row moves any. */
function ownCells({ cells }: Row, currencies: ReadonlyMap<string, Columns>): string[] {
  const moves: string[] = []
  let [unit, place]: [string, number | undefined] = ['', undefined]
  for (const [code, { amount, fee, balance }] of currencies) {
    const figures = [bare(cells, amount, code), bare(cells, fee, code)]
    if (figures.every((figure) => figure === '')) continue
    moves.push([code, ...figures].join('\t'))
    if (unit === '' || (isFiat(code) && !isFiat(unit))) [unit, place] = [code, balance]
  }
  return [moves.join('\n'), bare(cells, place, unit), unit]
}

/** A figure without the code behind it: `(0.5 BTC)`. */
function bare(cells: readonly string[], place: number | undefined, code: string): string {
  const cell = place === undefined ? '' : (cells[place] ?? '').trim()
  const [inner, end] = cell.endsWith(')') ? [cell.slice(0, -1), ')'] : [cell, '']
  return cell !== '' && inner.endsWith(code) ? `${inner.slice(0, -code.length).trimEnd()}${end}` : cell
}

/** What a row moves; its fees are negative in the file, and beside the amounts. Throws RowRefusal for a figure that cannot be read. */
export function changesOf(moves: string): Change[] {
  const changes = moves.split('\n').map((line) => {
    const [code = '', amount = '', fee = ''] = line.split('\t')
    return { code, quantity: figureOf(code, amount), fee: negated(figureOf(code, fee)) }
  })
  return changes.filter(({ quantity, fee }) => !isZero(quantity) || !isZero(fee))
}

function figureOf(code: string, cell: string): string {
  if (/^-?$/.test(cell)) return '0'
  return parseNumber(cell, 'dot') ?? refuse('invalid-number', `${code}: "${cell}" is no number with a decimal point.`)
}
