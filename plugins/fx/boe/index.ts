/** Bank of England interactive database: spot rates against sterling. Codes ending in D would be against the US dollar. */
import { readRows } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome } from '../series.ts'

const NAME = 'Bank of England'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const CODES = {
  ...{ USD: 'XUDLUSS', EUR: 'XUDLERS', JPY: 'XUDLJYS', CAD: 'XUDLCDS', CHF: 'XUDLSFS', AUD: 'XUDLADS', NZD: 'XUDLNDS' },
  ...{ NOK: 'XUDLNKS', SEK: 'XUDLSKS', DKK: 'XUDLDKS', HKD: 'XUDLHDS', SGD: 'XUDLSGS', SAR: 'XUDLSRS', ZAR: 'XUDLZRS' },
  ...{ TWD: 'XUDLTWS', CZK: 'XUDLBK25', HUF: 'XUDLBK33', PLN: 'XUDLBK47', ILS: 'XUDLBK78', MYR: 'XUDLBK83', THB: 'XUDLBK87' },
  ...{ CNY: 'XUDLBK89', KRW: 'XUDLBK93', TRY: 'XUDLBK95', INR: 'XUDLBK97', RON: 'XUDLZOS4' },
}

export default defineProvider({
  code: 'BOE',
  name: NAME,
  description: 'Spot rates against sterling of about 16:00 London time, published on the next working day.',
  website: 'https://www.bankofengland.co.uk/boeapps/database/Rates.asp',
  attribution: 'Source: Bank of England.',
  home: 'GBP',
  series: foreignPerHome('GBP', CODES),
  historyFrom: '2000-01-04',
  schedule: { frequency: 'daily', time: '09:30', timeZone: 'Europe/London' },
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const codes = series.map((one) => one.id).join(',')
  for (const { from, to } of yearsOf(period)) {
    const range = `Datefrom=${englishDay(from)}&Dateto=${englishDay(to)}`
    const url = `https://www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&${range}&SeriesCodes=${codes}&CSVF=TN&UsingCodes=Y`
    readDatabaseCsv((await get({ url, expect: 'csv' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `DATE` and a column per code; days as `17 Mar 2026`. */
function readDatabaseCsv(text: string, quotes: Quotes): void {
  const [header, ...rows] = readRows(text, NAME)
  if (header?.[0]?.trim() !== 'DATE') throw sourceError('format', `${NAME} sent something that is no table of rates.`)
  for (const [day, ...cells] of rows)
    cells.forEach((value, index) => {
      quotes.add({ id: header[index + 1]?.trim() ?? '', date: parseDay(day, 'dmy'), value })
    })
}

function englishDay(day: string): string {
  return `${day.slice(8)}/${MONTHS[Number(day.slice(5, 7)) - 1]}/${day.slice(0, 4)}`
}
