/** Central Bank of Liberia: Liberian dollars for one US dollar, pages of days with the newest first. */
import { parseDay } from '#plugins/kit/date.ts'
import { readTables } from '#plugins/kit/html-table.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'

const NAME = 'Central Bank of Liberia'
const PAGE = 'https://www.cbl.org.lr/research/buying-selling-rates'
const MAX_PAGES = 500

export default defineProvider({
  code: 'CBLLR',
  name: NAME,
  description: 'The US dollar, mean of the buying and the selling rate, Monday to Saturday.',
  website: PAGE,
  attribution: 'Source: Central Bank of Liberia.',
  home: 'LRD',
  series: homePerForeign('LRD', 'USD'),
  historyFrom: '2012-07-05',
  schedule: { frequency: 'daily', time: '14:00', timeZone: 'Africa/Monrovia' },
  pause: () => 200,
  read,
})

/** Pages back in time until one begins before the period; a page that leads no further back is the last. */
async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (let page = 0, oldest = '9999-12-31'; page < MAX_PAGES && oldest > period.from; page++) {
    const html = (await get({ url: `${PAGE}?page=${page}`, expect: 'html' })) ?? ''
    const first = readPage(html, quotes)
    if (first === undefined && page === 0)
      throw sourceError('format', `${NAME} sent a page without rates: the format may have changed.`)
    yield quotes.take()
    if (first === undefined || first >= oldest) return
    oldest = first
  }
}

/** Rows of `Saturday, May 23, 2026`, `L$182.0819/US$1.00` buying and selling. Gives the earliest day of the page. */
export function readPage(html: string, quotes: Quotes, side: Side = meanOf): string | undefined {
  let oldest: string | undefined
  for (const [when = '', buying, selling] of readTables(html).flat()) {
    const date = parseDay(when.slice(when.indexOf(',') + 1), 'mdy')
    if (date === undefined || selling === undefined) continue
    quotes.add({ id: 'USD', date, value: side(perDollar(buying), perDollar(selling)) })
    oldest = oldest === undefined || date < oldest ? date : oldest
  }
  return oldest
}

function perDollar(cell = ''): string {
  return /^L\$([^/]*)\/US\$1\.00$/.exec(cell)?.[1] ?? cell
}
