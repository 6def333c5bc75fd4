/** Bank of Israel, SDMX dataflow EXR, representative rates (OF00): shekels for 10^UNIT_MULT foreign units. */
import { yearsOf } from '#plugins/kit/period.ts'
import { readSdmx } from '#plugins/kit/sdmx.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank of Israel'
const FLOW = 'https://edge.boi.gov.il/FusionEdgeServer/sdmx/v2/data/dataflow/BOI.STATISTICS/EXR/1.0/'

export default defineProvider({
  code: 'BOI',
  name: NAME,
  description: 'Representative rates, Monday to Friday at about 15:15.',
  website: 'https://www.boi.org.il/en/economic-roles/financial-markets/exchange-rates/',
  attribution: 'Source: Bank of Israel.',
  home: 'ILS',
  series: homePerForeign('ILS', 'USD EUR GBP JPY CHF AUD CAD DKK EGP JOD LBP NOK SEK ZAR', { unit: 'stated' }),
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '15:15', timeZone: 'Asia/Jerusalem' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    const url = `${FLOW}?c%5BDATA_TYPE%5D=OF00&startperiod=${from}&endperiod=${to}&format=csv`
    const text = await get({ url, expect: 'csv', noData: [404] })
    for (const row of readSdmx(text ?? '', ['BASE_CURRENCY', 'COUNTER_CURRENCY', 'DATA_TYPE'], NAME))
      if (row.keys.COUNTER_CURRENCY === 'ILS' && row.keys.DATA_TYPE === 'OF00') quotes.add({ ...row, id: row.keys.BASE_CURRENCY })
    yield quotes.take()
  }
}
