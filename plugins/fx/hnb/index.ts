/** Hrvatska narodna banka: since 2023 foreign units for one euro (v3); before, kuna for `jedinica` foreign units (v2). */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { type Period, yearsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'Croatian National Bank'
const EURO_FROM = '2023-01-01'
const LIVE = 'AUD BAM CAD CHF CZK DKK GBP HUF JPY NOK PLN SEK USD'
const KUNA = `${LIVE} XDR`

export default defineProvider({
  code: 'HNB',
  name: NAME,
  description: 'Exchange rate list: per euro since 2023, before that in kuna (HRK).',
  website: 'https://www.hnb.hr/en/core-functions/monetary-policy/exchange-rate-list/exchange-rate-list',
  attribution: 'Source: Croatian National Bank.',
  home: 'EUR',
  series: [
    ...foreignPerHome('EUR', LIVE),
    ...homePerForeign('HRK', named(KUNA), { unit: 'stated', until: ended(KUNA) }),
    { id: 'HRK:EUR', currency: 'HRK', base: 'EUR', quote: 'HRK', unit: 'stated', since: '1999-01-01', until: '2022-12-31' },
  ],
  historyFrom: '1999-01-04',
  schedule: { frequency: 'daily', time: '18:00', timeZone: 'Europe/Zagreb' },
  figures: { style: 'comma' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const year of yearsOf(period)) {
    readList((await get({ url: address(year), expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `[{valuta, srednji_tecaj}]` with the day in `datum_primjene` (euro) or `datum` and the unit in `jedinica` (kuna). */
function readList(text: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), [], NAME)) {
    const euro = textOf(one, 'datum_primjene')
    const [code, value] = [textOf(one, 'valuta'), textOf(one, 'srednji_tecaj')]
    if (euro !== '') quotes.add({ id: code, date: parseDay(euro, 'ymd'), value })
    else quotes.add({ id: `HRK:${code}`, date: parseDay(textOf(one, 'datum'), 'ymd'), value, unit: textOf(one, 'jedinica') })
  }
}

function address({ from, to }: Period): string {
  return from >= EURO_FROM
    ? `https://api.hnb.hr/tecajn-eur/v3?datum-primjene-od=${from}&datum-primjene-do=${to}`
    : `https://api.hnb.hr/tecajn/v2?datum-od=${from}&datum-do=${to}`
}

function named(codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, `HRK:${code}`]))
}

function ended(codes: string): Record<string, string> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, '2022-12-31']))
}
