/** Danmarks Nationalbank, table DNVALD of Statbank Denmark: kroner for 100 foreign units, all currencies alike. */
import { plainRows } from '#plugins/kit/columns.ts'
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Danmarks Nationalbank'
const CHUNK = 10_000
const LIVE = 'AUD BRL CAD CHF CNY CZK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'
const ENDED = 'BGN HRK EEK LVL LTL SKK SIT CYP MTL'

export default defineProvider({
  code: 'DNB',
  name: NAME,
  description: 'Daily rates of business days (14:15), published at about 16:00.',
  website: 'https://www.nationalbanken.dk/en/what-we-do/stable-prices-monetary-policy-and-the-danish-economy/exchange-rates',
  attribution: 'Source: Danmarks Nationalbank, by way of Statistics Denmark (table DNVALD).',
  home: 'DKK',
  series: homePerForeign('DKK', `${LIVE} ${ENDED}`, { unit: '100', until: untilEuro(ENDED) }),
  historyFrom: '1977-01-03',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'Europe/Copenhagen' },
  read,
})

/** An interval of the statistics bank; open at the end where it reaches today. */
async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  const until = period.to < tools.clock().toISOString().slice(0, 10) ? `<=${coded(period.to)}` : ''
  const variables = [
    { code: 'VALUTA', values: ['*'] },
    { code: 'KURTYP', values: ['KBH'] },
    { code: 'Tid', values: [`>=${coded(period.from)}${until}`] },
  ]
  const text = await get({
    ...{ url: 'https://api.statbank.dk/v1/data', method: 'POST', expect: 'csv', timeoutSeconds: 120 },
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ table: 'DNVALD', format: 'BULK', lang: 'en', valuePresentation: 'Code', variables }),
  })
  yield* readBulk(text ?? '', quotes)
}

/** `VALUTA;KURTYP;TID;INDHOLD`, days as `2026M03D31`, in no fixed order. */
function* readBulk(text: string, quotes: Quotes): Generator<FxChunk> {
  let count = 0
  const rows = plainRows(text, NAME, ';')
  if (String(rows.next().value) !== 'VALUTA,KURTYP,TID,INDHOLD')
    throw sourceError('format', `${NAME} sent a table with other columns: the format has changed.`)
  for (const [id = '', kind, day, value] of rows) {
    if (kind !== 'KBH') continue
    quotes.add({ id, date: parseDay(day?.replace(/[MD]/g, '-'), 'ymd'), value })
    if (++count % CHUNK === 0) yield quotes.take()
  }
  yield quotes.take()
}

/** `2026M03D31`. */
function coded(day: string): string {
  return `${day.slice(0, 4)}M${day.slice(5, 7)}D${day.slice(8)}`
}
