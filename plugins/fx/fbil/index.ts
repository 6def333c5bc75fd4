/** Financial Benchmarks India (the reference rates of the Reserve Bank of India); the label says pair and unit: `INR / 100 JPY`. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Financial Benchmarks India'
const API = 'https://www.fbil.org.in/wasdm/refrates/fetchfiltered?authenticated=false'

export default defineProvider({
  code: 'FBIL',
  name: NAME,
  description: 'Reference rates of business days at about 13:00, as used by the Reserve Bank of India.',
  website: 'https://www.fbil.org.in',
  attribution: 'Source: Financial Benchmarks India Private Limited.',
  home: 'INR',
  series: homePerForeign('INR', 'USD GBP EUR JPY AED IDR', { unit: 'stated' }),
  historyFrom: '2018-07-10',
  schedule: { frequency: 'daily', time: '13:30', timeZone: 'Asia/Kolkata' },
  figures: { digits: 12 },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, 92)) {
    readRates((await get({ url: `${API}&fromDate=${from}&toDate=${to}`, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{processRunDate, subProdName, rate}]`. */
function readRates(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME)) {
    const label = /^INR\s*\/\s*(\d+)\s+([A-Z]{3})$/.exec(textOf(one, 'subProdName').trim())
    quotes.add({
      ...{ id: label?.[2] ?? '', unit: label?.[1], value: textOf(one, 'rate') },
      date: parseDay(textOf(one, 'processRunDate'), 'ymd'),
    })
  }
}
