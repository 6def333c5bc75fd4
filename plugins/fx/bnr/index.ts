/** Banca Nationala a Romaniei, one XML a year: lei for `multiplier` (default 1) foreign units; gold per gram. */
import { parseDay } from '#plugins/kit/date.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import { readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import type { FxChunk } from '../contract.ts'
import { perGram } from '../metals.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'National Bank of Romania'
const LIVE = `AED AUD BRL CAD CHF CNY CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MDL MXN MYR NOK NZD PHP PLN RSD RUB SEK SGD THB
  TRY UAH USD XDR ZAR`
const ENDED = 'BGN HRK EEK LVL LTL SKK SIT CYP MTL'

export default defineProvider({
  code: 'BNR',
  name: NAME,
  description: 'Reference rates of business days, published at about 13:00; gold per troy ounce.',
  website: 'https://www.bnr.ro/Exchange-rates-1224.aspx',
  attribution: 'Source: National Bank of Romania.',
  home: 'RON',
  series: [
    ...homePerForeign('RON', `${LIVE} ${ENDED}`, { unit: 'stated', until: untilEuro(ENDED) }),
    perGram('XAU', 'XAU', 'RON'),
  ],
  historyFrom: '2005-07-01',
  schedule: { frequency: 'daily', time: '13:00', timeZone: 'Europe/Bucharest' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from } of yearsOf(period)) {
    const url = `https://curs.bnr.ro/files/xml/years/nbrfxrates${from.slice(0, 4)}.xml`
    const text = await get({ url, expect: 'xml', noData: [404] })
    if (text !== undefined) readRates(text, quotes)
    yield quotes.take()
  }
}

/** `Cube date` with `Rate currency [multiplier]`. */
function readRates(text: string, quotes: Quotes): void {
  for (const cube of requireElements(readSourceXml(text, NAME), 'Cube', NAME))
    for (const { attributes, text: value } of cube.children)
      quotes.add({
        ...{ id: attributes['currency'] ?? '', date: parseDay(cube.attributes['date'], 'ymd') },
        ...{ value: value.trim(), unit: attributes['multiplier'] ?? '1' },
      })
}
