/** Nordnet in Sweden, Norway, Denmark and Finland: transactions, as exported today (a currency column behind each figure) and until about 2018. */
import {
  after,
  type Book,
  day,
  isin,
  isZero,
  layout,
  nth,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  type Unit,
  unit,
} from '#plugins/kit/index.ts'
import { required } from '../coins.ts'
import { bookConversion } from '../conversion.ts'
import { tradeWithFeesIn } from '../foreign-fees.ts'

type Entry = {
  readonly row: number
  readonly cells: readonly string[]
  readonly date: string
  readonly type: string
  readonly description: string
  readonly cancelledOn: string
  readonly isin: string | undefined
  readonly quantity: string | undefined
  readonly amount: string | undefined
  readonly fees: string | undefined
  readonly unit: Unit | undefined
  readonly account?: string
  readonly feesUnit?: Unit | undefined
}

const TAKES_BACK = /^mak /i
const MONEY_CHANGE = /^(valuutan (osto|myynti)|kjøp valuta|salg valuta)$/i
const EXCHANGE = /^(splitt?|bytt?e|vaihto) /i
const GOES_OUT = /utta[kg]|otto/i
const COMES_IN = /inn?l[eä]gg|jättö/i

/** What both exports have; all but a few titles differ by country only. */
const COLUMNS = {
  id: text('Id'),
  bookedOn: optional(text('Bokföringsdag', 'Bokføringsdag', 'Bogføringsdag', 'Kirjauspäivä')),
  date: day('Affärsdag', 'Handelsdag', 'Kauppapäivä'),
  settledOn: optional(day('Likviddag', 'Oppgjørsdag', 'Valørdag', 'Maksupäivä')),
  type: text('Transaktionstyp', 'Transaksjonstype', 'Transaktionstype', 'Tapahtumatyyppi'),
  name: optional(text('Värdepapper', 'Verdipapir', 'Værdipapirer', 'Arvopaperi')),
  sort: optional(text('Instrumenttyp', 'Värdepapperstyp', 'Type verdipapir', 'Værdipapirtype', 'Instrumenttityyppi')),
  isin: isin('ISIN'),
  quantity: number('Antal', 'Antall', 'Määrä'),
  price: number('Kurs', 'Kurssi'),
  interest: optional(text('Ränta', 'Rente', 'Korko')),
  amount: number('Belopp', 'Beløp', 'Beløb', 'Summa'),
  paid: optional(text('Inköpsvärde', 'Kjøpsverdi', 'Indkøbsværdi', 'Hankinta-arvo')),
  result: optional(text('Resultat', 'Tulos')),
  total: optional(text('Totalt antal', 'Totalt antall', 'Kokonaismäärä')),
  balance: optional(number('Saldo')),
  rate: optional(number('Växlingskurs', 'Vekslingskurs', 'Vaihtokurssi')),
  description: text('Transaktionstext', 'Transaksjonstekst', 'Transaktionstekst', 'Tapahtumateksti'),
  cancelledOn: text('Makuleringsdatum', 'Makuleringsdato', 'Mitätöintipäivä'),
}

const RULES = {
  dates: 'ymd',
  numbers: { csv: 'comma', sheet: 'dot' },
  order: 'newest-first',
  stated: true,
  kind: (line: Entry) => line.type,
  rows: {
    'KÖPT|KJØPT|KØBT|OSTO|REINVESTERT UTBYTTE': (line: Entry, book: Book) => trade(line, book, 'BUY'),
    'SÅLT|SALG|SOLGT|MYYNTI': (line: Entry, book: Book) => trade(line, book, 'SELL'),
    'INSÄTTNING|INNSKUDD|INNSKUDD KONTANTER|TALLETUS|PREMIEINBETALNING|PREMIEINNBETALING|OVERFØRING VIA TRUSTLY': move,
    'INDBETALING|INDSÆTTELSE|UTTAG|UTTAK|UTTAK INTERNET|UTBETALNING|HÆVNING|NOSTO': move,
    'INLÄGG VP|INNLEGG VP|UTTAG VP|UTTAK VP': moveUnits,
    'UTDELNING|UTBYTTE|UDBYTTE|UDB.|OSINKO': 'DIVIDEND',
    'UTL KUPSKATT|KUPONGSKATT|KORR UTL KUPSKATT|UDBYTTESKAT|ENNAKKOPIDÄTYS|LÄHDEVERO|ULKOM. KUPONKIVERO': 'TAX',
    'KÄLLSKATT|AVKASTNINGSSKATT|UTENLANDSK KILDE': 'TAX',
    'RÄNTA|KAP RÄNTA|KAP. DEB RÄNTA|KAP ÖVERBEL.RÄNTA|DEBETRENTE|DEBETRENTE KORR|OVERBELÅNINGSRENTE': 'INTEREST',
    'DEPOTRENTE|DEBITRENTE|TALLETUSKORKO|LAINAKORKO|PÄÄOMIT YLIT.KORKO|DEBET KORON KORJ.': 'INTEREST',
    'AVGIFT|RISKKOSTNAD|PLATTFORMAVGIFT|PLATTFORMAVG KORR|AVG KORR|TILBAKEBET. FOND AVG': 'FEE',
  },
  cases: { key: caseOf, book: bookCase },
} as const

const depot = layout({
  ...RULES,
  name: 'Transactions and notes',
  unique: ['id'],
  columns: {
    ...COLUMNS,
    account: text('Depå', 'Portefølje', 'Depot', 'Salkku'),
    fees: number('Total Avgift', 'Totale Avgifter', 'Samlede afgifter', 'Kokonaiskulut'),
    feesUnit: unit(after('Total Avgift'), after('Totale Avgifter'), after('Samlede afgifter'), after('Kokonaiskulut')),
    unit: unit(after('Belopp'), after('Beløp'), after('Beløb'), after('Summa')),
    quoted: optional(unit(after('Inköpsvärde'), after('Kjøpsverdi'), after('Indkøbsværdi'), after('Hankinta-arvo'))),
    resultUnit: optional(text(nth('Valuta', 4), nth('Valuutta', 4))),
    note: optional(text('Notanummer', 'Sluttseddelnummer', 'Laskelma')),
    voucher: optional(text('Verifikationsnummer', 'Verifikasjonsnummer', 'Vahvistusnumero')),
    courtage: optional(text('Courtage', 'Kurtasje', 'Kurtage', 'Välityspalkkio')),
    courtageUnit: optional(text(nth('Valuta', 5), nth('Valuutta', 5))),
    reference: optional(text('Referensvalutakurs', 'Referencevalutakurs', 'Valutakurs', 'Viitevaluuttakurssi')),
    loan: optional(text('Initial låneränta', 'Innledende rente', 'Alkuperäinen korko')),
  },
})

const before2018 = layout({
  ...RULES,
  name: 'Transaktioner (until about 2018)',
  unique: ['id'],
  columns: {
    ...COLUMNS,
    fees: number('Avgifter', 'Afgifter', 'Maksut'),
    unit: unit('Valuta', 'Valuutta'),
    voucher: optional(text('Verifikations-/Notanummer')),
  },
})

function trade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  tradeWithFeesIn(line.feesUnit?.currency, line, book, direction)
}

function move(line: Entry, book: Book): void {
  book.cash(/\bintern(al|t)?\b/i.test(line.description) ? 'TRANSFER' : 'MOVE')
}

/** From or to another bank; what it had cost is known there. The number of units has no sign. */
function moveUnits({ type, quantity, amount }: Entry, book: Book): void {
  if (!isZero(amount))
    refuse('unclear-transfer', 'Units that moved with money: the row does not say what the money is. Enter it by hand.')
  const size = required(quantity, 'number of units').replace('-', '')
  if (!GOES_OUT.test(type) && size !== quantity) refuse('unexpected-sign', `${type} of ${quantity}: the sign is wrong.`)
  book.inKind('TRANSFER', { quantity: GOES_OUT.test(type) ? `-${size}` : size })
}

function caseOf(line: Entry): string | undefined {
  const { type, date, account = '' } = line
  if (!/^(?:\d{4}-\d\d-\d\d.*)?$/.test(line.cancelledOn))
    refuse('invalid-date', `"${line.cancelledOn}" is no day of cancellation.`)
  if (line.cancelledOn !== '' || TAKES_BACK.test(type)) {
    const figures = [line.quantity, line.amount].map((figure = '0') => figure.replace('-', ''))
    return ['cancelled', account, type.replace(TAKES_BACK, ''), line.isin ?? '', ...figures].join(' ')
  }
  if (MONEY_CHANGE.test(type)) return `money ${account} ${date}`
  return EXCHANGE.test(type) ? `exchange ${type.split(' ')[0]} ${account} ${date}` : undefined
}

function bookCase(lines: readonly [Entry, ...Entry[]], book: Book): void {
  if (lines[0].cancelledOn !== '' || TAKES_BACK.test(lines[0].type)) leaveOut(lines, book)
  else if (MONEY_CHANGE.test(lines[0].type)) changeMoney(lines, book)
  else {
    const [outs, ins] = [lines.filter(({ type }) => GOES_OUT.test(type)), lines.filter(({ type }) => COMES_IN.test(type))]
    const [[from], [to]] = [outs, ins]
    if (lines.length === 2 && from && to) book.exchange(from, to)
    else refuse('no-pair', 'Of this event there must be one row that takes out and one that brings in. Enter it by hand.')
  }
}

/** A row with a day of cancellation was taken back, by a row of its own (MAK) or by none. */
function leaveOut(lines: readonly Entry[], book: Book): void {
  const originals = lines.filter(({ type }) => !TAKES_BACK.test(type))
  if (lines.length > 2 * originals.length)
    refuse(
      'unclear-cancellation',
      'This takes back a booking that the report does not mark as cancelled: remove that one by hand.',
    )
  book.skip('cancelled')
}

function changeMoney(lines: readonly Entry[], book: Book): void {
  if (!bookConversion(book, lines))
    refuse('no-pair', 'A change of money needs the row that goes out and the one that comes in. Enter it by hand.')
}

export const nordnet = tableImporter(
  {
    code: 'nordnet',
    name: 'Nordnet',
    website: 'https://www.nordnet.com',
    version: '3',
    extensions: ['csv', 'xlsx'],
    languages: ['sv', 'no', 'da', 'fi'],
    description: 'Transactions of all depots at Nordnet in Sweden, Norway, Denmark and Finland.',
    docs: 'My pages > Transactions (Transaktioner, Transaksjoner, Tapahtumat), choose accounts and period, then Export as CSV.',
    colour: '#0046ff',
  },
  [depot, before2018],
)
