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
  sizeOf,
  type Terms,
  text,
} from '#plugins/kit/index.ts'

const columns = {
  ...moment('Datum', 'Date', 'Fecha', 'Data', 'Dato'),
  kind: text('Typ', 'Type', 'Transactietype', 'Tipo'),
  value: text('Wert', 'Value', 'Waarde (netto)', 'Valeur', 'Valor', 'Valore', 'Wartość', 'Værdi', 'Hodnota'),
  note: optional(text('Notiz', 'Note', 'Opmerking', 'Nota', 'Uwaga', 'Poznámka')),
  isin: isin('ISIN'),
  units: text('Stück', 'Shares', 'Aantal', 'Parts', 'Cantidad', 'Azioni', 'Quantidade', 'Akcje', 'Antal', 'Podíly'),
  fee: text('Gebühren', 'Fees', 'Kosten', 'Frais', 'Comisiones', 'Commissioni', 'Comissões', 'Opłaty', 'Gebyrer', 'Poplatky'),
  tax: text('Steuern', 'Taxes', 'Belasting', 'Impôts / Taxes', 'Impuestos', 'Tasse', 'Impostos', 'Podatki', 'Skatter', 'Daně'),
  otherIsin: optional(isin('ISIN2')),
  otherUnits: optional(text('Stück2', 'Shares2', 'Aantal2', 'Parts2', 'Azioni2')),
}

type Row = Line<typeof columns>

const income = (type: 'DIVIDEND' | 'INTEREST') => (line: Row, book: Book) =>
  book.cash(type, { ...figuresOf(line), description: line.note })

const cost = (type: 'MOVE' | 'FEE' | 'TAX', tags?: Terms['tags']) => (line: Row, book: Book) =>
  book.cash(type, { amount: figuresOf(line).amount, description: line.note, tags })
const move = cost('MOVE')
/** What a card paid, drew or got back. */
const card = cost('MOVE', ['card'])

export const pytr = layout({
  name: 'pytr',
  dates: 'ymd',
  numbers: 'dot',
  currency: 'EUR',
  columns,
  defaults: { asset: ({ isin: code, note }) => (code === undefined ? undefined : { isin: code, name: note }) },
  rows: {
    'Kauf|Buy|Aankoop|Achat|Compra|Kupno': (line, book) => book.trade(figuresOf(line), 'BUY'),
    'Verkauf|Sell|Verkoop|Vente|Venta|Vendi|Vender|Sprzedaż': (line, book) => book.trade(figuresOf(line), 'SELL'),
    'Einlage|Deposit|Storting|Dépôt|Deposito|Depósito|Depozyt': move,
    'Entnahme|Removal|Onttrekking|Retrait|Retirada|Prelievo|Levantamento|Wypłata': move,
    'Umbuchung (Eingang)|Transfer (Inbound)|Inkomende overboeking|Transfert (Entrant)|Traspaso (entrada)': move,
    'Umbuchung (Ausgang)|Transfer (Outbound)|Uitgaande overboeking|Transfert (Sortant)|Traspaso (salida)': move,
    'Kartentransaktion|Kaarttransactie|Transaction par carte|Transazione con carta|Card Transaction': card,
    'Barabhebung|Geldopname|Retrait en espèces|Prelievo di contanti|Card Withdrawal': card,
    'Kartenerstattung|Terugbetaling op kaart|Remboursement par carte|Rimborso sulla carta|Card Refund': card,
    'Dividende|Dividend|Dividendes|Dividendo|Dywidenda': income('DIVIDEND'),
    'Zinsen|Interest|Rentebaten|Intérêts|Interessi|Odsetki': income('INTEREST'),
    'Zinsbelastung|Interest Charge|Rentelasten': (line, book) => book.cash('INTEREST', { amount: figuresOf(line).amount }),
    'Gebühren|Fees|Kosten|Frais|Commissioni|Opłaty|Kartengebühr|Kosten kaart': cost('FEE'),
    'Gebührenerstattung|Fees Refund|Terugbetaling van kosten|Remboursement de Frais|Rimborso commissioni': cost('FEE'),
    'Steuern|Taxes|Belastingen|Impôts / Taxes|Impuestos|Tasse|Impostos|Podatki': cost('TAX'),
    'Steuerrückerstattung|Tax Refund|Terugbetaling van belastingen|Remboursement Impôts / Taxes|Rimborso tasse': cost('TAX'),
    // The shares that come on top of those that were held.
    Split: (line, book) => book.split({ quantity: figuresOf(line).quantity }),
  },
})

/** Rows of one file may differ in their decimal sign; one whose cells do not prove theirs is refused where that matters. Older versions write costs with a minus. */
function figuresOf({ value, units, fee, tax }: Row) {
  const cells = [value, units, fee, tax]
  const styles = new Set(cells.flatMap((cell) => styleOf(cell) ?? []))
  if (styles.size > 1 || (styles.size === 0 && cells.some((cell) => /[.,]/.test(cell))))
    refuse(
      'unproven-numbers',
      'The numbers of this row do not show whether the comma or the point is their decimal sign. Enter it by hand.',
    )
  const [style = 'dot'] = styles
  const size = (cell: string) => sizeOf(read(cell, style))
  return { amount: read(value, style), quantity: size(units), fees: size(fee), taxes: size(tax) }
}

/** Neither way of writing has zeros at the end of decimals, so `1.500` is a thousand. */
function styleOf(cell: string): NumberStyle | undefined {
  if (/^-?\d{1,3}\.\d\d0$/.test(cell)) return 'comma'
  return /^-?\d{1,3},\d\d0$/.test(cell) ? 'dot' : provenStyle(cell)
}

function read(cell: string, style: NumberStyle): string | undefined {
  return cell === '' ? undefined : (parseNumber(cell, style) ?? refuse('invalid-number', `"${cell}" is no number.`))
}
