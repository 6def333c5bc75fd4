/** Bank of Jamaica, counter rates: Jamaican dollars for one foreign unit, currencies by name. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatCells } from '#plugins/kit/flat-rows.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'

const NAME = 'Bank of Jamaica'
const PAGE = 'https://boj.org.jm/market/foreign-exchange/counter-rates/'
const TABLE = 'https://boj.org.jm/wp-admin/admin-ajax.php?action=get_wdtable&table_id=134'
const BATCH = 2000
/** Pounds of Northern Ireland are notes of the pound sterling: one rate of it is enough. */
const NAMES = {
  ...{ USD: 'U.S. DOLLAR', GBP: 'GREAT BRITAIN POUND', EUR: 'EURO', CAD: 'CANADA DOLLAR', CHF: 'SWISS FRANC' },
  ...{ AUD: 'AUSTRALIAN DOLLAR', JPY: 'JAPANESE YEN', HKD: 'HONG KONG DOLLAR', KYD: 'CAYMAN DOLLAR', XCD: 'E. C. DOLLAR' },
  ...{ TTD: 'T&T DOLLAR', DOP: 'DOMINICAN REP. PESO', BZD: 'BELIZE DOLLAR', BBD: 'BARBADOS DOLLAR', BSD: 'BAHAMAS DOLLAR' },
  ...{ GYD: 'GUYANA DOLLAR', GIP: 'GIBRALTAR POUND' },
}

export default defineProvider({
  code: 'BOJA',
  name: NAME,
  description:
    'Mid of the average buying and selling rates of deals with clients, by account; crosses move by 3 % against the market.',
  website: PAGE,
  attribution: 'Source: Bank of Jamaica.',
  home: 'JMD',
  series: homePerForeign('JMD', NAMES),
  historyFrom: '2006-01-03',
  schedule: { frequency: 'daily', time: '15:00', timeZone: 'America/Jamaica' },
  lastResort: 'all',
  read,
})

/** The page holds the number that its table wants; the table comes with all its days. */
async function* read({ quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const page = (await get({ url: PAGE, expect: 'html' })) ?? ''
  const nonce = /name="wdtNonceFrontendServerSide_134"\s+value="(\w+)"/.exec(page)?.[1]
  if (nonce === undefined)
    throw sourceError('format', `${NAME} sent a page without the number of its table: the format has changed.`)
  const text = await get({
    ...{ url: TABLE, method: 'POST', expect: 'json', timeoutSeconds: 120 },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Referer: PAGE },
    body: `draw=1&start=0&length=-1&wdtNonce=${nonce}`,
  })
  yield* readTable(text ?? '', quotes)
}

/** Rows of day, name, buying by account, notes, coins, selling; `0.0000` where there were no deals. `choose` takes one of the two sides. */
export function* readTable(text: string, quotes: Quotes, choose: Side = meanOf): Generator<FxChunk> {
  let count = 0
  for (const [day, id = '', buying = '', , , selling = ''] of flatCells(text, NAME, 'data', 6)) {
    const dealt = buying !== '0.0000' && selling !== '0.0000'
    quotes.add({ id: id.trim(), date: parseDay(day, 'dmy'), value: dealt ? choose(buying, selling) : '' })
    if (++count % BATCH === 0) yield quotes.take()
  }
  yield quotes.take()
}
