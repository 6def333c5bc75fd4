/** Central Bank of the Philippines: pesos for one US dollar, the reference rate of a bulletin in PDF a day, found in a list. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { between, fetchBulletin } from '../bulletin.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bangko Sentral ng Pilipinas'
const SITE = 'https://www.bsp.gov.ph'
const LIST = `${SITE}/_api/web/lists/getByTitle('RERB')/items?$top=100&$orderby=Id desc&$expand=AttachmentFiles&$select=Id,Title,AttachmentFiles`
const headers = { Accept: 'application/json;odata=verbose' }
const MAX_PAGES = 100

export default defineProvider({
  code: 'BSP',
  name: NAME,
  description:
    'The reference rate of the US dollar on working days; other currencies in its bulletin are closes of another publisher.',
  website: `${SITE}/SitePages/Statistics/ExchangeRate.aspx`,
  attribution: 'Source: Bangko Sentral ng Pilipinas.',
  home: 'PHP',
  series: homePerForeign('PHP', 'USD'),
  historyFrom: '2017-11-06',
  schedule: { frequency: 'daily', time: '09:00', timeZone: 'Asia/Manila' },
  pause: () => 200,
  read,
})

/** The list goes back in time; a page says where the next one is. */
async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  let url = LIST
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = readJson((await get({ url, headers, expect: 'json' })) ?? '', NAME)
    let oldest = '9999-12-31'
    for (const one of listAt(answer, ['d', 'results'], NAME)) {
      const [title, id] = [textOf(one, 'Title'), textOf(one, 'Id')]
      const day = dayOf(title)
      if (day !== undefined && day < oldest) oldest = day
      if (day === undefined || day < period.from || day > period.to || !/^\d{1,9}$/.test(id)) continue
      readBulletin(await fetchBulletin(tools, `${SITE}/Lists/RERB/Attachments/${id}/${title}.pdf`, NAME), quotes)
      yield quotes.take()
    }
    const next = textOf(member(answer, 'd'), '__next')
    if (oldest <= period.from || !next.startsWith(`${SITE}/`)) return
    url = next
  }
}

/** The day of a title such as `28May2026`. */
function dayOf(title: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})([A-Za-z]{3,9})(\d{4})$/.exec(title) ?? []
  return day === undefined ? undefined : parseDay(`${day} ${month} ${year}`, 'dmy')
}

/** The day below the title of the bulletin, and `BSP Reference Rate: PHP 61.550` between the rates of buying and selling. */
function readBulletin(pieces: readonly string[], quotes: Quotes): void {
  const day = pieces.find((piece) => /^\d{1,2} [A-Z][a-z]{2,8} \d{4}$/.test(piece))
  const text = pieces.join('\n')
  const rate = (name: string) => new RegExp(`BSP ${name} Rate[^:\n]{0,9}:\\s*PHP[ \n](-?[\\d.,]*)`).exec(text)?.[1]
  const middle = rate('Reference')
  if (day === undefined || middle === undefined)
    throw sourceError('format', `${NAME} sent a bulletin without its day or its rate: the format may have changed.`)
  const value = middle === '' ? '' : between(rate('Buying') ?? '', middle, rate('Selling') ?? '')
  quotes.add({ id: 'USD', date: parseDay(day, 'dmy'), value })
}
