/** State Bank of Pakistan: rupees for one foreign unit, in workbooks with the days across: one of a month and one of all before. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { fold } from '#plugins/kit/text.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { fetchWorkbook, type Sheet } from '../workbook.ts'

const NAME = 'State Bank of Pakistan'
const FILES = 'https://www.sbp.org.pk/assets/document/'
/** What is in the folded name of each currency: the publisher's spelling varies (`japnese yen`, `thai bhat`). */
const WORDS: Readonly<Record<string, RegExp>> = {
  ...{ AUD: /^austr?alian dollar/, BHD: /^bahrain/, CAD: /^canadian/, CNY: /^chinese/, DKK: /^danish/, HKD: /^hong ?kong/ },
  ...{
    JPY: /^jap[a-z]* yen/,
    KWD: /^kuwait/,
    MYR: /^malaysian/,
    NZD: /^new ?zealand/,
    NOK: /^norw/,
    OMR: /^oman/,
    QAR: /^qatar/,
  },
  ...{ SGD: /^singapore/, SEK: /^swedish/, CHF: /^swiss/, SAR: /^saudi/, THB: /^thai/, TRY: /^turkish/ },
  ...{ AED: /^u\.?a\.?e/, GBP: /^(u\.?k\.? )?pound/, USD: /^u\.?s\.? dollar/, EUR: /^euro/ },
}
const CODES = Object.keys(WORDS).join(' ')

export default defineProvider({
  code: 'SBP',
  name: NAME,
  description: "Averages of the banks' floating rates, published some weeks after the month.",
  website: 'https://www.sbp.org.pk/ecodata/index2.asp',
  attribution: 'Source: State Bank of Pakistan.',
  home: 'PKR',
  series: homePerForeign('PKR', CODES),
  historyFrom: '2013-07-02',
  schedule: { frequency: 'daily', released: 'monthly', time: '17:00', timeZone: 'Asia/Karachi' },
  figures: { digits: 12 },
  read,
})

/** The month first; the archive only for days before it (the month can also be the older of the two). */
async function* read({ period, quotes, tools }: Reading): AsyncGenerator<FxChunk> {
  const first = readSheets(await fetchWorkbook(tools, { url: `${FILES}BFER_Daily.xlsx` }, NAME), quotes)
  yield quotes.take()
  if (period.from >= first) return
  readSheets(await fetchWorkbook(tools, { url: `${FILES}BFER_Daily_Arch.xlsx` }, NAME), quotes)
  yield quotes.take()
}

/** A head `Country …`, `Currency` and days, then a row per currency. Gives the earliest day. */
function readSheets(sheets: readonly Sheet[], quotes: Quotes): string {
  let earliest = ''
  for (const { rows } of sheets) {
    let days: readonly (string | undefined)[] = []
    for (const [country = '', name = '', ...cells] of rows) {
      if (country.startsWith('Country')) days = cells.map((cell) => parseDay(cell, 'ymd'))
      else if (name !== '') addRow(quotes, codeOf(name), days, cells)
      for (const day of country.startsWith('Country') ? days : [])
        if (day !== undefined && (earliest === '' || day < earliest)) earliest = day
    }
  }
  if (earliest === '') throw sourceError('format', `${NAME} sent a workbook without its days: the format has changed.`)
  return earliest
}

function addRow(quotes: Quotes, id: string, days: readonly (string | undefined)[], cells: readonly string[]): void {
  days.forEach((date, index) => {
    if (date !== undefined) quotes.add({ id, date, value: cells[index] })
  })
}

function codeOf(name: string): string {
  const folded = fold(name)
  return Object.entries(WORDS).find(([, words]) => words.test(folded))?.[0] ?? name
}
