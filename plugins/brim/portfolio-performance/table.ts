/** The CSV exports of an account or a depot; titles and kinds are in the language of the program. */
import { type Book, day, isin, layout, moment, number, optional, text, unit } from '#plugins/kit/index.ts'
import { assetOf, cash, deliver, type Entry, trade } from './rules.ts'

/** What columns are called, in all languages and programs of before. */
const TITLES = {
  date: 'Date|Datum|Fecha|Data|Dato',
  kind: 'Type|Typ|Tipo|Transactietype',
  amount: 'Value|Wert|Valeur|Valor|Valore|Waarde|Waarde (netto)|Wartość|Hodnota|Værdi',
  unit: "Transaction Currency|Buchungswährung|Devise de l'opération|Divisa de la transacción|Valuta Operazione|Valuta  Operazione|Transactievaluta|Moeda da transação|Waluta transakcji|Transakční měna|Transaktionsvaluta",
  gross:
    'Gross Amount|Bruttobetrag|Montant brut|Valor bruto|Importo Lordo|Waarde (bruto)|Brutobedrag|Kwota brutto|Hrubá výše|Bruttobeløb',
  quoted:
    'Currency Gross Amount|Währung Bruttobetrag|Montant brut en devise|Divisa del importe bruto|Importo lordo valuta|Valuta (bruto)|Valuta brutobedrag|Valor Bruto em Moeda|Kwota waluty brutto|Měna v hrubé výši|Valuta bruttobeløb',
  rate: 'Exchange Rate|Wechselkurs|Taux de change|Tipo de cambio|Tasso di cambio|Wisselkoers|Taxas de Câmbio|Kurs wymiany|Směnný kurz|Vekselkurs',
  fees: 'Fees|Gebühren|Frais|Comisiones|Commissioni|Kosten|Comissões|Opłaty|Poplatky|Gebyrer',
  taxes: 'Taxes|Steuern|Impôts / Taxes|Impuestos|Tasse|Belasting|Belastingen|Impostos|Podatki|Daně|Skatter',
  quantity: 'Shares|Stück|Parts|Cantidad|Azioni|Aantal|Aandelen|Quantidade|Akcje|Akcie|Aktier',
  symbol:
    'Ticker Symbol|Ticker-Symbol|Symbole boursier|Símbolo del ticker|Simbolo Titolo|Tickersymbool|Símbolo Ticker|Symbol giełdowy waloru|Označení tickeru|Værdipapirkode',
  name: 'Security Name|Wertpapiername|Nom du titre|Nombre del valor|Nome Titolo|Effect|Naam effect|Nome do Título|Nazwa waloru|Jméno cenného papíru|Værdipapirnavn',
  description: 'Note|Notiz|Nota|Opmerking|Uwaga|Poznámka|Bemærkning',
}
const titles = (column: keyof typeof TITLES) => TITLES[column].split('|')

/** The currency of the security, where it is another. */
const foreign = {
  gross: optional(number(...titles('gross'))),
  quoted: optional(unit(...titles('quoted'))),
}
const ticker = text(...titles('symbol'))

const ROWS: Readonly<Record<string, (line: Entry, book: Book) => void>> = {
  'Buy|Koop|Kauf|Achat|Compra|Aankoop|Comprar|Kupno|Nákup|Køb': trade('BUY'),
  'Sell|Verkauf|Vente|Venta|Vendi|Verkoop|Vender|Sprzedaj|Sprzedaż|Prodej|Sælg': trade('SELL'),
  'Deposit|Deposita|Einlage|Dépôt|Depósito|Deposito|Storting|Depozyt|Vklad|Indsæt': cash('DEPOSIT', 'in'),
  'Withdrawal|Removal|Rimozione|Opname|Saque|Fjernelse|Entnahme|Retrait|Retirada|Prelievo|Onttrekking|Levantamento|Wypłata|Výběr|Hævning':
    cash('WITHDRAWAL', 'out'),
  'Dividend|Dividende|Dividendes|Dividendo|Dywidenda|Dividendy|Udbytte': cash('DIVIDEND', 'in'),
  'Interest|Interesse|Rente|Zinsen|Intérêts|Intereses|Interessi|Creditrente|Juros|Odsetki|Úrok|Renteindtægter': cash(
    'INTEREST',
    'in',
  ),
  "Interest Charge|Cargo intereses|Interesse passivo|Rentekosten|Zinsbelastung|Frais d'Intérêts|Cargo por intereses|Interessi passivi|Debetrente|Encargos de Juros|Opłata odsetkowa|Úrokový poplatek|Renteudgifter":
    cash('INTEREST', 'out'),
  'Fees|Gebühren|Frais|Comisiones|Commissioni|Kosten|Comissões|Taxas|Opłaty|Poplatky|Gebyrer': cash('FEE', 'out'),
  'Fees Refund|Devolución comisiones|Reembolso de Taxas|Tilbagebetalte gebyrer|Gebührenerstattung|Remboursement de Frais|Reembolso de comisiones|Rimborso commissioni|Terugbetaling kosten|Reembolso de Comissões|Zwrot opłat|Vratka poplatku|Refunderede gebyrer':
    cash('FEE', 'in'),
  'Taxes|Steuern|Impôts / Taxes|Impuestos|Tasse|Belasting|Belastingen|Impostos|Podatki|Daně|Skatter': cash('TAX', 'out'),
  'Tax Refund|Devolución impuestos|Terugbetaling belastingen|Steuerrückerstattung|Remboursement Impôts / Taxes|Devolución de impuestos|Rimborso tasse|Belastingteruggave|Reembolso de Impostos|Zwrot podatku|Daňová vratka|Tilbagebetalte skatter':
    cash('TAX', 'in'),
  'Transfer (Inbound)|Overboeking (inkomend)|Umbuchung (Eingang)|Transfert (Entrant)|Transferencia (entrada)|Traspaso (entrada)|Trasferimento (in entrata)|Inkomende overboeking|Transferência (Entrada)|Transfer (Przychodzący)|Převod (příchozí)|Overfør (Intern)':
    transfer('in'),
  'Transfer (Outbound)|Overboeking (uitgaand)|Umbuchung (Ausgang)|Transfert (Sortant)|Transferencia (salida)|Traspaso (salida)|Trasferimento (in uscita)|Uitgaande overboeking|Transferência (Saída)|Transfer (Wychodzący)|Převod (odchozí)|Overfør (Ekstern)':
    transfer('out'),
  'Delivery (Inbound)|Levering (inkomend)|Entrega (Inbound)|Bonificação (Recebimento)|Einlieferung|Distribution (Entrante)|Entrega (entrante)|Trasferimento Titoli (in entrata)|Inkomende levering|Entrega (Entrada)|Dostawa (Przychodząca)|Připsání CP|Levering (Indgående)':
    deliver('in'),
  'Delivery (Outbound)|Levering (uitgaand)|Entrega (Outbound)|Entrega (Salida)|Bonificação (Saída)|Auslieferung|Distribution (Sortante)|Entrega (saliente)|Trasferimento Titoli (in uscita)|Uitgaande levering|Entrega (Saída)|Dostawa (Wychodząca)|Odepsání CP|Levering (Udgående)':
    deliver('out'),
}

const format = { dates: 'ymd', numbers: 'proven', rows: ROWS, defaults: { asset: assetOf } } as const

export const table = layout({
  ...format,
  name: 'Transactions (CSV)',
  columns: {
    date: day(...titles('date')),
    kind: text(...titles('kind')),
    amount: number(...titles('amount')),
    unit: unit(...titles('unit')),
    ...foreign,
    rate: optional(number(...titles('rate'))),
    fees: optional(number(...titles('fees'))),
    taxes: number(...titles('taxes')),
    quantity: number(...titles('quantity')),
    isin: isin('ISIN'),
    wkn: text('WKN'),
    symbol: ticker,
    name: text(...titles('name')),
    description: optional(text(...titles('description'))),
  },
})

/** What the program shows of an account, saved as a table: without a currency, and sums after fees and taxes. */
export const view = layout({
  ...format,
  name: 'Transactions of an account as shown (CSV)',
  currency: { option: 'currency' },
  columns: {
    ...moment('Datum'),
    kind: text('Typ'),
    amount: number('Betrag'),
    balance: number('Saldo'),
    name: text('Wertpapier'),
    quantity: number('Stück'),
    each: number('pro Aktie'),
    other: text('Gegenkonto'),
    description: optional(text('Notiz')),
    source: optional(text('Quelle')),
    ...foreign,
    isin: optional(isin('ISIN')),
    wkn: optional(text('WKN')),
    symbol: optional(ticker),
  },
})

/** Shares from another depot, or money from another account. */
function transfer(way: 'in' | 'out') {
  return (line: Entry, book: Book) => {
    if (assetOf(line) === undefined) cash('TRANSFER', way)(line, book)
    else deliver(way)(line, book, { cost: undefined })
  }
}
