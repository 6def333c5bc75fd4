/** Importer of any CSV or sheet of transactions: our documented columns, our own export, or, with a mapping, anyone's. */
import type { BrokerPlugin, ReportHead } from '#plugins/brim/contract.ts'
import { documentedLayout, FIELDS, type Field, type Layout } from './columns.ts'
import icon from './icon.svg' with { type: 'text' }
import { parse, parseInSteps } from './parse.ts'
import { proposeMapping } from './propose.ts'
import { titlesOf } from './tables.ts'

/** Less than the host asks for. */
const TOO_LITTLE = 0.05

/** 0.5 with date, type and something that moves, where every column with a title and a value is ours; else too little to be taken unasked. */
function recognises(head: ReportHead): number {
  const layouts = head.tables.flatMap((table) => documentedLayout(table) ?? [])
  const [layout] = layouts
  if (!layout || layouts.some(({ missed }) => missed.length > 0)) return 0
  if (layouts.some(hasForeignColumn)) return TOO_LITTLE
  return layout.places.has('amount') || layout.places.has('quantity') ? 0.5 : 0.2
}

/** A column that nobody reads and that says something, or that has only its title like all the others of an empty table. */
function hasForeignColumn({ table, header, unread }: Layout): boolean {
  const rows = table.rows.slice(table.rows.indexOf(header) + 1)
  return unread.some((title) => {
    const place = header.cells.indexOf(title)
    return rows.length === 0 || rows.some(({ cells }) => (cells[place] ?? '').trim() !== '')
  })
}

/** Those that every table needs. */
const NEEDED: readonly Field[] = ['date', 'type']
const OTHERS = FIELDS.filter((field) => !NEEDED.includes(field))
const TITLES = [...NEEDED, ...OTHERS].map((field) => [field, field.replaceAll('_', ' ')])

export const genericCsv: BrokerPlugin = {
  code: 'broker_generic_csv',
  name: 'Generic CSV',
  broker: 'Any broker',
  website: '',
  description:
    'A table of transactions with documented columns, the CSV export of this service, or any CSV described by a mapping.',
  extensions: ['csv', 'tsv', 'txt', 'xlsx', 'ods'],
  languages: ['en'],
  version: '6',
  docs: [
    'The first row names the columns, in any order; only date and type are required. Days are YYYY-MM-DD, numbers have a decimal point.',
    'type: BUY, SELL, DIVIDEND, INTEREST, DEPOSIT, WITHDRAWAL, FEE, TAX, TRANSFER, TRANSFER_IN, TRANSFER_OUT, FX_CONVERSION, SPLIT, EXCHANGE, ADJUSTMENT.',
    'amount is the net change of the cash balance; for BUY and SELL it may be left out and is -(quantity x price x fx_rate) - fees - taxes.',
    'Signs are optional where the type tells them: SELL 10 sells, WITHDRAWAL 50 takes out, FEE 5 costs. For a file with refunds state the sign rule.',
    'Assets are named by isin, symbol (with exchange) or name. GBX, ILA and ZAc become GBP, ILS and ZAR. Rows of one group share the text in group.',
    'account: the account or depot within the broker.',
    'lots: which lots a sale takes, such as 4:10;7:2.5: ten units of the row with the id 4, 2.5 of that with 7.',
    'tags: texts between semicolons, such as staking or lending: reports of income and costs are split by them.',
    'status: rows that were cancelled or rejected are left out. A table with a column such as fee, tax, gross, net or shares that nobody reads is refused: map it, or name it in options.mapping.ignore.',
  ].join(' '),
  sampleColumns: FIELDS,
  assets: { 'icon.svg': icon },
  options: [
    {
      name: 'mapping.columns',
      description:
        'The titles of your columns by our names. When given, only these are read. Besides: gross (the amount before fees and taxes, which are taken from it), pair (BTC/EUR: asset and currency) and fee_currency (that of the amount, or the row is refused).',
      example: { date: 'Booking day', amount: 'Value', type: 'Kind' },
    },
    {
      name: 'mapping.types',
      description: 'Your names of types. IGNORE leaves such rows out.',
      example: { Kauf: 'BUY', Storno: 'IGNORE' },
    },
    {
      name: 'mapping.date_format',
      description: 'ymd, dmy or mdy. Without it only ISO days, or what the file proves.',
      example: 'dmy',
    },
    {
      name: 'mapping.ignore',
      description:
        'Titles of columns that may stay unread although they look as if they counted (status, fee, tax, gross, net, shares, ...).',
      example: ['Tax country'],
    },
    { name: 'mapping.decimal', description: 'dot or comma: the decimal sign.', example: 'comma' },
    {
      name: 'mapping.defaults',
      description:
        'What empty cells mean: type, currency, price_currency, symbol, isin, name, exchange, asset_type. A DEPOSIT by default with a negative amount is a WITHDRAWAL.',
      example: { currency: 'EUR', type: 'DEPOSIT' },
    },
    { name: 'mapping.delimiter', description: 'One character, where it is not found.', example: ';' },
    {
      name: 'mapping.sign',
      description:
        'as_is: signs mean what they say, a FEE without a minus is a refund. by_type: signs are ignored, the type tells.',
      example: 'by_type',
    },
  ],
  formats: [
    { name: 'documented columns', titles: TITLES, required: NEEDED.length, holds: 'transactions', unique: ['external_id'] },
  ],
  recognises,
  parse,
  parseInSteps,
  proposeMapping,
  titlesOf,
}
