/** National Bank of Ukraine: hryvnias for `units` foreign units, a row every calendar day; metals per troy ounce. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf, spansOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'National Bank of Ukraine'
const RANGE = 'https://bank.gov.ua/NBU_Exchange/exchange_site'
const DAY = 'https://bank.gov.ua/NBUStatService/v1/statdirectory/exchange'
const LIVE = `AED AUD AZN BDT CAD CHF CNY CZK DKK DZD EGP EUR GBP GEL HKD HUF IDR ILS INR JPY KRW KZT LBP MDL MXN MYR NOK NZD PLN RON RSD
  SAR SEK SGD THB TND TRY USD VND XAG XAU XDR XPD XPT ZAR`
const ENDED = 'BGN HRK'

export default defineProvider({
  code: 'NBU',
  name: NAME,
  description: 'Official rates, set on working days at about 15:30 for the next day and repeated for weekends.',
  website: 'https://bank.gov.ua/en/markets/exchangerates',
  attribution: 'Source: National Bank of Ukraine.',
  home: 'UAH',
  series: homePerForeign('UAH', `${LIVE} ${ENDED}`, { unit: 'stated', until: untilEuro(ENDED) }),
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '15:30', timeZone: 'Europe/Kyiv' },
  figures: { digits: 12 },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const span of spansOf(period, 92)) {
    const range = `start=${packed(span.from)}&end=${packed(span.to)}`
    const text = await get({ url: `${RANGE}?${range}&sort=exchangedate&order=asc&json`, expect: 'json', noData: [404] })
    if (text !== undefined) readRange(text, quotes)
    else
      for (const day of daysOf(span))
        readDirectory((await get({ url: `${DAY}?date=${packed(day)}`, expect: 'xml' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{exchangedate, cc, rate, units}]`; a fault is one element with a message. */
function readRange(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME))
    quotes.add({
      ...{ id: textOf(one, 'cc'), date: parseDay(textOf(one, 'exchangedate'), 'dmy') },
      ...{ value: textOf(one, 'rate'), unit: textOf(one, 'units') },
    })
}

/** The older interface, for when the newer is gone: `currency` with cc, rate (always per one unit) and exchangedate. */
function readDirectory(text: string, quotes: Quotes): void {
  for (const one of requireElements(readSourceXml(text, NAME), 'currency', NAME))
    quotes.add({
      ...{ id: childText(one, 'cc'), date: parseDay(childText(one, 'exchangedate'), 'dmy') },
      ...{ value: childText(one, 'rate'), unit: '1' },
    })
}

function packed(day: string): string {
  return day.replaceAll('-', '')
}
