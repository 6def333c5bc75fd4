/** Bank of Russia: roubles for Nominal foreign units (it changes over time and stands in each record); metals per gram. */

import { parseDay } from '#plugins/kit/date.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import { daysBetween } from '#src/shared/date.ts'
import type { FxChunk } from '../contract.ts'
import { perGram } from '../metals.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank of Russia'
const SCRIPTS = 'https://www.cbr.ru/scripts'
const encoding = 'windows-1251'
const IDS = {
  ...{ AUD: 'R01010', AZN: 'R01020A', DZD: 'R01030', GBP: 'R01035', AMD: 'R01060', BHD: 'R01080', BYN: 'R01090B', BOB: 'R01105' },
  ...{ BRL: 'R01115', HUF: 'R01135', VND: 'R01150', HKD: 'R01200', GEL: 'R01210', DKK: 'R01215', AED: 'R01230', USD: 'R01235' },
  ...{ EUR: 'R01239', EGP: 'R01240', INR: 'R01270', IDR: 'R01280', IRR: 'R01300', KZT: 'R01335', CAD: 'R01350', QAR: 'R01355' },
  ...{ KGS: 'R01370', CNY: 'R01375', CUP: 'R01395', MDL: 'R01500', MNT: 'R01503', NGN: 'R01520', NZD: 'R01530', NOK: 'R01535' },
  ...{ OMR: 'R01540', PLN: 'R01565', SAR: 'R01580', RON: 'R01585F', XDR: 'R01589', SGD: 'R01625', TJS: 'R01670', THB: 'R01675' },
  ...{ BDT: 'R01685', TRY: 'R01700J', TMT: 'R01710A', UZS: 'R01717', UAH: 'R01720', CZK: 'R01760', SEK: 'R01770', CHF: 'R01775' },
  ...{ ETB: 'R01800', RSD: 'R01805F', ZAR: 'R01810', KRW: 'R01815', JPY: 'R01820', MMK: 'R02005' },
}
const METALS = [perGram('1', 'XAU', 'RUB'), perGram('2', 'XAG', 'RUB'), perGram('3', 'XPT', 'RUB'), perGram('4', 'XPD', 'RUB')]

export default defineProvider({
  code: 'CBR',
  name: NAME,
  description: 'Official rates, set on a working day for the next day; metals per troy ounce.',
  website: 'https://www.cbr.ru/eng/currency_base/daily/',
  attribution: 'Source: Bank of Russia.',
  home: 'RUB',
  series: [...homePerForeign('RUB', IDS, { unit: 'stated' }), ...METALS],
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Europe/Moscow' },
  figures: { style: 'comma' },
  pause: () => 100,
  read,
})

/** Few days: the list of each day. Long ranges: the record of each currency. */
async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const range = `date_req1=${slashed(period.from)}&date_req2=${slashed(period.to)}`
  const currencies = series.filter((one) => !METALS.includes(one))
  if (currencies.length > 0 && daysBetween(period.from, period.to) < 31)
    for (const day of daysOf(period)) {
      readDay((await get({ url: `${SCRIPTS}/XML_daily.asp?date_req=${slashed(day)}`, expect: 'xml', encoding })) ?? '', quotes)
      yield quotes.take()
    }
  else
    for (const { id } of currencies) {
      const text = await get({ url: `${SCRIPTS}/XML_dynamic.asp?${range}&VAL_NM_RQ=${id}`, expect: 'xml', encoding })
      readDynamic(text ?? '', quotes)
      yield quotes.take()
    }
  if (currencies.length === series.length) return
  readMetals((await get({ url: `${SCRIPTS}/xml_metall.asp?${range}`, expect: 'xml', encoding })) ?? '', quotes)
  yield quotes.take()
}

/** `ValCurs Date` is the day that the rates are for: for a request of a Sunday, it is the Saturday. */
function readDay(text: string, quotes: Quotes): void {
  const root = readSourceXml(text, NAME)
  const date = parseDay(root.attributes['Date'], 'dmy')
  for (const one of findElements(root, new Set(['Valute'])))
    quotes.add({ id: one.attributes['ID'] ?? '', date, value: childText(one, 'Value'), unit: childText(one, 'Nominal') })
}

/** `Record Date Id` with Nominal and Value. */
function readDynamic(text: string, quotes: Quotes): void {
  for (const one of findElements(readSourceXml(text, NAME), new Set(['Record']))) {
    const date = parseDay(one.attributes['Date'], 'dmy')
    quotes.add({ id: one.attributes['Id'] ?? '', date, value: childText(one, 'Value'), unit: childText(one, 'Nominal') })
  }
}

/** `Record Date Code` with Buy, per gram. */
function readMetals(text: string, quotes: Quotes): void {
  for (const one of findElements(readSourceXml(text, NAME), new Set(['Record'])))
    quotes.add({ id: one.attributes['Code'] ?? '', date: parseDay(one.attributes['Date'], 'dmy'), value: childText(one, 'Buy') })
}

function slashed(day: string): string {
  return day.split('-').toReversed().join('/')
}
