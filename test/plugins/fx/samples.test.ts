import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { createQuotes } from '#plugins/fx/quotes.ts'
import { scaleBy } from '#plugins/kit/rate.ts'
import { collect, loopback } from './loopback.ts'
import {
  answerWith,
  describeSamples,
  type Expected,
  expectedValues,
  READINGS,
  RECORDINGS,
  sampleBytes,
  samplesExist,
} from './samples.ts'

const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)

describeSamples('answers of the publishers', () => {
  const all = samplesExist ? expectedValues() : []
  const mine = all.filter((one) => fxProviders.some((known) => known.code.toLowerCase() === one.file.split('/')[0]))
  const files = [...new Set(mine.map((one) => one.file))]
  console.log(`fx samples: ${files.length} files with ${mine.length} values`)

  const checked = new Set<Expected>()
  const check = (one: Expected, rate: string | undefined) => {
    checked.add(one)
    expect([one.file, one.date, one.base, one.quote, rate]).toEqual([one.file, one.date, one.base, one.quote, rateOf(one)])
  }

  for (const [file, recording] of Object.entries(RECORDINGS))
    test(`${file} gives the values that were published`, async () => {
      const { tools, calls } = loopback(await answerWith(file, recording), {
        ...(recording.today ? { today: recording.today } : {}),
        ...(recording.key ? { key: recording.key } : {}),
      })
      const found = await collect(provider(recording.provider), recording.request, tools)
      expect(calls.some((call) => decodeURIComponent(call.url).includes(recording.expected))).toBe(true)
      expect(found.rates.length).toBeGreaterThan(0)
      expect(found.issues).toEqual([])
      for (const one of mine)
        if (one.file === file && !isReading(one)) check(one, found.rate(dayOf(one.date), one.base, one.quote))
    })

  for (const reading of READINGS)
    test(`${reading.file} is read to the values that were published (${reading.read.name || 'reader'})`, () => {
      const { series, name } = provider(reading.provider)
      const quotes = createQuotes(series, { from: '1990-01-01', to: '2030-01-01' }, name)
      const rates = [...reading.read(new TextDecoder().decode(sampleBytes(reading.file)), quotes)].flatMap((chunk) => chunk.rates)
      for (const one of mine)
        if (one.file === reading.file && reading.of(one))
          check(
            one,
            rates.find((rate) => rate.date === dayOf(one.date) && rate.base === one.base && rate.quote === one.quote)?.rate,
          )
    })

  test('every expected value of the providers was compared', () => {
    expect(mine.filter((one) => !checked.has(one)).map((one) => `${one.file} ${one.date} ${one.base}/${one.quote}`)).toEqual([])
    expect([checked.size, mine.length]).toEqual([mine.length, all.length])
  })
})

function isReading(one: Expected): boolean {
  return READINGS.some((reading) => reading.file === one.file && reading.of(one))
}

function dayOf(date: string): string {
  return date.length === 7 ? `${date}-01` : date.length === 4 ? `${date}-01-01` : date
}

/** Gold and the other metals are published per gram and given per troy ounce. */
function rateOf(one: Expected): string {
  return /per gram/i.test(one.note) ? scaleBy(one.rate, '31.1034768') : one.rate
}
