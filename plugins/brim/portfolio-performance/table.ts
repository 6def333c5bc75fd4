/** The CSV exports of an account or a depot; titles and kinds are in the language of the program. */
import { type Book, day, isin, layout, moment, number, optional, text, unit } from '#plugins/kit/index.ts'
import { assetOf, cash, deliver, type Entry, trade } from './rules.ts'

const DAYS = ['Date', 'Datum', 'Fecha', 'Data', 'Dato']
const KINDS = ['Type', 'Typ', 'Tipo', 'Transactietype']
const VALUES = ['Value', 'Wert', 'Valeur', 'Valor', 'Valore', 'Waarde', 'Waarde (netto)', 'Wartość', 'Hodnota', 'Værdi']
const CURRENCIES = [
  ...[
    'Transaction Currency',
    'Buchungswährung',
    "Devise de l'opération",
    'Divisa de la transacción',
    'Valuta Operazione',
    'Valuta  Operazione',
  ],
  ...['Transactievaluta', 'Moeda da transação', 'Waluta transakcji', 'Transakční měna', 'Transaktionsvaluta'],
]
const GROSS = [
  'Gross Amount',
  'Bruttobetrag',
  'Montant brut',
  'Valor bruto',
  'Importo Lordo',
  'Waarde (bruto)',
  'Brutobedrag',
  'Kwota brutto',
  'Hrubá výše',
  'Bruttobeløb',
]
const GROSS_CURRENCIES = [
  ...[
    'Currency Gross Amount',
    'Währung Bruttobetrag',
    'Montant brut en devise',
    'Divisa del importe bruto',
    'Importo lordo valuta',
  ],
  ...[
    'Valuta (bruto)',
    'Valuta brutobedrag',
    'Valor Bruto em Moeda',
    'Kwota waluty brutto',
    'Měna v hrubé výši',
    'Valuta bruttobeløb',
  ],
]
const RATES = [
  'Exchange Rate',
  'Wechselkurs',
  'Taux de change',
  'Tipo de cambio',
  'Tasso di cambio',
  'Wisselkoers',
  'Taxas de Câmbio',
  'Kurs wymiany',
  'Směnný kurz',
  'Vekselkurs',
]
const FEES = ['Fees', 'Gebühren', 'Frais', 'Comisiones', 'Commissioni', 'Kosten', 'Comissões', 'Opłaty', 'Poplatky', 'Gebyrer']
const TAXES = [
  'Taxes',
  'Steuern',
  'Impôts / Taxes',
  'Impuestos',
  'Tasse',
  'Belasting',
  'Belastingen',
  'Impostos',
  'Podatki',
  'Daně',
  'Skatter',
]
const SHARES = ['Shares', 'Stück', 'Parts', 'Cantidad', 'Azioni', 'Aantal', 'Aandelen', 'Quantidade', 'Akcje', 'Akcie', 'Aktier']
const TICKERS = [
  ...['Ticker Symbol', 'Ticker-Symbol', 'Symbole boursier', 'Símbolo del ticker', 'Simbolo Titolo', 'Tickersymbool'],
  ...['Símbolo Ticker', 'Symbol giełdowy waloru', 'Označení tickeru', 'Værdipapirkode'],
]
const NAMES = [
  ...[
    'Security Name',
    'Wertpapiername',
    'Nom du titre',
    'Nombre del valor',
    'Nome Titolo',
    'Effect',
    'Naam effect',
    'Nome do Título',
  ],
  ...['Nazwa waloru', 'Jméno cenného papíru', 'Værdipapirnavn'],
]
const NOTES = ['Note', 'Notiz', 'Nota', 'Opmerking', 'Uwaga', 'Poznámka', 'Bemærkning']

const ROWS: Readonly<Record<string, (line: Entry, book: Book) => void>> = {
  'Buy|Koop|Kauf|Achat|Compra|Aankoop|Comprar|Kupno|Nákup|Køb': (line, book) => trade('BUY', line, book),
  'Sell|Verkauf|Vente|Venta|Vendi|Verkoop|Vender|Sprzedaj|Sprzedaż|Prodej|Sælg': (line, book) => trade('SELL', line, book),
  'Deposit|Deposita|Einlage|Dépôt|Depósito|Deposito|Storting|Depozyt|Vklad|Indsæt': (line, book) =>
    cash('DEPOSIT', 'in', line, book),
  'Withdrawal|Removal|Rimozione|Opname|Saque|Fjernelse|Entnahme|Retrait|Retirada|Prelievo|Onttrekking|Levantamento|Wypłata|Výběr|Hævning':
    (line, book) => cash('WITHDRAWAL', 'out', line, book),
  'Dividend|Dividende|Dividendes|Dividendo|Dywidenda|Dividendy|Udbytte': (line, book) => cash('DIVIDEND', 'in', line, book),
  'Interest|Interesse|Rente|Zinsen|Intérêts|Intereses|Interessi|Creditrente|Juros|Odsetki|Úrok|Renteindtægter': (line, book) =>
    cash('INTEREST', 'in', line, book),
  "Interest Charge|Cargo intereses|Interesse passivo|Rentekosten|Zinsbelastung|Frais d'Intérêts|Cargo por intereses|Interessi passivi|Debetrente|Encargos de Juros|Opłata odsetkowa|Úrokový poplatek|Renteudgifter":
    (line, book) => cash('INTEREST', 'out', line, book),
  'Fees|Gebühren|Frais|Comisiones|Commissioni|Kosten|Comissões|Taxas|Opłaty|Poplatky|Gebyrer': (line, book) =>
    cash('FEE', 'out', line, book),
  'Fees Refund|Devolución comisiones|Reembolso de Taxas|Tilbagebetalte gebyrer|Gebührenerstattung|Remboursement de Frais|Reembolso de comisiones|Rimborso commissioni|Terugbetaling kosten|Reembolso de Comissões|Zwrot opłat|Vratka poplatku|Refunderede gebyrer':
    (line, book) => cash('FEE', 'in', line, book),
  'Taxes|Steuern|Impôts / Taxes|Impuestos|Tasse|Belasting|Belastingen|Impostos|Podatki|Daně|Skatter': (line, book) =>
    cash('TAX', 'out', line, book),
  'Tax Refund|Devolución impuestos|Terugbetaling belastingen|Steuerrückerstattung|Remboursement Impôts / Taxes|Devolución de impuestos|Rimborso tasse|Belastingteruggave|Reembolso de Impostos|Zwrot podatku|Daňová vratka|Tilbagebetalte skatter':
    (line, book) => cash('TAX', 'in', line, book),
  'Transfer (Inbound)|Overboeking (inkomend)|Umbuchung (Eingang)|Transfert (Entrant)|Transferencia (entrada)|Traspaso (entrada)|Trasferimento (in entrata)|Inkomende overboeking|Transferência (Entrada)|Transfer (Przychodzący)|Převod (příchozí)|Overfør (Intern)':
    (line, book) => transfer('in', line, book),
  'Transfer (Outbound)|Overboeking (uitgaand)|Umbuchung (Ausgang)|Transfert (Sortant)|Transferencia (salida)|Traspaso (salida)|Trasferimento (in uscita)|Uitgaande overboeking|Transferência (Saída)|Transfer (Wychodzący)|Převod (odchozí)|Overfør (Ekstern)':
    (line, book) => transfer('out', line, book),
  'Delivery (Inbound)|Levering (inkomend)|Entrega (Inbound)|Bonificação (Recebimento)|Einlieferung|Distribution (Entrante)|Entrega (entrante)|Trasferimento Titoli (in entrata)|Inkomende levering|Entrega (Entrada)|Dostawa (Przychodząca)|Připsání CP|Levering (Indgående)':
    (line, book) => deliver('in', line, book),
  'Delivery (Outbound)|Levering (uitgaand)|Entrega (Outbound)|Entrega (Salida)|Bonificação (Saída)|Auslieferung|Distribution (Sortante)|Entrega (saliente)|Trasferimento Titoli (in uscita)|Uitgaande levering|Entrega (Saída)|Dostawa (Wychodząca)|Odepsání CP|Levering (Udgående)':
    (line, book) => deliver('out', line, book),
}

export const table = layout({
  name: 'Transactions (CSV)',
  dates: 'ymd',
  numbers: 'proven',
  columns: {
    date: day(...DAYS),
    kind: text(...KINDS),
    amount: number(...VALUES),
    unit: unit(...CURRENCIES),
    gross: optional(number(...GROSS)),
    quoted: optional(unit(...GROSS_CURRENCIES)),
    rate: optional(number(...RATES)),
    fees: optional(number(...FEES)),
    taxes: number(...TAXES),
    quantity: number(...SHARES),
    isin: isin('ISIN'),
    wkn: text('WKN'),
    symbol: text(...TICKERS),
    name: text(...NAMES),
    description: optional(text(...NOTES)),
  },
  rows: ROWS,
})

/** What the program shows of an account, saved as a table: without a currency, and sums after fees and taxes. */
export const view = layout({
  name: 'Transactions of an account as shown (CSV)',
  dates: 'ymd',
  numbers: 'proven',
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
    gross: optional(number(...GROSS)),
    quoted: optional(unit(...GROSS_CURRENCIES)),
    isin: optional(isin('ISIN')),
    wkn: optional(text('WKN')),
    symbol: optional(text(...TICKERS)),
  },
  rows: ROWS,
})

/** Shares from another depot, or money from another account. */
function transfer(way: 'in' | 'out', line: Entry, book: Book): void {
  if (assetOf(line) === undefined) cash('TRANSFER', way, line, book)
  else deliver(way, line, book, { cost: undefined })
}
