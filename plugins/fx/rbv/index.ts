/** Reserve Bank of Vanuatu: vatu for one foreign unit, all days on one page. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Reserve Bank of Vanuatu'
const PAGE = 'https://www.rbv.gov.vu/index.php/en/exchange-rates'

export default defineProvider({
  code: 'RBV',
  name: NAME,
  description: 'Rates of the morning on working days. Its server leaves out a certificate between its own and the root.',
  website: PAGE,
  attribution: 'Source: Reserve Bank of Vanuatu.',
  home: 'VUV',
  series: homePerForeign('VUV', 'USD JPY NZD GBP AUD EUR'),
  historyFrom: '2025-08-26',
  schedule: { frequency: 'daily', time: '09:15', timeZone: 'Pacific/Efate' },
  read,
})

async function* read({ quotes, get }: Reading): AsyncGenerator<FxChunk> {
  readPage((await get({ url: `${PAGE}?limit1=100000`, expect: 'html' })) ?? '', quotes)
  yield quotes.take()
}

/** Cells of the classes `exchange_rates___date`, `exchange_rates___usd`, …: a row's day stands before its rates. */
function readPage(html: string, quotes: Quotes): void {
  let date: string | undefined
  for (const row of html.split(/<tr\b/).slice(1)) {
    const cells = [...row.matchAll(/<td class="exchange_rates___(\w{3,4}) [^>]*>([^<]*)<\/td>/g)]
    for (const [, name = '', value = ''] of cells) {
      if (name === 'date') date = parseDay(value, 'dmy')
      else quotes.add({ id: name.toUpperCase(), date, value })
    }
  }
  if (date === undefined) throw sourceError('format', `${NAME} sent a page without rates: the format may have changed.`)
}
