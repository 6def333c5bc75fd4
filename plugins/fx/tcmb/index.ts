/** Central bank of Turkiye: the middle of forex buying and selling. One XML a day without key, ranges from EVDS with one. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf, spansOf } from '#plugins/kit/period.ts'
import { isMissing, middle } from '#plugins/kit/rate.ts'
import { childText, readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Central Bank of the Republic of Turkiye'
const LIVE = 'USD AUD DKK EUR GBP CHF SEK CAD KWD NOK SAR JPY RON RUB CNY PKR QAR KRW AZN AED KZT XDR'
const EVDS = 'https://evds2.tcmb.gov.tr/service/evds'

/** What is taken of a buying and a selling figure, either of which may be missing; the middle, where both are there. */
export type Side = (buying: string, selling: string) => string | undefined
const MIDDLE: Side = (buying, selling) =>
  isMissing(buying) ? selling : isMissing(selling) ? buying : (middle(buying, selling) ?? `${buying} / ${selling}`)

export default defineProvider({
  code: 'TCMB',
  name: NAME,
  description: 'Indicative rates of business days, set at 15:30: the middle of forex buying and selling.',
  website: 'https://www.tcmb.gov.tr/wps/wcm/connect/en/tcmb+en/main+menu/statistics/exchange+rates',
  attribution: 'Source: Central Bank of the Republic of Turkiye.',
  home: 'TRY',
  series: homePerForeign('TRY', `${LIVE} BGN`, { unit: 'stated', until: untilEuro('BGN') }),
  historyFrom: '2005-01-03',
  schedule: { frequency: 'daily', time: '15:30', timeZone: 'Europe/Istanbul' },
  key: { setting: 'TCMB_EVDS_API_KEY', required: false, website: 'https://evds2.tcmb.gov.tr' },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  if (tools.key) {
    const names = series.filter((one) => one.currency !== 'XDR').map((one) => `TP.DK.${one.id}.A.YTL-TP.DK.${one.id}.S.YTL`)
    for (const { from, to } of spansOf(period, 366)) {
      const url = `${EVDS}/series=${names.join('-')}&startDate=${dashed(from)}&endDate=${dashed(to)}&type=json`
      readEvds((await get({ url, headers: { key: tools.key }, expect: 'json' })) ?? '', quotes)
      yield quotes.take()
    }
    return
  }
  for (const day of daysOf(period, true)) {
    const url = `https://www.tcmb.gov.tr/kurlar/${day.slice(0, 4)}${day.slice(5, 7)}/${dashed(day).replaceAll('-', '')}.xml`
    const text = await get({ url, expect: 'xml', noData: [404] })
    if (text !== undefined) readDay(text, quotes)
    yield quotes.take()
  }
}

/** The bulletin of a day: `Tarih_Date Date` (month first) and a `Currency` each with Unit, ForexBuying and ForexSelling. */
export function readDay(text: string, quotes: Quotes, side: Side = MIDDLE): void {
  const root = readSourceXml(text, NAME)
  const date = parseDay(root.attributes['Date'], 'mdy')
  for (const one of requireElements(root, 'Currency', NAME)) {
    const value = side(childText(one, 'ForexBuying'), childText(one, 'ForexSelling'))
    quotes.add({ id: one.attributes['CurrencyCode'] ?? '', date, value, unit: childText(one, 'Unit') })
  }
}

/** EVDS: an item a calendar day with `TP_DK_<currency>_A_YTL` (buying) and `_S_` (selling); yen are per 100, all others per 1. */
export function readEvds(text: string, quotes: Quotes, side: Side = MIDDLE): void {
  for (const item of listAt(readJson(text, NAME), ['items'], NAME))
    for (const name of Object.keys(item ?? {})) {
      const id = /^TP_DK_([A-Z]{3})_A_YTL$/.exec(name)?.[1]
      if (id === undefined) continue
      const value = side(textOf(item, name), textOf(item, `TP_DK_${id}_S_YTL`))
      quotes.add({ id, date: parseDay(textOf(item, 'Tarih'), 'dmy'), value, unit: id === 'JPY' ? '100' : '1' })
    }
}

function dashed(day: string): string {
  return day.split('-').toReversed().join('-')
}
