/** Monetary Authority of Macao: patacas for `unit` foreign units, in a field that is named after the dollar. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatRows } from '#plugins/kit/flat-rows.ts'
import { textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Monetary Authority of Macao'
const API = 'https://www.amcm.gov.mo/api/v1.0/cms/financial_info?QueryType=1'
const LIVE = 'AUD CAD CHF CNY DKK EUR GBP HKD JPY KRW MYR NOK NZD SEK SGD TWD USD'

export default defineProvider({
  code: 'AMCM',
  name: NAME,
  description: 'Middle rates of business days; the pataca is fixed at 1.03 for a Hong Kong dollar.',
  website: 'https://www.amcm.gov.mo/en/research-statistics/financial-information/exchange-rates',
  attribution: 'Source: Monetary Authority of Macao (AMCM).',
  home: 'MOP',
  series: homePerForeign('MOP', LIVE, { unit: 'stated' }),
  historyFrom: '1986-01-02',
  schedule: { frequency: 'daily', time: '12:00', timeZone: 'Asia/Macau' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, 100)) {
    const url = `${API}&Begin=${from.replaceAll('-', '')}&End=${to.replaceAll('-', '')}`
    for (const one of flatRows((await get({ url, expect: 'json' })) ?? '', NAME, 'data'))
      quotes.add({
        ...{ id: textOf(one, 'currency'), date: parseDay(textOf(one, 'date'), 'ymd') },
        ...{ value: textOf(one, 'usdMean'), unit: figureOf(textOf(one, 'unit')) ?? '' },
      })
    yield quotes.take()
  }
}
