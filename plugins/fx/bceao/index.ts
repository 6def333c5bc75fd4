/** Central Bank of West African States: francs for one foreign unit, in a fragment of HTML with French names and numbers. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { fold } from '#plugins/kit/text.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Central Bank of West African States'
const API = 'https://www.bceao.int/fr/cours/get_all_reference_by_date'
/** As the names are folded (lower case, no accents); the koruna is misspelt by the publisher. */
const NAMES = {
  ...{
    EUR: 'euro',
    USD: 'dollar us',
    JPY: 'yen japonais',
    DKK: 'couronne danoise',
    SEK: 'couronne suedoise',
    GBP: 'livre sterling',
  },
  ...{ NOK: 'couronne norvegienne', CZK: 'couronne theque', HUF: 'forint hongrois', PLN: 'zloty polonais', CHF: 'franc suisse' },
  ...{
    CAD: 'dollar canadien',
    AUD: 'dollar australien',
    NZD: 'dollar neo-zelandais',
    ZAR: 'rand sud-africain',
    CNY: 'yuan chinois',
  },
  ...{ INR: 'roupie indienne', THB: 'baht thailandais', BRL: 'real bresilien', SGD: 'dollar singapourien' },
  ...{ TRY: 'nouvelle livre turque', AED: 'dirham emirats arabes unis', ILS: 'nouveau shekel', KRW: 'won coreen' },
  ...{ HKD: 'dollar hong kong', SAR: 'ryal saudien', KWD: 'dinar koweitien' },
}

export default defineProvider({
  code: 'BCEAO',
  name: NAME,
  description: 'Reference rates of the CFA franc (XOF), Sunday to Friday.',
  website: 'https://www.bceao.int/fr/cours/cours-des-devises-contre-Franc-CFA-appliquer-aux-transferts',
  attribution: 'Source: BCEAO.',
  home: 'XOF',
  series: [...homePerForeign('XOF', NAMES), ...homePerForeign('XOF', { CZK: 'couronne tcheque' })],
  historyFrom: '2014-01-02',
  schedule: { frequency: 'daily', time: '17:00', timeZone: 'Africa/Dakar' },
  figures: { style: 'comma' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period)) {
    const html = await get({ url: `${API}?dateJour=${day}`, expect: 'html', noData: [404] })
    if (html !== undefined) readTable(html, quotes)
    yield quotes.take()
  }
}

/** A heading with the day in French words, then a table of names and rates; without a table it was a holiday. */
function readTable(html: string, quotes: Quotes): void {
  const heading = /<h2>[^<]*?(\d{1,2}(?:er)?\s+\p{L}+\s+\d{4})\s*<\/h2>/u.exec(html)?.[1]?.replace(/^1er/, '1')
  if (heading === undefined || html.includes('<table') !== html.includes('</table>'))
    throw sourceError('format', `${NAME} sent a page without its day or cut off: the format may have changed.`)
  for (const row of html.matchAll(/<td>\s*([^<]+?)\s*<\/td>\s*<td>\s*([^<]*?)\s*<\/td>/g))
    quotes.add({ id: fold(row[1] ?? ''), date: parseDay(heading, 'dmy'), value: row[2] })
}
