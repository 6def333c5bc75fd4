/** Central Bank of Iceland, time series in XML: kronas for one foreign unit; the number of a series is its only name. */
import { parseDay } from '#plugins/kit/date.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Iceland'
const API = 'https://sedlabanki.is/xmltimeseries/Default.aspx'
/** The middle rates; the buying and selling rates of the same group have numbers of their own. */
const OFFICIAL = {
  ...{ USD: '4055', DKK: '4061', EUR: '4064', JPY: '4085', CAD: '4088', NOK: '4091', XDR: '4097', GBP: '4103', CHF: '4106' },
  SEK: '4109',
}
const OTHER = {
  ...{ CNY: '29', PLN: '31', NGN: '35', TWD: '36', KRW: '37', SRD: '38', AUD: '39', NZD: '40', HKD: '41', HUF: '42', ILS: '43' },
  ...{ ZAR: '44', SGD: '45', MXN: '46', TRY: '48', INR: '50', CZK: '52', BRL: '53', THB: '74', JMD: '288', SAR: '3503' },
  KWD: '19254',
}
const GROUPS = [
  { id: '9', series: new Set(Object.values(OFFICIAL)) },
  { id: '7', series: new Set(Object.values(OTHER)) },
]

export default defineProvider({
  code: 'SBI',
  name: NAME,
  description: 'Official middle rates of ten currencies, and middle rates of 22 others since 2006, on working days.',
  website: 'https://sedlabanki.is/en/statistics/exchange-rates/',
  attribution: 'Source: Central Bank of Iceland.',
  home: 'ISK',
  series: [...homePerForeign('ISK', OFFICIAL), ...homePerForeign('ISK', OTHER)],
  historyFrom: '1981-01-02',
  schedule: { frequency: 'daily', time: '16:15', timeZone: 'Atlantic/Reykjavik' },
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const group of GROUPS) {
    if (!series.some(({ id }) => group.series.has(id))) continue
    for (const { from, to } of yearsOf(period)) {
      readSeries(
        (await get({ url: `${API}?DagsFra=${from}&DagsTil=${to}&GroupID=${group.id}&Type=xml`, expect: 'xml' })) ?? '',
        quotes,
      )
      yield quotes.take()
    }
  }
}

/** `TimeSeries ID=` with `Entry {Date, Value}`, dates as `3/24/2026 12:00:00 AM`. */
function readSeries(text: string, quotes: Quotes): void {
  for (const one of requireElements(readSourceXml(text, NAME), 'TimeSeries', NAME))
    for (const entry of findElements(one, new Set(['Entry'])))
      quotes.add({
        id: one.attributes['ID'] ?? '',
        date: parseDay(childText(entry, 'Date').split(' ')[0], 'mdy'),
        value: childText(entry, 'Value'),
      })
}
