/** Vanguard in the United Kingdom: the cash transactions of an account, where shares and quantities stand in the text. */
import {
  type AssetTerms,
  type Book,
  day,
  layout,
  number,
  parseNumber,
  refuse,
  squeeze,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import type { ReportHead } from '../contract.ts'

type Entry = { readonly details: string; readonly amount: string | undefined }

const TRADE = /^(Bought|Sold) ([\d.,]+) (.+)$/i
const DIVIDEND = /^(?:Reversal of )?DIV: ([A-Z0-9]+)\S* @ [A-Z]{3} [\d.]+$/i
const KINDS: readonly (readonly [RegExp, string])[] = [
  [TRADE, 'trade'],
  [DIVIDEND, 'dividend'],
  [/^(cash account )?interest\b/i, 'interest'],
  [/^account fee\b/i, 'fee'],
  [/^((regular )?deposit|payment|withdrawal)\b/i, 'money'],
]
const WORDS = [
  /^(bought|sold) [\d.,]+ |^(reversal of )?div: \S+ @ |^cash account interest$/i,
  /^account fee (for the period|charged)|^regular deposit$|^deposit (for investment|via direct)|^payment by faster\b/i,
]

const cash = layout({
  name: 'Cash transactions',
  dates: 'dmy',
  zone: 'Europe/London',
  numbers: 'dot',
  amounts: 'net',
  currency: 'GBP',
  columns: { date: day('Date'), details: text('Details'), amount: number('Amount'), balance: number('Balance') },
  stated: { balance: 'balance' },
  when: isVanguard,
  kind: ({ details }) => KINDS.find(([pattern]) => pattern.test(details))?.[1] ?? details,
  rows: {
    trade,
    dividend: (line, book) => book.cash('DIVIDEND', { asset: { symbol: DIVIDEND.exec(line.details)?.[1] }, ...said(line) }),
    interest: (line, book) => book.cash('INTEREST', said(line)),
    fee: (line, book) => book.cash('FEE', said(line)),
    money: (line, book) => book.cash('MOVE', said(line)),
  },
})

const said = ({ details }: Entry) => ({ description: details })

/** Any statement may have these four titles: the words of a row tell. */
function isVanguard({ tables }: ReportHead): boolean {
  return tables.some(({ rows }) => rows.some(({ cells }) => cells.some((cell) => WORDS.some((words) => words.test(cell)))))
}

function trade(line: Entry, book: Book): void {
  const [, word = '', size, what = ''] = TRADE.exec(line.details) ?? []
  const quantity = parseNumber(size, 'dot') ?? refuse('no-quantity', `"${line.details}" does not tell how many.`)
  book.trade({ asset: assetIn(what), quantity, ...said(line) }, /^b/i.test(word) ? 'BUY' : 'SELL')
}

/** `Name (SYMBOL)`, or the name of a fund alone; dashes are written in several ways. */
function assetIn(what: string): AssetTerms {
  const [, name = what, symbol] = /^(.+?) \(([A-Z0-9.]+)\)$/.exec(what) ?? []
  return { name: squeeze(name.replace(/[–—]/g, '-')), symbol }
}

export const vanguardUk = tableImporter(
  {
    code: 'vanguard-uk',
    name: 'Vanguard UK',
    broker: 'Vanguard Investor UK',
    website: 'https://www.vanguardinvestor.co.uk',
    version: '1',
    extensions: ['csv'],
    languages: ['en'],
    description: 'Cash transactions of an account at Vanguard Investor (United Kingdom).',
    docs: 'Documents > Client transactions report; save the table "Cash transactions" of each account as CSV.',
    colour: '#96151d',
  },
  [cash],
)
