/** One record of a report in the broker's own attribute names, whatever the file format was. */
import { parseDay, parseNumber, refuse, roundedText, trimmed } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { type Decimal, decimal, tryDecimal } from '#src/shared/decimal.ts'

/**
 * `kind` is the element name of the Flex XML (`Trade`, `CashTransaction`, ...); `values` has lower case names without punctuation
 * (`tradeprice`) and texts as `saidIn` has them; `statement` counts the statements of a file, `account` is the broker's account number or empty.
 */
export type Entry = {
  readonly row: number
  readonly kind: string
  readonly account: string
  readonly statement: number
  readonly values: Readonly<Record<string, string>>
  /** The record as its issues show it. */
  readonly cells: readonly string[]
}

/** How the file writes days that are neither `2024-01-31` nor `20240131`; undefined when the file does not prove it. */
export type SlashOrder = 'dmy' | 'mdy' | undefined

/** What no report writes: that a value is not known, which is more than that it is not said. */
export const UNKNOWN = '?'
const NOTHING = new Set(['', '-', '--', 'N/A'])
const [DASH, N] = [45, 78]
const DAYS = ['tradedate', 'datetime', 'reportdate', 'settledate', 'settledatetarget', 'date', 'todate', 'fromdate']

/** The first of these attributes that says something; `''` when none does. No list of names: one for each call would take most of the time. */
export function value(entry: Entry, name: string, second?: string, third?: string, fourth?: string): string {
  const said = entry.values[name] ?? ''
  return said !== '' || second === undefined ? said : value(entry, second, third, fourth)
}

/** What these attributes say, as far as they do. */
export function textsOf(entry: Entry, ...names: readonly string[]): string[] {
  return names.map((name) => value(entry, name)).filter((text) => text !== '')
}

/** The trimmed text of a cell, `''` for one that says nothing. */
export function saidIn(text = ''): string {
  const said = trimmed(text)
  // Those that say nothing begin with few characters.
  const first = said.charCodeAt(0)
  return (first === DASH || first === N) && NOTHING.has(said) ? '' : said
}

/** The first of these attributes that says something as an exact number, rounded half to even to 12 places. Throws RowRefusal. */
export function figure(entry: Entry, name: string, other?: string): Decimal | undefined {
  const text = value(entry, name)
  if (text === '') return other === undefined ? undefined : figure(entry, other)
  const problem = `The value ${JSON.stringify(text)} of "${name}" is not a number that can be stored.`
  return numberIn(text) ?? refuse('number-unreadable', problem)
}

/** Like `figure`, but undefined for what is no number: for looking, not for booking. */
export function tryFigure(entry: Entry, name: string, other?: string): Decimal | undefined {
  return numberIn(value(entry, name, other))
}

function numberIn(text: string): Decimal | undefined {
  const plain = parseNumber(text, 'dot')
  const number = plain === undefined ? undefined : tryDecimal(plain)
  if (typeof number !== 'string') return number
  return number === 'too-many-places' && plain !== undefined ? decimal(roundedText(plain)) : undefined
}

/** Like `figure`, for an attribute that the entry cannot do without. */
export function requiredFigure(entry: Entry, name: string, other?: string): Decimal {
  const problem = `The field "${name}" is empty. Add it to the query and export again.`
  return figure(entry, name, other) ?? refuse('number-missing', problem)
}

/** The ISO 4217 code, or the minor unit (GBX), in one of these attributes. Throws RowRefusal. */
export function currencyOf(entry: Entry, name: string, other?: string): string {
  return currencyNamed(value(entry, name, other))
}

/** The offshore renminbi (CNH) is booked as CNY. Throws RowRefusal. */
export function currencyNamed(text: string): string {
  const code = text === 'CNH' ? 'CNY' : text
  if (isMoneyUnit(code)) return code
  const problem =
    text === '' ? 'The currency is missing. Add the field Currency to the query.' : `${text} is not a known currency.`
  return refuse('currency-unknown', problem)
}

/** `YYYY-MM-DD` of the first of these attributes that has a day. Throws RowRefusal when a text is there that is no day. */
export function dayIn(entry: Entry, order: SlashOrder, name: string, second?: string, third?: string): string | undefined {
  const text = value(entry, name, second, third)
  if (text === '') return undefined
  const day = readDay(text, order)
  if (day !== undefined) return day
  const unclear = `It is not clear whether ${text} begins with the day or the month.`
  if (order === undefined && /^\d{1,2}\/\d{1,2}\//.test(text))
    refuse('date-ambiguous', `${unclear} Give the option date_order, or choose the date format yyyy-MM-dd in the query.`)
  return refuse('date-unreadable', `${text} is not a day. Choose the date format yyyy-MM-dd in the query.`)
}

/** `HH:MM:SS` of an attribute like `20240131;093000`, `2024-01-31, 09:30:00` or `093000`; undefined when it has none. */
export function timeIn(text: string): string | undefined {
  const match = /(?:^|[;, T])(\d{2}):?(\d{2}):?(\d{2})(?:\D|$)/.exec(text)
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59 || Number(match[3]) > 59) return undefined
  return `${match[1]}:${match[2]}:${match[3]}`
}

/** Which part of `01/02/2024` is the day, by the days of the whole file that leave no choice. */
export function findSlashOrder(entries: readonly Entry[]): SlashOrder {
  for (const entry of entries) {
    for (const name of DAYS) {
      const text = entry.values[name]
      const match = text?.includes('/') ? /^(\d{1,2})\/(\d{1,2})\/\d{2,4}/.exec(text) : null
      if (match && Number(match[1]) > 12) return 'dmy'
      if (match && Number(match[2]) > 12) return 'mdy'
    }
  }
  return undefined
}

/** A record, which issues show as text. */
export function entryOf(row: number, kind: string, account: string, statement: number, values: Entry['values']): Entry {
  return { __proto__: RECORD, row, kind, account, statement, values } as unknown as Entry
}

/** What all records share, so that it is made once. */
const RECORD: Pick<Entry, 'cells'> & ThisType<Entry> = {
  get cells() {
    const said = Object.entries(this.values).filter(([, text]) => text !== UNKNOWN && text !== '')
    return [`${this.kind}: ${said.map(([name, text]) => `${name}=${text}`).join(' | ')}`]
  },
}

function readDay(text: string, order: SlashOrder): string | undefined {
  if (/^\d{4}/.test(text)) return parseDay(text, 'ymd')
  if (/^\d{1,2}[- ][A-Za-z]{3}/.test(text)) return parseDay(text, 'dmy')
  return order === undefined ? undefined : parseDay(text, order)
}
