/** Narodowy Bank Polski: tables A (business days) and B (Wednesdays), zloty for ONE foreign unit; gold, zloty per gram. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { perGram } from '../metals.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Narodowy Bank Polski'
const API = 'https://api.nbp.pl/api'
const MAX_DAYS = 93

const TABLE_A =
  'AUD BRL CAD CHF CLP CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP RON SEK SGD THB TRY UAH USD XDR ZAR'
const TABLE_B = `AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BHD BIF BND BOB BSD BWP BYN BZD CDF COP CRC CUP CVE DJF DOP DZD EGP ERN ETB
  FJD GEL GHS GIP GMD GNF GTQ GYD HNL HTG IQD IRR JMD JOD KES KGS KHR KMF KWD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
  MUR MVR MWK MZN NAD NGN NIO NPR OMR PAB PEN PGK PKR PYG QAR RSD RUB RWF SAR SBD SCR SDG SLE SOS SRD SSP STN SVC SYP SZL TJS TMT TND TOP
  TTD TWD TZS UGX UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZMW ZWG`
const ENDED_A = 'BGN HRK LTL LVL EEK SKK CYP'
const B = new Set(TABLE_B.split(/\s+/))

const gold = perGram('gold', 'XAU', 'PLN', '2013-01-02')

export default defineProvider({
  code: 'NBP',
  name: NAME,
  description:
    'Average rates: table A on business days at about 12:15, table B (all other currencies) on Wednesdays; gold per troy ounce.',
  website: 'https://nbp.pl/en/statistic-and-financial-reporting/rates/',
  attribution: 'Source: Narodowy Bank Polski.',
  home: 'PLN',
  series: [...homePerForeign('PLN', `${TABLE_A} ${TABLE_B} ${ENDED_A}`, { until: untilEuro(ENDED_A) }), gold],
  historyFrom: '2002-01-02',
  schedule: { frequency: 'daily', time: '12:15', timeZone: 'Europe/Warsaw' },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const tables = [
    ...(series.some((one) => !B.has(one.currency) && one !== gold) ? ['A'] : []),
    ...(series.some((one) => B.has(one.currency)) ? ['B'] : []),
  ]
  for (const { from, to } of spansOf(period, MAX_DAYS)) {
    for (const table of tables) {
      const url = `${API}/exchangerates/tables/${table}/${from}/${to}/?format=json`
      readTables((await get({ url, expect: 'json', noData: [404] })) ?? '[]', quotes)
    }
    if (series.includes(gold) && to >= (gold.since ?? '')) {
      const start = from > (gold.since ?? '') ? from : gold.since
      readGold(
        (await get({ url: `${API}/cenyzlota/${start}/${to}/?format=json`, expect: 'json', noData: [404] })) ?? '[]',
        quotes,
      )
    }
    yield quotes.take()
  }
}

/** Tables A and B: `effectiveDate` and `rates[] {code, mid}`. */
function readTables(text: string, quotes: Quotes): void {
  for (const table of listAt(readJson(text, NAME), [], NAME))
    for (const rate of listAt(table, ['rates'], NAME))
      quotes.add({ id: textOf(rate, 'code'), date: parseDay(textOf(table, 'effectiveDate'), 'ymd'), value: textOf(rate, 'mid') })
}

/** Gold: `data` is the day, `cena` the price of one gram. */
function readGold(text: string, quotes: Quotes): void {
  for (const day of listAt(readJson(text, NAME), [], NAME))
    quotes.add({ id: gold.id, date: parseDay(textOf(day, 'data'), 'ymd'), value: textOf(day, 'cena') })
}
