/** Central Bank of Armenia, SOAP 1.1: drams for `Amount` foreign units; gold and silver per gram. */
import { parseDay } from '#plugins/kit/date.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { perGram } from '../metals.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Armenia'
const SERVICE = 'https://api.cba.am/exchangerates.asmx'
const NAMESPACE = 'http://www.cba.am/'
const CODES = 'AED AUD BRL BYN CAD CHF CNY CZK EUR GBP GEL HKD INR IRR JPY KGS KZT NOK NZD PLN RUB SEK SGD TJS UAH USD UZS XDR'
const METALS = ['XAU', 'XAG'].map((code) => ({ ...perGram(code, code, 'AMD'), unit: 'stated' }))

export default defineProvider({
  code: 'CBA',
  name: NAME,
  description: 'Average rates of the domestic market on working days; gold and silver per troy ounce.',
  website: 'https://www.cba.am/en/SitePages/ExchangeArchive.aspx',
  attribution: 'Source: Central Bank of Armenia.',
  home: 'AMD',
  series: [...homePerForeign('AMD', CODES, { unit: 'stated' }), ...METALS],
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Asia/Yerevan' },
  pause: () => 100,
  read,
})

/** The latest rates when only today is wanted, else ranges. */
async function* read({ period, series, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const call = async (operation: string, fields: string) =>
    (await get({
      ...{ url: SERVICE, method: 'POST', expect: 'xml', body: envelope(operation, fields) },
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${NAMESPACE}${operation}"` },
    })) ?? ''
  if (period.from >= tools.clock().toISOString().slice(0, 10)) {
    readLatest(await call('ExchangeRatesLatest', ''), quotes)
    yield quotes.take()
    return
  }
  const codes = series.map((one) => one.id).join(',')
  for (const { from, to } of spansOf(period, 61)) {
    const fields = `<ISOCodes>${codes}</ISOCodes><DateFrom>${from}</DateFrom><DateTo>${to}</DateTo>`
    readRange(await call('ExchangeRatesByDateRangeByISO', fields), quotes)
    yield quotes.take()
  }
}

/** `CurrentDate` and `ExchangeRate {ISO, Amount, Rate}`. */
function readLatest(text: string, quotes: Quotes): void {
  const root = readSourceXml(text, NAME)
  const [day] = requireElements(root, 'CurrentDate', NAME)
  const date = parseDay(day?.text, 'ymd')
  for (const one of requireElements(root, 'ExchangeRate', NAME))
    quotes.add({ id: childText(one, 'ISO'), date, value: childText(one, 'Rate'), unit: childText(one, 'Amount') })
}

/** `ExchangeRatesByRange {ISO, Amount, Rate, RateDate}` below a schema; none of them for days without rates. */
function readRange(text: string, quotes: Quotes): void {
  const [result] = requireElements(readSourceXml(text, NAME), 'ExchangeRatesByDateRangeByISOResult', NAME)
  for (const one of result ? findElements(result, new Set(['ExchangeRatesByRange'])) : [])
    quotes.add({
      ...{ id: childText(one, 'ISO'), date: parseDay(childText(one, 'RateDate').slice(0, 10), 'ymd') },
      ...{ value: childText(one, 'Rate'), unit: childText(one, 'Amount') },
    })
}

function envelope(operation: string, fields: string): string {
  const call = `<${operation} xmlns="${NAMESPACE}">${fields}</${operation}>`
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${call}</soap:Body></soap:Envelope>`
}
