/** Bank of the Republic of Burundi: francs for one foreign unit, a PDF a day that pages link, the newest first. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { fold } from '#plugins/kit/text.ts'
import { between, fetchBulletin } from '../bulletin.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Bank of the Republic of Burundi'
const PAGE = 'https://www.brb.bi/en/affichagetoustauxchange'
const MAX_PAGES = 200
/** As the names are folded; the publisher spells the renminbi with an m. */
const NAMES = {
  ...{ CAD: 'dollar canadien', DKK: 'couronne danoise', JPY: 'yen japonais', NOK: 'couronne norvegienne', GBP: 'livre sterling' },
  ...{ SEK: 'couronne suedoise', USD: 'dollar usa', CHF: 'franc suisse', EUR: 'euro', KES: 'shilling kenyan', XDR: 'dts' },
  ...{ ZAR: 'rand sud-africain', AUD: 'dollar australien', TZS: 'shilling tanzanien', UGX: 'shilling ougandais' },
  ...{ RWF: 'franc rwandais', CNY: 'yuan renmimbi', KWD: 'dinar kowetien', SAR: 'riyal saoudien' },
}

export default defineProvider({
  code: 'BRB',
  name: NAME,
  description: 'Official middle rates on working days. The market pays far more for foreign money.',
  website: PAGE,
  attribution: 'Source: Banque de la République du Burundi.',
  home: 'BIF',
  series: homePerForeign('BIF', NAMES, { unit: 'stated' }),
  lastResort: 'all',
  historyFrom: '2024-09-02',
  schedule: { frequency: 'daily', time: '09:00', timeZone: 'Africa/Bujumbura' },
  pause: () => 200,
  read,
})

/** Pages back in time until one begins before the period. */
async function* read({ period, quotes, tools, get }: Reading): AsyncGenerator<FxChunk> {
  for (let page = 0, oldest = '9999-12-31'; page < MAX_PAGES && oldest > period.from; page++) {
    const links = linksOf((await get({ url: `${PAGE}?page=${page}`, expect: 'html' })) ?? '')
    if (links.length === 0 && page === 0)
      throw sourceError('format', `${NAME} sent a page without bulletins: the format may have changed.`)
    for (const { day, url } of links) {
      if (day < period.from || day > period.to) continue
      readBulletin(await fetchBulletin(tools, url, NAME), quotes)
      yield quotes.take()
    }
    const first = links.map(({ day }) => day).toSorted()[0] ?? ''
    if (first === '' || first >= oldest) return
    oldest = first
  }
}

function linksOf(html: string): { day: string; url: string }[] {
  return [...html.matchAll(/href="(\/sites\/[^"]{1,200}?(\d{2}-\d{2}-\d{4})[^"/]{0,20}\.pdf)"/g)].flatMap(
    ([, href = '', text]) => {
      const day = parseDay(text, 'dmy')
      return day === undefined ? [] : [{ day, url: new URL(href, PAGE).href }]
    },
  )
}

/** `EN DATE DU 20 MAI 2026`, and per currency `1 Dollar USA*`, buying, middle and selling. */
function readBulletin(pieces: readonly string[], quotes: Quotes): void {
  const text = pieces.find((piece) => piece.startsWith('EN DATE DU'))?.slice('EN DATE DU '.length)
  const rows = pieces.flatMap((piece, index) => {
    const [, unit = '', name = ''] = /^(\d{1,5}) (\p{L}[^*]*)\*?$/u.exec(piece) ?? []
    const figures = pieces.slice(index + 1, index + 4)
    return name !== '' && figures.every((one) => /^-?\d[\d.,]*$/.test(one)) ? [{ unit, id: fold(name), figures }] : []
  })
  if (text === undefined || rows.length === 0)
    throw sourceError('format', `${NAME} sent a bulletin without its day or its rates: the format may have changed.`)
  const date = parseDay(text.replace(/^1er/i, '1'), 'dmy')
  for (const { unit, id, figures } of rows) {
    const [buying = '', middle = '', selling = ''] = figures.map(dotted)
    quotes.add({ id, date, value: between(buying, middle, selling), unit })
  }
}

/** The decimal sign is a comma on some days and a dot on others; four decimals or more tell it from one between thousands. */
function dotted(figure: string): string {
  return /^\d+,\d{4,}$/.test(figure) ? figure.replace(',', '.') : figure
}
