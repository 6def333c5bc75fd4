/** Banco Nacional de Angola, reference rates (M, the mid): kwanzas for one foreign unit. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatRows } from '#plugins/kit/flat-rows.ts'
import { textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { addDays } from '#src/shared/date.ts'
import type { FxChunk, FxSeries } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Banco Nacional de Angola'
const API = 'https://www.bna.ao/service/rest/taxas/get/evolucao/taxa/intervalo'
const LIVE = `AED ALL ARS AUD BMD BOB BRL BSD BWP CAD CDF CHF CNY CRC CUP CVE CZK DKK EGP ETB EUR GBP HKD HUF IDR ILS INR IQD JMD JPY KES
  KRW KWD KZT LBP LKR LSL MAD MXN MYR MZN NAD NGN NOK NZD PEN PKR PLN QAR RON RUB SAR SEK SGD THB TTD TWD TZS UAH USD VND XAF ZAR`
/** Old codes for new money: the bolivar only since its last redenomination, the old kwacha in figures of its old unit. */
const RENAMED: FxSeries[] = [
  ...homePerForeign('AOA', { STN: 'STD' }),
  ...homePerForeign('AOA', { VES: 'VEF' }).map((one) => ({ ...one, since: '2021-10-01' })),
  ...homePerForeign('AOA', { ZMW: 'ZMK' }).map((one) => ({ ...one, times: '1000' })),
]

export default defineProvider({
  code: 'BNA',
  name: NAME,
  description: 'Reference rates (mid) on business days.',
  website: 'https://www.bna.ao/#/mercados/mercado-cambial/taxas-cambio',
  attribution: 'Source: Banco Nacional de Angola.',
  home: 'AOA',
  series: [...homePerForeign('AOA', LIVE), ...RENAMED],
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Africa/Luanda' },
  pause: () => 100,
  read,
})

/** The first day of a range is not answered, so one more is requested; `ALL`, which is the lek too, gives every currency. */
async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const code = series.length === 1 ? series[0]?.id : 'ALL'
  for (const { from, to } of spansOf(period, 31)) {
    const url = `${API}?datainicio=${addDays(from, -1)}&datafim=${to}&tipocambio=M&moeda=${code}`
    for (const one of flatRows((await get({ url, expect: 'json' })) ?? '', NAME, 'genericResponse'))
      if (textOf(one, 'tipoCambio') === 'M') {
        const date = parseDay(textOf(one, 'data'), 'ymd')
        quotes.add({ id: textOf(one, 'codigoMoeda'), date, value: textOf(one, 'taxa') })
      }
    yield quotes.take()
  }
}
