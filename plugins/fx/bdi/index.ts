/** Banca d'Italia: units of each foreign currency for one euro; a row a country, so that shared currencies stand several times. */
import { readColumns } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, untilEuro } from '../series.ts'

const NAME = "Banca d'Italia"
const API = 'https://tassidicambio.bancaditalia.it/terzevalute-wf-web/rest/v1.0/dailyRates'
const CONVENTION = 'Foreign currency amount for 1 Euro.'
const COLUMNS = ['ISO Code', 'Rate', 'Rate convention', 'Reference date (CET)'] as const
const LIVE = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BZD CAD CDF CHF CLP CNY COP CRC CUP CVE
  CZK DJF DKK DOP DZD EGP ERN ETB FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ISK JMD JOD JPY KES KGS KHR KMF
  KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK
  PHP PKR PLN PYG QAR RON RSD RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
  USD UYU UZS VES VND VUV WST XAF XCD XCG XDR XOF XPF YER ZAR ZMW ZWG`
/** Syria took two zeros off and left the code as it was. */
const NEW_POUND = { SYP: '2026-01-01' }
const ENDED = 'BGN CYP EEK GRD HRK LTL LVL MTL SIT SKK'

export default defineProvider({
  code: 'BDI',
  name: NAME,
  description:
    'Indicative rates of business days for nearly every currency, after 16:00; those beside the major ones are taken from other publishers, at official rates where markets differ (CUP).',
  website: 'https://tassidicambio.bancaditalia.it',
  attribution: "Source: Banca d'Italia, exchange rates portal. The rates are indicative only.",
  home: 'EUR',
  series: foreignPerHome('EUR', `${LIVE} ${ENDED}`, { until: untilEuro(ENDED), since: NEW_POUND }),
  lastResort: ['CUP'],
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Europe/Rome' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period, true)) {
    const url = `${API}?referenceDate=${day}&currencyIsoCode=EUR&lang=en`
    const text = await get({ url, headers: { Accept: 'text/csv, */*' }, expect: 'csv', noData: [404] })
    if (text !== undefined) readDay(text, quotes)
    yield quotes.take()
  }
}

/** The table ends at a blank line; the notes below it begin with `#`. */
function readDay(text: string, quotes: Quotes): void {
  const lines = text.replaceAll('\r\n', '\n')
  const end = lines.indexOf('\n\n')
  for (const row of readColumns(end < 0 ? lines : lines.slice(0, end + 1), COLUMNS, NAME)) {
    if (row['Rate convention'] !== CONVENTION)
      throw sourceError(
        'format',
        `${NAME} sent rates by the convention "${row['Rate convention'].slice(0, 60)}": the format has changed.`,
      )
    quotes.add({ id: row['ISO Code'], date: parseDay(row['Reference date (CET)'], 'ymd'), value: row.Rate })
  }
}
