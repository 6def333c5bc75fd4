/** Ceska narodni banka fixing: koruna for `amount` foreign units. Euro legacy currencies (1999-2001) stand in the daily text only. */
import { readLooseRows, requireEven } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf, earlier, yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Czech National Bank'
const API = 'https://api.cnb.cz/cnbapi/exrates/daily-year'
const TEXT = 'https://www.cnb.cz/cs/financni-trhy/devizovy-trh/kurzy-devizoveho-trhu/kurzy-devizoveho-trhu/denni_kurz.txt'
const LIVE =
  'AUD BRL CAD CHF CNY DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD XDR ZAR'
const LEGACY = 'ATS BEF DEM ESP FIM FRF IEP ITL LUF NLG PTE'
const ENDED = 'BGN HRK GRD SKK SIT'
const COLUMNS = ['země', 'měna', 'množství', 'kód', 'kurz']
const LEGACY_END = '2001-12-31'
const legacyEnd = Object.fromEntries(LEGACY.split(' ').map((code) => [code, LEGACY_END]))

export default defineProvider({
  code: 'CNB',
  name: NAME,
  description: 'Exchange rate fixing of business days, published after 14:30.',
  website: 'https://www.cnb.cz/en/financial-markets/foreign-exchange-market/central-bank-exchange-rate-fixing/',
  attribution: 'Source: Czech National Bank.',
  home: 'CZK',
  series: homePerForeign('CZK', `${LIVE} RUB ${ENDED} ${LEGACY}`, {
    unit: 'stated',
    until: { ...untilEuro(ENDED), RUB: '2022-12-31', ...legacyEnd },
  }),
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '14:30', timeZone: 'Europe/Prague' },
  figures: { digits: 10 },
  read,
})

async function* read({ period, request, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  if (series.some((one) => !(one.currency in legacyEnd)))
    for (const { from } of yearsOf(period)) {
      readYear((await get({ url: `${API}?year=${from.slice(0, 4)}&lang=EN`, expect: 'json' })) ?? '', quotes)
      yield quotes.take()
    }
  if (request.currencies === undefined || !series.some((one) => one.currency in legacyEnd)) return
  for (const day of daysOf({ from: period.from, to: earlier(period.to, LEGACY_END) }, true)) {
    const url = `${TEXT}?date=${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}`
    readDailyText((await get({ url, expect: 'csv' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** A year of fixings: `rates[] {currencyCode, amount, validFor, rate}`; empty before the first fixing. */
function readYear(text: string, quotes: Quotes): void {
  for (const rate of listAt(readJson(text, NAME), ['rates'], NAME))
    quotes.add({
      ...{ id: textOf(rate, 'currencyCode'), date: parseDay(textOf(rate, 'validFor'), 'ymd') },
      ...{ value: textOf(rate, 'rate'), unit: textOf(rate, 'amount') },
    })
}

/** One fixing as text: the day and its number, then blocks of `country|currency|amount|code|rate` with decimal comma, each with a head. */
function readDailyText(text: string, quotes: Quotes): void {
  const rows = readLooseRows(text, NAME, '|')
  const date = parseDay(rows[0]?.[0], 'dmy')
  const records = rows.filter((row) => /^[A-Z]{3}$/.test(row[3] ?? ''))
  if (date === undefined || records.length === 0)
    throw sourceError('format', `${NAME} sent a text without its day or rates: the format has changed.`)
  requireEven(COLUMNS, rows.slice(1), NAME)
  for (const [, , unit, id = '', value] of records) quotes.add({ id, date, unit, value: value?.trim().replace(',', '.') })
}
