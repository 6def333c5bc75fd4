/** Magyar Nemzeti Bank, SOAP 1.1 operation GetExchangeRates: forint for `unit` foreign units, in XML that stands as text in the answer. */
import { parseDay } from '#plugins/kit/date.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import { readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Magyar Nemzeti Bank'
const SERVICE = 'http://www.mnb.hu/arfolyamok.asmx'
const NAMESPACE = 'http://www.mnb.hu/webservices/'
const LIVE =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON RSD RUB SEK SGD THB TRY UAH USD ZAR'
const ENDED = 'BGN HRK EEK LVL LTL SKK SIT CYP'

export default defineProvider({
  code: 'MNB',
  name: NAME,
  description: 'Official forint rates of business days, published at about 11:00.',
  website: 'https://www.mnb.hu/en/arfolyamok',
  attribution: 'Source: Magyar Nemzeti Bank.',
  home: 'HUF',
  series: homePerForeign('HUF', `${LIVE} ${ENDED}`, { unit: 'stated', until: untilEuro(ENDED) }),
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '11:00', timeZone: 'Europe/Budapest' },
  figures: { style: 'comma' },
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const currencies = series.map((one) => one.id).join(',')
  for (const { from, to } of yearsOf(period)) {
    const answer = await get({
      ...{ url: SERVICE, method: 'POST', expect: 'xml' },
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `${NAMESPACE}MNBArfolyamServiceSoap/GetExchangeRates` },
      body: envelope(from, to, currencies),
    })
    readExchangeRates(answer ?? '', quotes)
    yield quotes.take()
  }
}

/** `Day date` with `Rate unit curr`, decimal comma, newest day first; the document is escaped inside GetExchangeRatesResult. */
function readExchangeRates(text: string, quotes: Quotes): void {
  const [result] = requireElements(readSourceXml(text, NAME), 'GetExchangeRatesResult', NAME)
  const inner = readSourceXml(result?.text ?? '', NAME)
  for (const day of findElements(inner, new Set(['Day'])))
    for (const { attributes, text: value } of day.children)
      quotes.add({ id: attributes['curr'] ?? '', date: parseDay(day.attributes['date'], 'ymd'), value, unit: attributes['unit'] })
}

function envelope(from: string, to: string, currencies: string): string {
  const fields = `<startDate>${from}</startDate><endDate>${to}</endDate><currencyNames>${currencies}</currencyNames>`
  const call = `<GetExchangeRates xmlns="${NAMESPACE}">${fields}</GetExchangeRates>`
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${call}</soap:Body></soap:Envelope>`
}
