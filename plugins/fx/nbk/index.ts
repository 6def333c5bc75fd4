/** National Bank of Kazakhstan: tenge for `quant` foreign units, one XML a day; the figure stands in `description`. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of Kazakhstan'
const API = 'https://nationalbank.kz/rss/get_rates.cfm'
const CODES = `AED AMD AUD AZN BRL BYN CAD CHF CNY CZK DKK EUR GBP GEL HKD HUF INR IRR JPY KGS KRW KWD MDL MXN MYR NOK PLN RUB SAR SEK SGD
  THB TJS TRY UAH USD UZS XDR ZAR`

export default defineProvider({
  code: 'NBK',
  name: NAME,
  description: 'Official rates of working days, set on the day before. IRR is printed with one digit: take it from elsewhere.',
  website: 'https://nationalbank.kz/en/exchangerates/ezhednevnye-oficialnye-rynochnye-kursy-valyut',
  attribution: 'Source: National Bank of Kazakhstan.',
  home: 'KZT',
  series: homePerForeign('KZT', CODES, { unit: 'stated' }),
  lastResort: ['IRR'],
  historyFrom: '2000-01-01',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'Asia/Almaty' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period, true)) {
    const url = `${API}?fdate=${day.split('-').toReversed().join('.')}`
    readDay((await get({ url, expect: 'xml' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `rates {date, item[] {title, description, quant}}`; title and description stand for the whole list, too. */
function readDay(text: string, quotes: Quotes): void {
  const root = readSourceXml(text, NAME)
  if (root.name !== 'rates' || childText(root, 'date') === '')
    throw sourceError('format', `${NAME} sent XML without rates and their day: the format has changed.`)
  const date = parseDay(childText(root, 'date'), 'dmy')
  for (const one of findElements(root, new Set(['item'])))
    quotes.add({ id: childText(one, 'title'), date, value: childText(one, 'description'), unit: childText(one, 'quant') })
}
