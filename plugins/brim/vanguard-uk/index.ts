/** Vanguard in the United Kingdom: the cash transactions of an account, where shares and quantities stand in the text. */
import {
  type AnyLine,
  type AssetTerms,
  add,
  type Book,
  day,
  decimal,
  layout,
  number,
  parseNumber,
  refuse,
  squeeze,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import type { ReportHead } from '../contract.ts'

type Entry = { readonly date: string; readonly description: string; readonly amount: string | undefined }
type Entries = readonly [AnyLine & Entry, ...(AnyLine & Entry)[]]

const TRADE = /^(Bought|Sold) ([\d.,]+) (.+)$/i
const DIVIDEND = /^(?:Reversal of )?(DIV: ([A-Z0-9]+)\S* @ [A-Z]{3} [\d.]+)$/i
const REVERSAL = /^reversal of /i
const KINDS: readonly (readonly [RegExp, string])[] = [
  [TRADE, 'trade'],
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
  currency: 'GBP',
  columns: { date: day('Date'), description: text('Details'), amount: number('Amount'), balance: number('Balance') },
  stated: true,
  when: isVanguard,
  kind: ({ description }) => kindOf(description),
  rows: {
    trade,
    interest: 'INTEREST',
    fee: 'FEE',
    money: 'MOVE',
  },
  // A dividend, and what takes it back.
  cases: { key: ({ description }) => DIVIDEND.exec(description)?.[1], book: bookDividends },
})

function kindOf(description: string): string {
  for (const [pattern, kind] of KINDS) if (pattern.test(description)) return kind
  return description
}

/** `Reversal of DIV: ...` takes the dividend of that name back; one of an earlier file, which is not here, is booked as money that went out. */
function bookDividends(lines: Entries, book: Book): void {
  const paid = lines.filter(({ description }) => !REVERSAL.test(description))
  for (const line of lines) {
    const at = REVERSAL.test(line.description) ? paid.findIndex((one) => isBefore(one, line) && isOpposite(one, line)) : -1
    if (at >= 0) paid.splice(at, 1)
    const asset = { symbol: DIVIDEND.exec(line.description)?.[2] }
    book.on(line).cash('DIVIDEND', { asset, reverses: at < 0 ? undefined : 'same' })
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.date <= other.date
}

function isOpposite(one: Entry, other: Entry): boolean {
  const [paid, back] = [one.amount, other.amount]
  return paid !== undefined && back !== undefined && add(decimal(paid), decimal(back)) === 0n
}

/** Any statement may have these four titles: the words of a row tell. */
function isVanguard({ tables }: ReportHead): boolean {
  return tables.some(({ rows }) => rows.some(({ cells }) => cells.some((cell) => WORDS.some((words) => words.test(cell)))))
}

function trade(line: Entry, book: Book): void {
  const [, word = '', size, what = ''] = TRADE.exec(line.description) ?? []
  const quantity = parseNumber(size, 'dot') ?? refuse('no-quantity', `"${line.description}" does not tell how many.`)
  book.trade({ asset: assetIn(what), quantity }, /^b/i.test(word) ? 'BUY' : 'SELL')
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
    version: '2',
    description: 'Cash transactions of an account at Vanguard Investor (United Kingdom).',
    docs: 'Documents > Client transactions report; save the table "Cash transactions" of each account as CSV.',
    colour: '#96151d',
  },
  [cash],
)
