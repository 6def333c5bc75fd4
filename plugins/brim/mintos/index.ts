/** Mintos: account statements since 2016, whose kinds stood in the details, then in a column of their own. */
import {
  type AnyLine,
  type Book,
  day,
  isZero,
  layout,
  loansOf,
  made,
  moment,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  type Unit,
  unit,
} from '#plugins/kit/index.ts'
import { bookConversion, bookHalf } from '../conversion.ts'
import { currencyOption } from '../currency-option.ts'

type Entry = AnyLine & Words & Detail & { readonly id: string; readonly date: string; readonly time: string | undefined }
type Detail = { readonly details: string; readonly amount: string | undefined; readonly unit?: Unit | undefined }
type Rule = (line: Detail, book: Book) => void

/** In every language: `ISIN: XS0 (Loan 1-01) - `, `Darlehen Nr. 1-01 `, `Préstamo 1-01 - `. */
const LOAN = /^(?:isin: \S+(?: \([^)]*\))? [-–] |(?:loan|darlehen|kredit|préstamo|prêt|půjčka)(?: (?:nr\. )?[\d-]+)? (?:[-–] )?)/i
const REASON = /^(?:buyback|other|repurchased|early repayment of a loan|loan agreement (?:amended|extended|terminated)): /i
const ABOUT = /(?:\s+(?:rebuy purpose|loan id|isin):.*|\s+\d+|\s+\([^)]*\))?\.?$/i
/** Kinds that go on with a reason; what is taken of them has a kind of its own. */
const LONGER = /^(erhaltene tilgung|zinseinnahmen|verzugszinseinnahmen|zinserträge|dépôt par carte)(?!.*(?:steuer|gebühr)) .*/i
/** Nothing of `ABOUT` ends in a letter without a colon before it. */
const PLAIN = /^[^:]*[a-z]$/i
const MARKET = /^(?:secondary market transaction|operación del mercado secundario|transakce na sekundárním trhu)$/i
const PREMIUM =
  /^(?:discount\/premium for secondary market transaction|secondary market transaction - discount or premium|rabatt\/prämie für zweitmarkt-transaktion|descuento\/prima por operación del mercado secundario|sleva\/přirážka na transakce na sekundárním trhu)$/i
const EXCHANGE = /^(?:(?:incoming|outgoing) currency exchange.*|currency conversion - currency (?:purchased|sold))$/i
const TRADED = /(?:secondary market transaction|zweitmarkt-transaktion|mercado secundario|sekundárním trhu) (\d+)/i

const loans = loansOf('Mintos')
const principal: Rule = (line, book) => loans.principal(book, line)
const interest: Rule = (line, book) => loans.cash(book, 'INTEREST', line)
const fee: Rule = (line, book) => loans.cash(book, 'FEE', line)
const tax: Rule = (line, book) => loans.cash(book, 'TAX', line)
const bonus: Rule = (_, book) => book.cash('INTEREST', { tags: ['bonus'] })

/** A price above or below the principal whose trade is not in the file. */
const premium: Rule = (line, book) => {
  loans.cash(book, line.amount?.startsWith('-') === true ? 'FEE' : 'INTEREST', line)
  const detail = 'The file does not have the trade of this discount or premium: it is income or a cost of the loans.'
  book.note('info', 'premium-without-trade', detail)
}

const rows = {
  'Deposits|Incoming client payment|Withdrawal|Withdraw application|Withdraw|Withdrawal cancelled|Deposit reversed': 'MOVE',
  'Einzahlung|Einzahlungen|Eingehende Zahlungen vom Bankkonto|Depósitos|Dépôts|Dépôt par carte|Vklady': 'DEPOSIT',
  'Auszahlung|Abhebung|Výběr|Výběry': 'WITHDRAWAL',
  'Investition|Inversión|Investissement|Investice|Operación del Mercado Secundario|Transakce na Sekundárním trhu': principal,
  'Erhaltene Tilgung|Hauptbetrag|Capital recibido|Principal recibido|Principal perçu|Obdržená jistina': principal,
  'Jistina obdržená při odkupu úvěru|Převod do investic do dluhopisů': principal,
  'Ingresos del principal recibidos por la recompra del préstamo|Transferencia a inversiones en bonos': principal,
  'Principal recibido por la recompra de partes pequeñas de préstamos': principal,
  'Investment|Investment in loan|Investment principal increase|Secondary market transaction': principal,
  'Bond investment principal increase|Real estate investment principal increase': principal,
  'Principal received|Principal received from loan repurchase|Principal received from repurchase of small loan parts': principal,
  'Repurchase of small loan parts|Investment principal repayment|Investment principal rebuy': principal,
  'Interest received|Interest received from loan repurchase|Interest received from pending payments': interest,
  'Cash out share income to seller|Bond interest income|Real estate interest income': interest,
  'Interest income|Interest income on rebuy|Late payment interest received|Delayed interest income': interest,
  'Delayed interest income on rebuy|Delayed interest income on transit rebuy|Zpožděné výnos z úroku při odkoupení zpět': interest,
  'Late fees received|Late fees correction|Late payment fee income|Late payment fee income on rebuy': interest,
  'Erhaltene Zinsen|Zinseinnahmen|Zinserträge|Verzugszinseinnahmen|Intereses recibidos|Comisiones de mora recibidas': interest,
  'Ingresos de los intereses recibidos por la recompra del préstamo|Intereses recibidos por pagos pendientes': interest,
  'Ingresos por intereses retrasados derivados de la conciliación en tránsito|Intérêt perçu|Frais de retard perçus': interest,
  'Intérêts perçus sur le rachat de prêt|Intérêts perçus sur les paiements en attente': interest,
  'Revenus des intérêts sur les obligations|Revenus de décote des obligations|Obdržený úrok': interest,
  'Úrok obdržený při odkupu úvěru|Úrok obdržený z plateb ve zpracování|Obdržené poplatky z prodlení': interest,
  'Bonus|Bonificación|Welcome bonus|Affiliate partner bonus|Refer a friend bonus': bonus,
  'Cashback bonus': (_: Detail, book: Book) => book.cash('INTEREST', { tags: ['cashback'] }),
  'Secondary market fee|Mintos Core fee|Mintos Custom Loans fee': fee,
  "Pago de la cartera ETF saliente|Paiement ETF entrant|Paiement sortant relatif au portefeuille d'ETF": 'TRANSFER',
  'Inactivity fee|Poplatek za neaktivitu|Service fees|Currency conversion fee|FX commission': 'FEE',
  'Steuereinbehalt|Einbehaltene Steuern|Retención de impuestos|Srážková daň|Prélèvement à la source': tax,
  'Prélèvement à la source sur les obligations|Tax withholding|Bond tax withholding|Real estate tax withholding': tax,
  'Discount/premium for secondary market transaction|Secondary market transaction - discount or premium': premium,
  'Rabatt/Prämie für Zweitmarkt-Transaktion|Descuento/prima por operación del mercado secundario|Sleva/přirážka na transakce na sekundárním trhu':
    premium,
} as const

/** What a row is, and which event it may be part of. */
type Word = { readonly kind: string; readonly event: 'conversion' | 'trade' | 'premium' | undefined }
type Words = { readonly type: string; readonly inType: Word; readonly inDetails: Word }

function wordFor(said: string): Word {
  const kind = (PLAIN.test(said) ? said : said.replace(ABOUT, '')).replace(LONGER, '$1')
  if (EXCHANGE.test(kind)) return { kind, event: 'conversion' }
  return { kind, event: MARKET.test(kind) ? 'trade' : PREMIUM.test(kind) ? 'premium' : undefined }
}

const wordOf = (line: Words): Word => (line.type === '' ? line.inDetails : line.inType)

/** A trade of the secondary market with its discount or premium, and the two sides of a conversion. */
function keyOf(line: Entry): string | undefined {
  const { event } = wordOf(line)
  if (event === 'conversion') return `conversion ${line.date} ${line.time}`
  if (event === 'trade' && line.id !== '') return `trade ${line.id}`
  const traded = event === 'premium' ? TRADED.exec(line.details)?.[1] : undefined
  return traded === undefined ? undefined : `trade ${traded}`
}

function bookCase(lines: readonly [Entry, ...Entry[]], book: Book): void {
  if (wordOf(lines[0]).event === 'conversion') convert(lines, book)
  else trade(lines, book)
}

function trade(lines: readonly Entry[], book: Book): void {
  const isTrade = (line: Entry) => wordOf(line).event === 'trade'
  const [trades, premiums] = [lines.filter(isTrade), lines.filter((line) => !isTrade(line))]
  const [[traded, second], [extra, more]] = [trades, premiums]
  if (second !== undefined || more !== undefined) refuse('no-pair', 'Several rows claim to be of this trade.')
  if (traded !== undefined && extra !== undefined && isZero(traded.amount))
    refuse('no-amount', 'The trade of this discount or premium has no amount. Enter both by hand.')
  if (traded !== undefined) loans.principal(book.on(traded), traded, extra?.amount === undefined ? {} : { premium: extra.amount })
  else if (extra !== undefined) premium(extra, book.on(extra))
}

function convert(lines: readonly Entry[], book: Book): void {
  if (!bookConversion(book, lines)) for (const line of lines) bookHalf(book.on(line), 'currency')
}

const details = text('Details', 'Detalles', 'Détails', 'Detaily')
const inDetails = made(details, (said) => wordFor(said.replace(LOAN, '').replace(REASON, '')))
const type = optional(text('Payment Type', 'Tipo de pago', 'Type de paiement', 'Typ platby'))

const statement = layout({
  name: 'Account statement',
  dates: 'ymd',
  numbers: 'proven',
  unique: ['id'],
  columns: {
    id: text(
      ...['Transaction ID:', 'Transaction ID', 'Transaktions-Nr.:', 'Identificación de la operación:'],
      ...['ID de transaction :', 'ID transakce:'],
    ),
    ...moment('Date', 'Datum', 'Fecha'),
    description: details,
    ...{ details, inDetails },
    amount: number('Turnover', 'Umsatz', 'Volumen de negocios', 'Mouvement', 'Obrat'),
    balance: optional(text('Balance', 'Saldo', 'Solde')),
    unit: unit('Currency', 'Währung', 'Divisa', 'Devise', 'Měna'),
    ...{ type, inType: made(type, wordFor) },
  },
  kind: (line) => wordOf(line).kind,
  rows,
  cases: { key: keyOf, book: bookCase },
  stated: true,
})

const annotated = layout({
  name: 'Account statement with notes',
  dates: 'ymd',
  numbers: 'dot',
  currency: { option: 'currency' },
  columns: {
    position: text('TransactionID'),
    date: day('DateInput'),
    valueDay: text('Date'),
    description: details,
    ...{ details, inDetails },
    amount: number('Turnover'),
    balance: number('Balance'),
    value: text('Value'),
    type: text('Type'),
    remark: text('Note'),
  },
  kind: (line) => line.inDetails.kind,
  rows,
  stated: true,
})

export const mintos = tableImporter(
  {
    code: 'mintos',
    name: 'Mintos',
    website: 'https://www.mintos.com',
    version: '4',
    languages: ['en', 'de', 'es', 'fr', 'cs'],
    extensions: ['csv', 'xlsx'],
    description: 'Account statements of Mintos: loans, interest, the secondary market and cash.',
    docs: 'Account > Account statement, choose the period and all kinds of payment, then Download.',
    colour: '#2a9d5c',
    options: [currencyOption('The currency of a statement that has no column for it.')],
  },
  [statement, annotated],
)
