import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { createQuotes } from '#plugins/fx/quotes.ts'
import { scaleBy } from '#plugins/kit/rate.ts'
import { collect, loopback } from './loopback.ts'
import type { Expected } from './samples.ts'
import {
  answerWith2,
  describeSamples2,
  expectedValues2,
  READINGS_2,
  RECORDINGS_2,
  RENAMED_2,
  sample2Bytes,
  samples2Exist,
} from './samples-2.ts'

const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
const bankOf = (one: Expected) => one.file.split('/')[0] ?? ''
const renamed = (one: Expected, code: string) => RENAMED_2[`${bankOf(one)}/${code}`] ?? code
/** Others have recordings of this set in tests of their own. */
const banks = new Set(Object.values(RECORDINGS_2).map((one) => one.provider.toLowerCase()))
const isReading = (one: Expected) => READINGS_2.some((reading) => reading.file === one.file && reading.of(one))

/** Metals that are published per gram are given per troy ounce. */
const rateOf = (one: Expected) => (/per gram/i.test(one.note) ? scaleBy(one.rate, '31.1034768') : one.rate)

describeSamples2('answers of the publishers, second set', () => {
  const all = samples2Exist ? expectedValues2() : []
  const mine = all.filter((one) => banks.has(bankOf(one)))
  console.log(`fx samples 2: ${mine.length} of ${all.length} values`)

  const checked = new Set<Expected>()
  const check = (one: Expected, rates: readonly { date: string; base: string; quote: string; rate: string }[]) => {
    checked.add(one)
    const [base, quote] = [renamed(one, one.base), renamed(one, one.quote)]
    const rate = rates.find((known) => known.date === one.date && known.base === base && known.quote === quote)?.rate
    expect([one.file, one.date, base, quote, rate]).toEqual([one.file, one.date, base, quote, rateOf(one)])
  }

  for (const [file, recording] of Object.entries(RECORDINGS_2))
    test(`${file} gives the values that were published`, async () => {
      const { tools, calls } = loopback(answerWith2(file, recording), {
        ...(recording.today ? { today: recording.today } : {}),
        ...(recording.key ? { key: recording.key } : {}),
      })
      const found = await collect(provider(recording.provider), recording.request, tools)
      expect(calls.some((call) => `${decodeURIComponent(call.url)} ${call.body}`.includes(recording.expected))).toBe(true)
      expect(found.rates.length).toBeGreaterThan(0)
      expect(found.issues).toEqual([])
      for (const one of mine) if (one.file === file && !isReading(one)) check(one, found.rates)
    })

  for (const reading of READINGS_2)
    test(`${reading.file} is read to the values that were published (${mine.find((one) => one.file === reading.file && reading.of(one))?.note})`, () => {
      const { series, name } = provider(reading.provider)
      const quotes = createQuotes(series, { from: '1940-01-01', to: '2030-01-01' }, name)
      const rates = [...reading.read(new TextDecoder().decode(sample2Bytes(reading.file)), quotes)].flatMap(
        (chunk) => chunk.rates,
      )
      for (const one of mine) if (one.file === reading.file && reading.of(one)) check(one, rates)
    })

  test('every expected value of the providers was compared', () => {
    expect(mine.filter((one) => !checked.has(one)).map((one) => `${one.file} ${one.date} ${one.base}/${one.quote}`)).toEqual([])
  })
})
