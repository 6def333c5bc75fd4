import { type Dot, LineChart } from '../charts/line.tsx'
import { day, money } from '../figures.ts'
import { Price } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import { firstDayOf } from './closes.ts'
import type { AssetView } from './read.ts'

const TABLE_ROWS = 30
/** In a currency of its own a close would stand at another height than it should. */
const sameCurrency = ({ asset }: AssetView, one: { readonly currency: string | null }) => one.currency === asset.currency

/** Closes of the period, with what was traded on them and what was held back. Prices of one unit are no secret. */
export const PriceChart = ({ r, view }: { r: Reader; view: AssetView }) => {
  const { catalogue: words } = r.words
  const { asset, closes } = view
  const prices = closes.prices.filter((one) => sameCurrency(view, one)).reverse()
  const { dates, priceAt } = daysOf(r, view, prices)
  return (
    <Card title={words.prices} id="prices" aside={<Days r={r} view={view} />}>
      {prices.length < 2 ? (
        <p class="quiet">{words.noPrices}</p>
      ) : (
        <LineChart
          r={r}
          label={words.chartOf(asset.name)}
          dates={dates}
          series={[{ name: words.close, tone: 'c1', values: dates.map((_, index) => closeOf(priceAt(index))), isFilled: true }]}
          tick={(value) => money(r, String(value), asset.currency, { maximumFractionDigits: 2 })}
          lines={(index) => linesOf(r, priceAt(index))}
          dots={dotsOf(r, view, dates)}
        >
          <Closes r={r} view={view} />
        </LineChart>
      )}
      {closes.every && <p class="small quiet">{words.closesEvery[closes.every]}</p>}
      {closes.hasMorePrices && <p class="small quiet">{words.notAllPrices}</p>}
    </Card>
  )
}

const Days = ({ r, view: { period } }: { r: Reader; view: AssetView }) => (
  <>
    <PeriodTabs r={r} period={period} />
    <PeriodForm r={r} period={period} />
  </>
)

type Close = AssetView['closes']['prices'][number]

/** The days of the chart: those of the closes; before them trades and held back closes of the days that the first close stands for; after them held back ones. */
function daysOf(r: Reader, view: AssetView, prices: readonly Close[]) {
  const { closes, period, suspects, trades } = view
  const [first = '', last = ''] = [prices[0]?.date, prices.at(-1)?.date]
  const since = [first === '' ? '' : firstDayOf(closes.every, first), period.from ?? ''].toSorted().at(-1) ?? ''
  const held = suspects.filter((one) => sameCurrency(view, one)).map(({ date }) => date)
  const earlier = [...held, ...trades.map(({ date }) => date)].filter((date) => date >= since && date < first)
  const later = held.filter((date) => date > last && date <= (period.to ?? r.today))
  const before = [...new Set(earlier)].sort()
  const dates = [...before, ...prices.map(({ date }) => date), ...later.toReversed()]
  return { dates, priceAt: (index: number): Close | undefined => prices[index - before.length] }
}

function closeOf(price: Close | undefined): number | null {
  return price === undefined ? null : Number(price.close)
}

function linesOf(r: Reader, price: Close | undefined): readonly string[] {
  return price === undefined ? [] : [day(r, price.date), money(r, price.close, price.currency, { maximumFractionDigits: 6 })]
}

/** Trades at the price of the trade, and closes that are held back. */
function dotsOf(r: Reader, view: AssetView, dates: readonly string[]): Dot[] {
  const { catalogue: words } = r.words
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const isIn = ({ date }: { readonly date: string }) => date >= first && date <= last
  const trades = view.trades
    .filter((one) => isIn(one) && one.price !== null && (one.price_currency ?? one.currency) === view.asset.currency)
    .map(({ date, price, quantity }) => {
      const isSale = quantity.startsWith('-')
      const title = `${isSale ? words.sold : words.bought}, ${day(r, date)}`
      return { date, value: Number(price), tone: isSale ? 'c5' : 'c2', title }
    })
  const held = view.suspects
    .filter((one) => isIn(one) && sameCurrency(view, one))
    .map(({ date, close }) => ({ date, value: Number(close), tone: 'c3', title: `${words.heldBack}, ${day(r, date)}` }))
  return [...trades, ...held]
}

const Closes = ({ r, view }: { r: Reader; view: AssetView }) => {
  const { catalogue: words } = r.words
  const columns = [
    { key: 'date', text: words.day },
    { key: 'close', text: words.close, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.prices} columns={columns}>
      {view.closes.prices.slice(0, TABLE_ROWS).map(({ date, close, currency }) => (
        <tr>
          <th scope="row">{day(r, date)}</th>
          <td class="end">
            <Price r={r} of={close} currency={currency} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
