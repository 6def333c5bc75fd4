/** The recorded answers of publishers with JSON and rows: every value that was published is compared. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fxProviders } from '#plugins/fx/index.ts'
import { createQuotes } from '#plugins/fx/quotes.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, loopback } from './loopback.ts'
import { LEFT_OUT_B, RECORDINGS_B, RENAMED_B, SIDES_B, UNREAD_B } from './recordings-b.ts'
import type { Expected } from './samples.ts'

const { describe, isThere } = needing('samples/fx2/')
const textOf = (file: string): string => readFileSync(new URL(file, recorded('samples/fx2/')), 'utf8')
const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)
const bankOf = (one: Expected) => one.file.split('/')[0] ?? ''
const named = (one: Expected, code: string) => RENAMED_B[`${bankOf(one)} ${code}`] ?? code

describe('answers of publishers with JSON and rows', () => {
  const banks = new Set(Object.values(RECORDINGS_B).map((one) => one.provider.toLowerCase()))
  const all: Expected[] = isThere ? JSON.parse(textOf('expected.json')) : []
  const mine = all.filter((one) => banks.has(bankOf(one)))
  const checked = new Set<Expected>()
  const check = (one: Expected, rates: readonly { date: string; base: string; quote: string; rate: string }[]) => {
    checked.add(one)
    const [base, quote] = [named(one, one.base), named(one, one.quote)]
    const found = rates.find((rate) => rate.date === one.date && rate.base === base && rate.quote === quote)
    const wanted = LEFT_OUT_B.has(`${bankOf(one)} ${base}`) ? undefined : one.rate
    expect([one.file, one.date, base, quote, found?.rate]).toEqual([one.file, one.date, base, quote, wanted])
  }

  for (const [file, recording] of Object.entries(RECORDINGS_B))
    test(`${file} gives the values that were published`, async () => {
      const { tools, calls } = loopback(
        ({ url }) => {
          const address = decodeURIComponent(url)
          if (address.includes(recording.expected)) return textOf(file)
          const other = Object.entries(recording.others ?? {}).find(([part]) => address.includes(part))?.[1]
          return other?.endsWith('.json') ? textOf(other) : other
        },
        recording.today === undefined ? {} : { today: recording.today },
      )
      const found = await collect(provider(recording.provider), recording.request, tools)
      expect(calls.some((call) => decodeURIComponent(call.url).includes(recording.expected))).toBe(true)
      expect(found.rates.length).toBeGreaterThan(0)
      const issues = Object.fromEntries(
        Object.entries(Object.groupBy(found.issues, (one) => one.code)).map(([code, some]) => [code, some.length]),
      )
      expect(issues).toEqual(recording.issues ?? {})
      for (const one of mine) if (one.file === file && SIDES_B[bankOf(one)] === undefined) check(one, found.rates)
    })

  for (const one of mine.filter((known) => SIDES_B[bankOf(known)] !== undefined))
    test(`${one.file}: ${one.note} of ${one.base} on ${one.date}`, () => {
      const { series, name } = provider(bankOf(one).toUpperCase())
      const quotes = createQuotes(series, { from: '1990-01-01', to: '2030-01-01' }, name)
      const side = (buying: string | undefined, selling: string | undefined) => (/buy/i.test(one.note) ? buying : selling)
      const read = SIDES_B[bankOf(one)] ?? expect.unreachable()
      check(
        one,
        [...read(textOf(one.file), quotes, side)].flatMap((chunk) => chunk.rates),
      )
    })

  test('every expected value of these publishers was compared', () => {
    for (const one of mine) if (UNREAD_B.has(one.file)) check(one, [])
    expect(mine.filter((one) => !checked.has(one)).map((one) => `${one.file} ${one.date} ${one.base}/${one.quote}`)).toEqual([])
    expect(mine.length).toBeGreaterThan(isThere ? 50 : -1)
  })
})
