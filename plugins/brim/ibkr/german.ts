/** Activity statements in German, of Interactive Brokers and of the houses that sell it under their names: the same sections and columns in other words. */
import type { Row } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'

const SECTIONS: ReadonlyMap<string, string> = new Map([
  ['Transaktionen', 'Trades'],
  ['Transaktionsgebühren', 'Transaction Fees'],
  ['Kapitalmaßnahmen', 'Corporate Actions'],
  ['Einzahlungen & Auszahlungen', 'Deposits & Withdrawals'],
  ['Dividenden', 'Dividends'],
  ['Quellensteuer', 'Withholding Tax'],
  ['Zinsen', 'Interest'],
  ['Informationen zum Finanzinstrument', 'Financial Instrument Information'],
  ['Kontoinformation', 'Account Information'],
  ['Nettovermögenswert', 'Net Asset Value'],
  ['Veränderung des NAV', 'Change in NAV'],
  ['Mark-to-Market-Performance-Überblick', 'Mark-to-Market Performance Summary'],
  ['Übersicht zur realisierten und unrealisierten Performance', 'Realized & Unrealized Performance Summary'],
  ['Cash-Bericht', 'Cash Report'],
  ['Offene Positionen', 'Open Positions'],
  ['Devisenpositionen', 'Forex Balances'],
  ['Netto-Aktienpositionsübersicht', 'Net Stock Position Summary'],
  ['Aufgelaufene Zinsen', 'Interest Accruals'],
  ['Veränderung im Dividendenanfall', 'Change in Dividend Accruals'],
  ['Wechselkurs der Basiswährung', 'Base Currency Exchange Rate'],
  ['Hinweise/Rechtshinweise', 'Notes/Legal Notes'],
])
const TITLES: ReadonlyMap<string, string> = new Map([
  ['Feldname', 'Field Name'],
  ['Feldwert', 'Field Value'],
  ['Vermögenswertkategorie', 'Asset Category'],
  ['Währung', 'Currency'],
  ['Datum/Zeit', 'Date/Time'],
  ['Datum', 'Date'],
  ['Abwicklungsdatum', 'Settle Date'],
  ['Berichtsdatum', 'Report Date'],
  ['Beschreibung', 'Description'],
  ['Menge', 'Quantity'],
  ['T.-Kurs', 'T. Price'],
  ['Erlös', 'Proceeds'],
  ['Erlöse', 'Proceeds'],
  ['Prov./Gebühr', 'Comm/Fee'],
  ['Betrag', 'Amount'],
  ['Wert', 'Value'],
  ['Wertpapier-ID', 'Security ID'],
  ['Basiswert', 'Underlying'],
  ['Multiplikator', 'Multiplier'],
  ['Typ', 'Type'],
])
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['Aktien', 'Stocks'],
  ['Aktien- und Indexoptionen', 'Equity and Index Options'],
  ['Devisen', 'Forex'],
])
const COMMISSION = /^Prov\S* (?:in )?([A-Z]{3})$/

/** The rows of a statement in English; those of any other table as they are. */
export function inEnglish(rows: readonly Row[]): readonly Row[] {
  const isGerman = rows.some(
    ({ cells: [section, mark, title] }) => section === 'Statement' && mark === 'Header' && title === 'Feldname',
  )
  return isGerman ? rows.map(translated) : rows
}

function translated(row: Row): Row {
  const [first = '', mark = '', ...others] = row.cells
  const name = squeeze(first)
  const section = SECTIONS.get(name) ?? (/^Gesamt[- ]G&V/.test(name) ? 'Total P/L for Statement Period' : first)
  const cells = mark.trim() === 'Header' ? others.map(titleOf) : others.map((cell, at) => (at < 2 ? wordOf(cell) : cell))
  return { number: row.number, cells: [section, mark, ...cells] }
}

function titleOf(cell: string): string {
  const title = cell.trim()
  const [, currency] = COMMISSION.exec(title) ?? []
  return currency === undefined ? (TITLES.get(title) ?? title) : `Comm in ${currency}`
}

/** The class of an asset, or that the row is a total. */
function wordOf(cell: string): string {
  const word = cell.trim()
  return CATEGORIES.get(word) ?? (word.startsWith('Gesamt') ? `Total ${word}` : cell)
}
