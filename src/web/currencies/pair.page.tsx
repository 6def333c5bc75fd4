import { AppError } from '../../shared/errors.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Crumbs, Empty, PageHead, Tabs } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager } from '../parts/tables.tsx'
import { periodOf } from '../period.ts'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { type ProviderNames, providerNames } from './chain.tsx'
import { Outcome } from './outcome.tsx'
import { OwnRates } from './own-rates.tsx'
import { RateChart } from './rate-chart.tsx'
import { RateTable } from './rate-table.tsx'

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
            <RateTable r={r} pair={pair} rates={rates} names={names} />
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
