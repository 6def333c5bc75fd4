import { AppError } from '../../shared/errors.ts'
import { quantity } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Day } from '../parts/amounts.tsx'
import { Badge, Card, Crumbs, Empty, PageHead, Tabs } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import { periodOf } from '../period.ts'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { type ProviderNames, providerNames } from './chain.tsx'
import { Outcome } from './outcome.tsx'
import { OwnRates } from './own-rates.tsx'
import { RateChart } from './rate-chart.tsx'

type Rates = AnswerOf<'GET /fx/rates'>
export type Pair = { readonly base: string; readonly quote: string }

/** More than a year of rates that come on working days. */
const MOST = 270

/** The rates of a pair, by source, and one's own. */
export const pairPage: Page = async ({ reader: r, ask, params, fields }) => {
  const pair = pairIn(params['pair'] ?? '')
  const period = periodOf(r)
  const { from, to } = period
  const query = { ...pair, from, to, provider: r.query.get('provider'), limit: MOST, cursor: r.query.get('cursor') }
  const [tried, providers] = await Promise.all([ask.try('GET /fx/rates', { query }), ask('GET /fx/providers')])
  if (!tried.ok) throw nothingHere()
  const names = providerNames(r, providers)
  const { currencies: words } = r.words
  const name = `${pair.base}/${pair.quote}`
  const title = words.pairTitle(name)
  const rates = tried.body
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/currencies') }]} />
      <PageHead r={r} title={title} lead={words.pairLead(pair.base, pair.quote)}>
        <PeriodTabs r={r} period={period} />
        <PeriodForm r={r} period={period} />
      </PageHead>
      <Outcome r={r} />
      <Sources r={r} rates={rates} names={names} />
      <Card>
        {rates.length === 0 ? (
          <Empty title={words.pairNone}>
            <p class="quiet">{words.pairNoneHelp}</p>
            <a class="button" href={r.to('/currencies/find', { from: pair.base, to: pair.quote })}>
              {words.find}
            </a>
          </Empty>
        ) : (
          <>
            <RateChart r={r} rates={rates} name={name} names={names} />
            <RateTable r={r} caption={words.ratesCaption(name)} pair={pair} rates={rates} names={names} />
          </>
        )}
        <Pager r={r} next={nextCursor(tried.headers)} />
      </Card>
      <OwnRates r={r} pair={pair} fields={fields} />
      <AsScript r={r} operations={[['GET /fx/rates', { query }]]} />
    </>
  )
  return { title, body }
}

/** `EUR-USD`, in alphabetical order as rates are stored. Throws `request/not-found`. */
export function pairIn(text: string): Pair {
  const [, one = '', other = ''] = /^([A-Z]{3})-([A-Z]{3})$/.exec(text) ?? []
  if (one === other) throw nothingHere()
  return one < other ? { base: one, quote: other } : { base: other, quote: one }
}

function nothingHere(): AppError {
  return new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
}

/** Links to the rates of one source, where there are several. */
const Sources = ({ r, rates, names }: { r: Reader; rates: Rates; names: ProviderNames }) => {
  const { currencies: words } = r.words
  const chosen = r.query.get('provider') ?? ''
  const codes = [...new Set([...rates.map(({ provider }) => provider), ...(chosen ? [chosen] : [])])].sort()
  if (codes.length < 2 && chosen === '') return null
  const link = (provider: string | null) => r.here({ provider, cursor: null, done: null })
  const items = [
    { key: '', text: words.all, href: link(null) },
    ...codes.map((code) => ({ key: code, text: names(code), href: link(code) })),
  ]
  return <Tabs label={words.sources} items={items} current={chosen} />
}

type TableProps = { r: Reader; caption: string; pair: Pair; rates: Rates; names: ProviderNames }

const RateTable = ({ r, caption, pair, rates, names }: TableProps) => {
  const { currencies: words } = r.words
  const columns = [
    { key: 'date', text: words.day },
    { key: 'rate', text: words.rateFor(pair.base, pair.quote), isEnd: true },
    { key: 'source', text: words.sourceColumn },
  ]
  return (
    <Table r={r} caption={caption} columns={columns}>
      {rates.map((one) => (
        <tr>
          <th scope="row">
            <Day r={r} of={one.date} />
          </th>
          <td class="end num">{quantity(r, one.rate)}</td>
          <td>{one.provider === 'MANUAL' ? <ByHand r={r} one={one} name={names(one.provider)} /> : names(one.provider)}</td>
        </tr>
      ))}
    </Table>
  )
}

const ByHand = ({ r, one, name }: { r: Reader; one: Rates[number]; name: string }) => {
  const { currencies: words } = r.words
  const isMine = !one.shared || one.created_by === r.user?.id || r.user?.isSuperuser === true
  return (
    <form method="post" action={r.here({ done: null })} class="acts">
      {name} <Badge>{one.shared ? words.forAll : words.mine}</Badge>
      {isMine && (
        <button type="submit" class="button small" name="delete" value={one.date} aria-label={words.deleteRate(one.date)}>
          {words.removeShort}
        </button>
      )}
    </form>
  )
}
