/** Central Bank of The Gambia, indicative rates: dalasi for one foreign unit, some for more without a mark; one currency a call. */
import { listAt, readJson } from '#plugins/kit/json.ts'
import type { FxChunk, FxSeries } from '../contract.ts'
import { doubtOfUnit } from '../dollar-guard.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { homePerForeign } from '../series.ts'
import { doubtOfNeighbours, type Judged, type Point } from './neighbours.ts'

const NAME = 'Central Bank of The Gambia'
const API = 'https://www.cbg.gm/ajax/indicative-exchange-rates/'
/** Not those whose two decimals hold less than three digits (GNF, INR, LKR, NGN), and not DKK, which is the placeholder 1 since 2024. */
const PER_ONE = 'USD EUR GBP CHF CAD SAR AUD TWD THB PHP NZD AED KWD HKD ZAR EGP CNY BRL GHS TRY SGD XDR'
const PER_HUNDRED = 'JPY SEK NOK'

export default defineProvider({
  code: 'CBG',
  name: NAME,
  description:
    'Indicative rates with two decimals, weekly until 2023, then on business days. The source has typing errors: figures far from those around them are left out.',
  website: 'https://www.cbg.gm/',
  attribution: 'Source: Central Bank of The Gambia.',
  home: 'GMD',
  series: [
    ...homePerForeign('GMD', PER_ONE),
    ...homePerForeign('GMD', PER_HUNDRED, { unit: '100' }),
    ...homePerForeign('GMD', 'XOF', { unit: '5000' }),
    ...homePerForeign('GMD', { SLE: 'SLL' }),
  ],
  historyFrom: '2000-01-07',
  schedule: { frequency: 'daily', time: '13:00', timeZone: 'Africa/Banjul' },
  pause: () => 200,
  read,
})

async function* read({ series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const history = async (id: string) => pointsIn((await get({ url: `${API}${id}`, expect: 'json' })) ?? '')
  const guarded = series.some((one) => one.unit !== '1' || one.id === 'USD')
  const dollars = guarded ? await history('USD') : []
  const dollarOn = new Map(dollars.map(({ date, value }) => [date, value]))
  for (const one of series) {
    const points = one.id === 'USD' ? dollars : await history(one.id)
    for (const { date, value, doubt } of judged(one, points)) {
      const unit = one.unit === '1' ? undefined : doubtOfUnit(one.currency, value, one.unit, dollarOn.get(date))
      quotes.add({ id: one.id, date, value, doubt: doubt ?? unit })
    }
    yield quotes.take()
  }
}

/** `[[milliseconds, rate]]` at midnight UTC, newest first. */
function pointsIn(text: string): Point[] {
  return listAt(readJson(text, NAME), [], NAME).map((pair) => {
    const [moment, value] = listAt(pair, [], NAME)
    const day = new Date(Number(moment))
    return {
      date: Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10),
      value: typeof value === 'string' ? value : '',
    }
  })
}

/** The figures since the currency began; of a day with several that are not the same, none. */
function judged({ since = '' }: FxSeries, points: readonly Point[]): Judged[] {
  const figures = doubtOfNeighbours(points.filter(({ date }) => date >= since))
  const days = Map.groupBy(
    figures.filter((one) => one.doubt === undefined),
    (one) => one.date,
  )
  return figures.map((one) => {
    const values = new Set(days.get(one.date)?.map(({ value }) => value))
    return values.size < 2 ? one : { ...one, doubt: one.doubt ?? `published several times, as ${[...values].join(' and ')}` }
  })
}
