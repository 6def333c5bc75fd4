import { Card, PageHead, Verdict } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Page } from '../visit.ts'
import { type ProviderNames, providerNames } from './chain.tsx'
import { ConvertForm } from './convert-form.tsx'
import { CurrencyList } from './currency-field.tsx'
import { Outcome } from './outcome.tsx'
import { PairList } from './pair-list.tsx'
import { RouteList } from './route-list.tsx'
import { SourceList } from './source-list.tsx'

/** Which rates are needed, where they come from, and whether they are all there. */
export const currenciesPage: Page = async ({ reader: r, ask, fields }) => {
  const [coverage, routes, states, providers, currencies] = await Promise.all([
    ask('GET /fx/coverage'),
    ask('GET /fx/providers/routes'),
    ask('GET /fx/currencies/sync'),
    ask('GET /fx/providers'),
    ask('GET /utilities/currencies', { query: { language: r.language } }),
  ])
  const { currencies: words } = r.words
  const names: ProviderNames = providerNames(r, providers)
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead}>
        <a class="button" href={r.to('/currencies/find')}>
          {words.find}
        </a>
        <form method="post" action={r.to('/currencies')} class="inline">
          <button type="submit" class="button" name="do" value="sync">
            {words.sync}
          </button>
        </form>
      </PageHead>
      <Outcome r={r} />
      {fields.faults.map(({ detail }) => (
        <Verdict tone="bad" title={detail} />
      ))}
      <div class="columns">
        <div class="stacked">
          <PairList r={r} coverage={coverage} names={names} />
          <RouteList r={r} routes={routes} names={names} />
        </div>
        <div class="stacked">
          <Card title={words.converter} id="converter">
            <CurrencyList currencies={currencies} />
            <ConvertForm r={r} />
          </Card>
          <SourceList r={r} states={states} names={names} />
        </div>
      </div>
      <AsScript r={r} operations={[['GET /fx/coverage'], ['GET /fx/providers/routes'], ['GET /fx/currencies/sync']]} />
    </>
  )
  return { title: words.title, body }
}
