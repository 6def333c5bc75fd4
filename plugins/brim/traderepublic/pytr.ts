/** The table of pytr, a tool that fetches the timeline: net values, words of a dozen languages, numbers with a comma or a point. */
import {
  type Book,
  isin,
  type Line,
  layout,
  moment,
  type NumberStyle,
  optional,
  parseNumber,
  provenStyle,
  refuse,
  text,
} from '#plugins/kit/index.ts'

const columns = {
  ...moment('Datum', 'Date', 'Fecha', 'Data', 'Dato'),
  kind: text('Typ', 'Type', 'Transactietype', 'Tipo'),
  value: text('Wert', 'Value', 'Waarde (netto)', 'Valeur', 'Valor', 'Valore', 'Wartość', 'Værdi', 'Hodnota'),
  note: text('Notiz', 'Note', 'Opmerking', 'Nota', 'Uwaga', 'Poznámka'),
  isin: isin('ISIN'),
  units: text('Stück', 'Shares', 'Aantal', 'Parts', 'Cantidad', 'Azioni', 'Quantidade', 'Akcje', 'Antal', 'Podíly'),
  feesPaid: text(
    'Gebühren',
    'Fees',
    'Kosten',
    'Frais',
    'Comisiones',
    'Commissioni',
    'Comissões',
    'Opłaty',
    'Gebyrer',
    'Poplatky',
  ),
  taxesPaid: text(
    'Steuern',
    'Taxes',
    'Belasting',
    'Impôts / Taxes',
    'Impuestos',
    'Tasse',
    'Impostos',
    'Podatki',
    'Skatter',
    'Daně',
  ),
  otherIsin: optional(isin('ISIN2')),
  otherUnits: optional(text('Stück2', 'Shares2', 'Aantal2', 'Parts2', 'Azioni2')),
}

type Row = Line<typeof columns>

export const pytr = layout({
  name: 'pytr',
  dates: 'ymd',
  numbers: 'dot',
  currency: 'EUR',
  columns,
  rows: {
    'Kauf|Buy|Aankoop|Achat|Compra|Kupno': (line, book) => trade(line, book, 'BUY'),
    'Verkauf|Sell|Verkoop|Vente|Venta|Vendi|Vender|Sprzedaż': (line, book) => trade(line, book, 'SELL'),
    'Einlage|Deposit|Storting|Dépôt|Deposito|Depósito|Depozyt': move,
    'Entnahme|Removal|Onttrekking|Retrait|Retirada|Prelievo|Levantamento|Wypłata': move,
    'Umbuchung (Eingang)|Transfer (Inbound)|Inkomende overboeking|Transfert (Entrant)|Traspaso (entrada)': move,
    'Umbuchung (Ausgang)|Transfer (Outbound)|Uitgaande overboeking|Transfert (Sortant)|Traspaso (salida)': move,
    'Kartentransaktion|Kaarttransactie|Transaction par carte|Transazione con carta|Card Transaction': card,
    'Barabhebung|Geldopname|Retrait en espèces|Prelievo di contanti|Card Withdrawal': card,
    'Kartenerstattung|Terugbetaling op kaart|Remboursement par carte|Rimborso sulla carta|Card Refund': card,
    'Dividende|Dividend|Dividendes|Dividendo|Dywidenda': (line, book) => income(line, book, 'DIVIDEND'),
    'Zinsen|Interest|Rentebaten|Intérêts|Interessi|Odsetki': (line, book) => income(line, book, 'INTEREST'),
    'Zinsbelastung|Interest Charge|Rentelasten': (line, book) => book.cash('INTEREST', { amount: figuresOf(line).amount }),
    'Gebühren|Fees|Kosten|Frais|Commissioni|Opłaty|Kartengebühr|Kosten kaart': cost('FEE'),
    'Gebührenerstattung|Fees Refund|Terugbetaling van kosten|Remboursement de Frais|Rimborso commissioni': cost('FEE'),
    'Steuern|Taxes|Belastingen|Impôts / Taxes|Impuestos|Tasse|Impostos|Podatki': cost('TAX'),
    'Steuerrückerstattung|Tax Refund|Terugbetaling van belastingen|Remboursement Impôts / Taxes|Rimborso tasse': cost('TAX'),
    // The shares that come on top of those that were held.
    Split: (line, book) =>
      book.add({
        type: 'SPLIT',
        asset: book.asset(assetOf(line) ?? refuse('no-asset', 'The split names no ISIN.')),
        quantity: figuresOf(line).units ?? refuse('no-quantity', 'The split does not say how many shares came on top.'),
      }),
  },
})

function assetOf({ isin: code, note }: Row): { readonly isin: string; readonly name: string } | undefined {
  return code === undefined ? undefined : { isin: code, name: note }
}

function trade(line: Row, book: Book, direction: 'BUY' | 'SELL'): void {
  const { amount, units, fees, taxes } = figuresOf(line)
  if (units === undefined) refuse('no-quantity', 'The row does not say how many units were traded. Enter it by hand.')
  book.trade({ asset: assetOf(line), quantity: units, amount, fees, taxes }, direction)
}

function income(line: Row, book: Book, type: 'DIVIDEND' | 'INTEREST'): void {
  const { amount, fees, taxes } = figuresOf(line)
  book.cash(type, { asset: assetOf(line), amount, fees, taxes, description: line.note })
}

function move(line: Row, book: Book): void {
  book.cash('MOVE', { amount: figuresOf(line).amount, description: line.note })
}

function card(line: Row, book: Book): void {
  book.cash('MOVE', { amount: figuresOf(line).amount, description: line.note, tags: ['card'] })
}

function cost(type: 'FEE' | 'TAX'): (line: Row, book: Book) => void {
  return (line, book) => book.cash(type, { asset: assetOf(line), amount: figuresOf(line).amount, description: line.note })
}

/** Rows of one file may differ in their decimal sign; one whose cells do not prove theirs is refused where that matters. Older versions write costs with a minus. */
function figuresOf({
  value,
  units,
  feesPaid,
  taxesPaid,
}: Row): Record<'amount' | 'units' | 'fees' | 'taxes', string | undefined> {
  const cells = [value, units, feesPaid, taxesPaid]
  const styles = new Set(cells.flatMap((cell) => styleOf(cell) ?? []))
  if (styles.size > 1 || (styles.size === 0 && cells.some((cell) => /[.,]/.test(cell))))
    refuse(
      'unproven-numbers',
      'The numbers of this row do not show whether the comma or the point is their decimal sign. Enter it by hand.',
    )
  const [style = 'dot'] = styles
  const size = (cell: string) => read(cell, style)?.replace(/^-/, '')
  return { amount: read(value, style), units: size(units), fees: size(feesPaid), taxes: size(taxesPaid) }
}

/** Neither way of writing has zeros at the end of decimals, so `1.500` is a thousand. */
function styleOf(cell: string): NumberStyle | undefined {
  if (/^-?\d{1,3}\.\d\d0$/.test(cell)) return 'comma'
  return /^-?\d{1,3},\d\d0$/.test(cell) ? 'dot' : provenStyle(cell)
}

function read(cell: string, style: NumberStyle): string | undefined {
  return cell === '' ? undefined : (parseNumber(cell, style) ?? refuse('invalid-number', `"${cell}" is no number.`))
}
