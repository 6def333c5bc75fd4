/** National Bank of Belarus: roubles for `Cur_Scale` foreign units. Ranges say neither currency nor scale: both are those of the list. */

import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf, type Period, spansOf } from '#plugins/kit/period.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'National Bank of the Republic of Belarus'
const API = 'https://api.nbrb.by/exrates/rates'
const CODES =
  'AED AMD AUD BRL CAD CHF CNY CZK DKK EUR GBP INR IRR ISK JPY KGS KWD KZT MDL NOK NZD PLN RUB SEK SGD TRY UAH USD VND XDR'
/** Up to here a list a day takes fewer calls than a range a currency. */
const MAX_LISTS = 31

/** What a number means: a currency gets another when its scale changes. */
type Numbered = { readonly currency: string; readonly number: string; readonly scale: string }

export default defineProvider({
  code: 'NBRB',
  name: NAME,
  description: 'Official rates, set on working days and repeated for weekends.',
  website: 'https://www.nbrb.by/engl/statistics/rates/ratesdaily',
  attribution: 'Source: National Bank of the Republic of Belarus.',
  home: 'BYN',
  series: homePerForeign('BYN', CODES, { unit: 'stated' }),
  historyFrom: '2016-07-01',
  schedule: { frequency: 'daily', time: '13:00', timeZone: 'Europe/Minsk' },
  pause: () => 100,
  read,
})

async function* read(reading: Reading): AsyncGenerator<FxChunk> {
  for (const span of spansOf(reading.period, 365))
    yield* daysBetween(span.from, span.to) < MAX_LISTS ? readDays(reading, span) : readSpan(reading, span)
}

async function* readDays({ quotes, get }: Reading, span: Period): AsyncGenerator<FxChunk> {
  for (const day of daysOf(span)) {
    readList(await listOf(get, day), quotes)
    yield quotes.take()
  }
}

/** By ranges where every wanted currency has one number and scale from end to end, else each half for itself. */
async function* readSpan(reading: Reading, span: Period): AsyncGenerator<FxChunk> {
  const { series, quotes, get } = reading
  const wanted = new Set(series.map((one) => one.id))
  const [first, last] = [numbersOf(await listOf(get, span.from), wanted), numbersOf(await listOf(get, span.to), wanted)]
  if (JSON.stringify(first) !== JSON.stringify(last)) {
    const middle = addDays(span.from, Math.floor(daysBetween(span.from, span.to) / 2))
    for (const half of [
      { from: span.from, to: middle },
      { from: addDays(middle, 1), to: span.to },
    ])
      yield* daysBetween(half.from, half.to) < MAX_LISTS ? readDays(reading, half) : readSpan(reading, half)
    return
  }
  for (const one of last) {
    const url = `${API}/dynamics/${one.number}?startDate=${span.from}&endDate=${span.to}`
    readRange((await get({ url, expect: 'json' })) ?? '', one, quotes)
    yield quotes.take()
  }
}

async function listOf(get: Reading['get'], day: string) {
  return listAt(readJson((await get({ url: `${API}?ondate=${day}&periodicity=0`, expect: 'json' })) ?? '', NAME), [], NAME)
}

function numbersOf(list: ReturnType<typeof listAt>, wanted: ReadonlySet<string>): Numbered[] {
  const numbered = list
    .map((one) => ({ currency: textOf(one, 'Cur_Abbreviation'), number: textOf(one, 'Cur_ID'), scale: textOf(one, 'Cur_Scale') }))
    .filter((one) => /^\d+$/.test(one.number))
  if (numbered.length < list.length) throw sourceError('format', `${NAME} sent a list without numbers: the format has changed.`)
  return numbered.filter((one) => wanted.has(one.currency)).sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

function readList(list: ReturnType<typeof listAt>, quotes: Quotes): void {
  for (const one of list)
    quotes.add({
      ...{ id: textOf(one, 'Cur_Abbreviation'), date: parseDay(textOf(one, 'Date'), 'ymd') },
      ...{ value: textOf(one, 'Cur_OfficialRate'), unit: textOf(one, 'Cur_Scale') },
    })
}

function readRange(text: string, { currency, number, scale }: Numbered, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME))
    quotes.add({
      ...{ id: textOf(one, 'Cur_ID') === number ? currency : '', date: parseDay(textOf(one, 'Date'), 'ymd') },
      ...{ value: textOf(one, 'Cur_OfficialRate'), unit: scale },
    })
}
