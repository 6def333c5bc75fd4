/** Da Afghanistan Bank: afghanis for one foreign unit (the Iranian toman is ten rials); a day a call. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'

const NAME = 'Da Afghanistan Bank'
const PAGE = 'https://www.dab.gov.af/exchange-rates'
const LABELS = {
  ...{ USD: 'USD$', EUR: 'EURO€', GBP: 'POUND£', CHF: 'SWISS₣', INR: 'INDIAN Rs.', PKR: 'PAKISTAN Rs.', CNY: 'CNY¥' },
  ...{ AED: 'UAE DIRHAM', SAR: 'SAUDI RIYAL' },
}

export default defineProvider({
  code: 'DAB',
  name: NAME,
  description: 'Rates of transfers, mean of buying and selling, Saturday to Thursday.',
  website: PAGE,
  attribution: 'Source: Da Afghanistan Bank.',
  home: 'AFN',
  series: [...homePerForeign('AFN', LABELS), ...homePerForeign('AFN', { IRR: 'IRAN Toman' }, { unit: '10' })],
  historyFrom: '2019-03-31',
  schedule: { frequency: 'daily', time: '10:00', timeZone: 'Asia/Kabul' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period)) {
    readPage((await get({ url: `${PAGE}?field_date_value=${day}`, expect: 'html' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `Last updated: 18 May 2026`, then the table of the day (cash and transfers, selling first) and one of monthly averages. */
export function readPage(html: string, quotes: Quotes, side: Side = meanOf): void {
  if (/There were no results\./.test(html)) return
  const day = /Last updated: (\d{1,2} \p{L}{3,10} \d{4})/u.exec(html)?.[1]
  const table = readTables(html).find(([head]) => head?.[3] === 'Transfer (Sell)' && head[4] === 'Transfer (Buy)')
  if (day === undefined || table === undefined)
    throw sourceError('format', `${NAME} sent a page without its day or its table: the format may have changed.`)
  for (const [id = '', , , selling, buying] of table.slice(1))
    quotes.add({ id, date: parseDay(day, 'dmy'), value: side(buying, selling) })
}
