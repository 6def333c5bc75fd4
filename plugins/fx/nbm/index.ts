/** National Bank of Moldova: lei for `Nominal` foreign units, one XML a day; gold and silver per gram in another. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { perGram } from '../metals.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of Moldova'
const API = 'https://www.bnm.md/en'
const CODES = `AED ALL AMD AUD AZN BYN CAD CHF CNY CZK DKK EUR GBP GEL HKD HUF ILS INR ISK JPY KGS KRW KWD KZT MKD MYR NOK NZD PLN RON RSD
  RUB SEK TJS TMT TRY UAH USD UZS XDR`
const METALS = ['XAU', 'XAG'].map((code) => ({ ...perGram(code, code, 'MDL'), unit: 'stated' }))

export default defineProvider({
  code: 'NBM',
  name: NAME,
  description: 'Official rates of working days, set on the day before; gold and silver per troy ounce.',
  website: 'https://www.bnm.md/en/content/official-exchange-rates',
  attribution: 'Source: National Bank of Moldova.',
  home: 'MDL',
  series: [...homePerForeign('MDL', CODES, { unit: 'stated' }), ...METALS],
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '16:30', timeZone: 'Europe/Chisinau' },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const isMetal = (code: string) => METALS.some((one) => one.id === code)
  const lists = [
    ...(series.some((one) => !isMetal(one.id)) ? [{ page: 'official_exchange_rates', root: 'ValCurs', item: 'Valute' }] : []),
    ...(series.some((one) => isMetal(one.id)) ? [{ page: 'official_metal_rates', root: 'MetalPrice', item: 'Metal' }] : []),
  ]
  for (const day of daysOf(period, true)) {
    for (const { page, root, item } of lists) {
      const url = `${API}/${page}?get_xml=1&date=${day.split('-').toReversed().join('.')}`
      const text = await get({ url, expect: 'xml', noData: [404] })
      if (text !== undefined) readDay(text, root, item, quotes)
    }
    yield quotes.take()
  }
}

/** `ValCurs Date` with `Valute`, `MetalPrice Date` with `Metal`, each with CharCode, Nominal and Value. */
function readDay(text: string, name: string, item: string, quotes: Quotes): void {
  const root = readSourceXml(text, NAME)
  if (root.name !== name) throw sourceError('format', `${NAME} sent XML without "${name}": the format has changed.`)
  const date = parseDay(root.attributes['Date'], 'dmy')
  for (const one of findElements(root, new Set([item])))
    quotes.add({ id: childText(one, 'CharCode'), date, value: childText(one, 'Value'), unit: childText(one, 'Nominal') })
}
