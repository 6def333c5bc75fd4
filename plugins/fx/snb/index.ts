/** Swiss National Bank data portal, cube devkum: monthly averages (M0). A value is dated the first day of its month. */
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Swiss National Bank'
const CUBE = 'https://data.snb.ch/api/cube/devkum/data/json/en'
const PER_ONE = 'EUR GBP RUB USD CAD ARS AUD NZD XDR'
const PER_HUNDRED = 'DKK NOK CZK HUF PLN SEK TRY BRL MXN ZAR JPY CNY HKD KRW MYR SGD THB'

export default defineProvider({
  code: 'SNB',
  name: NAME,
  description:
    'Monthly averages of the rates of 11:00. A value is dated the first day of its month and published early in the next one.',
  website: 'https://data.snb.ch/en/topics/ziredev/cube/devkum',
  attribution: 'Source: Swiss National Bank, data.snb.ch.',
  home: 'CHF',
  series: [...homePerForeign('CHF', named(PER_ONE, '1')), ...homePerForeign('CHF', named(PER_HUNDRED, '100'), { unit: '100' })],
  historyFrom: '1999-01-01',
  schedule: { frequency: 'monthly', released: 'monthly', time: '14:30', timeZone: 'Europe/Zurich' },
  figures: { digits: 10 },
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const selection = `D0(M0),D1(${series.map((one) => one.id).join(',')})`
  const url = `${CUBE}?dimSel=${selection}&fromDate=${period.from.slice(0, 7)}&toDate=${period.to.slice(0, 7)}`
  readCube((await get({ url, expect: 'json' })) ?? '', 'M0', quotes)
  yield quotes.take()
}

/** The series of one kind (`M0` averages, `M1` month ends; `undefined` = a cube without kinds); keys are `...{M0,EUR1}` or `...{EUR1}`. */
export function readCube(text: string, kind: string | undefined, quotes: Quotes): void {
  for (const series of listAt(readJson(text, NAME), ['timeseries'], NAME)) {
    const key = /\{(?:(\w+),)?(\w+)\}$/.exec(textOf(member(series, 'metadata'), 'key'))
    if (key?.[1] !== kind) continue
    for (const value of listAt(series, ['values'], NAME))
      quotes.add({ id: key?.[2] ?? '', date: firstDay(textOf(value, 'date')), value: textOf(value, 'value') })
  }
}

function firstDay(text: string): string | undefined {
  if (/^\d{4}-\d{2}$/.test(text)) return `${text}-01`
  return /^\d{4}$/.test(text) ? `${text}-01-01` : undefined
}

function named(codes: string, unit: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, `${code}${unit}`]))
}
