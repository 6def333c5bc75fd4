/** Income of Questrade often names a security by a number of the broker's ("H038778"); a trade in the file that is described alike tells its symbol. */
import type { ReportFile, Row, Table } from '#plugins/brim/contract.ts'

/** What stands behind the name of the security. */
const EVENT =
  /\s+(WE ACTED AS|AVG PRICE|OPTION EXPIRATION|REINV ?@|CASH (DIV|IN LIEU)|DIST ON|DIV(IDEND)? ON|STK|STOCK (SPLIT|DIV)|NON-RES|TAX WITHHELD|RETURN OF CAPITAL|REC \d).*$/i
const CODE = /^[A-Z]\d{5,6}$/
const INCOME = /^(DIV|DIS|CIL|REI)$/i

export const nameIn = (description: string): string => description.replace(EVENT, '')

export function prepareSymbols(file: ReportFile): ReportFile {
  return { ...file, tables: file.tables.map(withSymbols) }
}

function withSymbols(table: Table): Table {
  const titles = table.rows.find(({ cells }) => cells.includes('Action') && cells.includes('Activity Type'))?.cells ?? []
  const [action = -1, symbol = -1, description = -1] = ['Action', 'Symbol', 'Description'].map((title) => titles.indexOf(title))
  if (symbol < 0 || description < 0) return table
  const traded = new Map<string, Set<string>>()
  for (const { cells } of table.rows) {
    const own = cells[symbol] ?? ''
    if (!/^(buy|sell)$/i.test(cells[action] ?? '') || own === '' || CODE.test(own)) continue
    const name = nameIn(cells[description] ?? '')
    traded.set(name, (traded.get(name) ?? new Set()).add(own))
  }
  const rows = table.rows.map((row): Row => {
    if (!CODE.test(row.cells[symbol] ?? '') || !INCOME.test(row.cells[action] ?? '')) return row
    const [found, ...others] = traded.get(nameIn(row.cells[description] ?? '')) ?? []
    return found === undefined || others.length > 0 ? row : { ...row, cells: row.cells.with(symbol, found) }
  })
  return { ...table, rows }
}
