/** The recorded answers of publishers with pages, forms and workbooks: every value that was published is compared. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fxProviders } from '#plugins/fx/index.ts'
import { createQuotes } from '#plugins/fx/quotes.ts'
import { needing, recorded } from '#test/support/recorded.ts'
import { collect, loopback } from './loopback.ts'
import { RECORDINGS_C, SIDES_C } from './recordings-c.ts'

type Expected = {
  readonly file: string
  readonly date: string
  readonly base: string
  readonly quote: string
  readonly rate: string
  readonly note: string
}

const { describe, isThere } = needing('samples/fx2/')
const bytes = (file: string): Uint8Array => readFileSync(new URL(file, recorded('samples/fx2/')))
const provider = (code: string) => fxProviders.find((one) => one.code === code) ?? expect.unreachable(code)

describe('answers of publishers with pages, forms and workbooks', () => {
  const codes = new Set(Object.values(RECORDINGS_C).map((one) => one.provider.toLowerCase()))
  const all: Expected[] = isThere ? JSON.parse(new TextDecoder().decode(bytes('expected.json'))) : []
  /** The offshore renminbi (CNH) is no currency of ISO 4217; BSP reprints what another publisher has of all but the dollar. */
  const isOurs = (one: Expected) => one.quote !== 'CNH' && (!one.file.startsWith('bsp/') || one.base === 'USD')
  const mine = all.filter((one) => codes.has(one.file.split('/')[0] ?? '') && isOurs(one))
  const checked = new Set<Expected>()
  const check = (one: Expected, rate: string | undefined) => {
    checked.add(one)
    expect([one.file, one.date, one.base, one.quote, rate]).toEqual([one.file, one.date, one.base, one.quote, one.rate])
  }
  const sideOf = (one: Expected) =>
    SIDES_C.some((known) => known.provider.toLowerCase() === one.file.split('/')[0]) ? one.note : ''

  for (const [file, recording] of Object.entries(RECORDINGS_C))
    test(`${file} gives the values that were published`, async () => {
      const bodies = { [recording.expected]: file, ...recording.before }
      const { tools, calls } = loopback(({ url, method }) => {
        const found = Object.entries(bodies).find(
          ([part, body]) => decodeURIComponent(url).includes(part) && (body !== file || method === (recording.method ?? method)),
        )?.[1]
        return found === undefined ? undefined : new Response(bytes(found) as BodyInit)
      })
      const { from, to, currencies } = recording
      const found = await collect(provider(recording.provider), currencies ? { from, to, currencies } : { from, to }, tools)
      expect(calls.some((call) => decodeURIComponent(call.url).includes(recording.expected))).toBe(true)
      expect(found.rates.length).toBeGreaterThan(0)
      expect([...new Set(found.issues.map((one): string => one.code))]).toEqual([...(recording.issues ?? [])])
      for (const one of mine) if (one.file === file && sideOf(one) === '') check(one, found.rate(one.date, one.base, one.quote))
    })

  for (const one of mine.filter((known) => sideOf(known) !== ''))
    test(`${one.file}: ${one.note} of ${one.base} on ${one.date}`, async () => {
      const { provider: code, read } =
        SIDES_C.find((known) => known.provider.toLowerCase() === one.file.split('/')[0]) ?? expect.unreachable()
      const { series, name } = provider(code)
      const quotes = createQuotes(series, { from: '1990-01-01', to: '2030-01-01' }, name)
      await read(bytes(one.file), quotes, (buying, selling) => (/buy|compra/i.test(one.note) ? buying : selling))
      const { rates } = quotes.take()
      check(one, rates.find((rate) => rate.date === one.date && rate.base === one.base && rate.quote === one.quote)?.rate)
    })

  test('every expected value of these publishers was compared', () => {
    expect(mine.filter((one) => !checked.has(one)).map((one) => `${one.file} ${one.date} ${one.base}/${one.quote}`)).toEqual([])
  })
})
