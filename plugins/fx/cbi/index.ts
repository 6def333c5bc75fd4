/** Central Bank of Iraq: dinars for one foreign unit (gold: the troy ounce), in a workbook with a sheet a year and a block a month. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'
import { eachSheet, fetchWorkbook, type Sheet, workbookLink } from '../workbook.ts'

const NAME = 'Central Bank of Iraq'
const PAGE = 'https://cbi.iq/page/144'
const CODES = 'USD EUR GBP CAD CHF SEK NOK DKK JPY CNY AED JOD AUD SAR OMR INR TRY QAR'
/** What the heads of older sheets say. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'S.FR': 'CHF', UAE: 'AED' }
const GOLD = 'Gold'

export default defineProvider({
  code: 'CBI',
  name: NAME,
  description: 'Official rates, mean of buying and selling, Sunday to Thursday. The market pays more for a dollar.',
  website: PAGE,
  attribution: 'Source: Central Bank of Iraq.',
  home: 'IQD',
  series: homePerForeign('IQD', { ...Object.fromEntries(CODES.split(' ').map((code) => [code, code])), XDR: 'SDR', XAU: GOLD }),
  lastResort: 'all',
  historyFrom: '2009-01-01',
  schedule: { frequency: 'daily', time: '14:00', timeZone: 'Asia/Baghdad' },
  figures: { digits: 12 },
  read,
})

/** Of three workbooks the one whose text mentions gold. */
async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const url = workbookLink((await get({ url: PAGE, expect: 'html' })) ?? '', PAGE, /الذهب/, NAME)
  const sheets = await fetchWorkbook(tools, { url }, NAME)
  const [first, last] = [period.from.slice(0, 4), period.to.slice(0, 4)]
  for await (const sheet of eachSheet(sheets.filter(({ name }) => name >= first && name <= last))) {
    readSheet(sheet, quotes)
    yield quotes.take()
  }
  if (!sheets.some(({ name }) => /^\d{4}$/.test(name)))
    throw sourceError('format', `${NAME} sent a workbook without sheets of years: the format has changed.`)
}

/** Where a currency stands: the columns of its buying and its selling rate. */
type Column = { readonly id: string; readonly buying: number; readonly selling: number }

/** A head of codes and of `Buy ID` and `Sell ID`; then per month its name, rows of days, and the averages, which are not read. */
export function readSheet({ name: year, rows }: Sheet, quotes: Quotes, side: Side = meanOf): void {
  const labels = rows.findIndex((row) => /^\s*Buy/.test(row[1] ?? ''))
  if (labels < 1) throw sourceError('format', `${NAME}: the sheet ${year} has no head: the format has changed.`)
  const columns = columnsOf(rows.slice(0, labels), rows[labels] ?? [])
  let month = 0
  let inBlock = false
  for (const [first = '', ...cells] of rows.slice(labels + 1)) {
    const head = cells.length === 0 ? monthOf(first.trim(), year, month) : undefined
    if (head !== undefined) [month, inBlock] = [head, true]
    else if (!/^\d{1,2}$/.test(first)) inBlock = false
    else if (!cells.some((cell) => /\p{L}/u.test(cell)))
      for (const { id, buying, selling } of columns) {
        const value = buying === selling ? cells[buying - 1]?.replace(/\s/g, '') : side(cells[buying - 1], cells[selling - 1])
        quotes.add({ id, date: inBlock ? parseDay(`${year}-${month}-${first}`, 'ymd') : undefined, value })
      }
  }
}

/** `Feb.2026` and `Jan. 2024`; the year alone stands for the month after the last one. */
function monthOf(text: string, year: string, last: number): number | undefined {
  if (text === year) return last + 1
  const named = /^(\p{L}{3,9})\.? ?(\d{4})$/u.exec(text)
  const day = named?.[2] === year ? parseDay(`1 ${named[1]} ${year}`, 'dmy') : undefined
  return day === undefined ? undefined : Number(day.slice(5, 7))
}

/** The codes stand above one of the columns from a buying rate to the next; gold is a column of its own without a label. */
function columnsOf(heads: readonly (readonly string[])[], labels: readonly string[]): Column[] {
  const starts = labels.flatMap((label, index) => (/^\s*Buy/.test(label) ? [index] : []))
  const codeAt = (index: number) => heads.flatMap((row) => /\b(S\.FR|UAE|[A-Z]{3})\s*$/.exec(row[index] ?? '')?.[1] ?? [])[0]
  const columns = starts.flatMap((buying, index): Column[] => {
    const end = starts[index + 1] ?? labels.length
    const code = Array.from({ length: end - buying }, (_, step) => codeAt(buying + step)).find((one) => one !== undefined)
    const selling = labels.findIndex((label, at) => at > buying && at < end && /^\s*Sell\s+ID\s*$/.test(label))
    return code === undefined || selling === -1 ? [] : [{ id: OTHER_NAMES[code] ?? code, buying, selling }]
  })
  const gold = heads.flatMap((row) => row.flatMap((cell, index) => (cell.trim() === GOLD ? [index] : [])))[0]
  return gold === undefined ? columns : [...columns, { id: GOLD, buying: gold, selling: gold }]
}
