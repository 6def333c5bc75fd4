import { Icon, PageHead } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import { ScopeChoice } from '../parts/scope.tsx'
import { AsScript } from '../parts/script.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { scopeOf } from '../scope.ts'
import type { Page } from '../visit.ts'
import { AllocationCard } from './allocation.tsx'
import { BrokersCard, IncomeCard } from './beside.tsx'
import { BridgeCard, Hero } from './figures.tsx'
import { HoldingsCard } from './holdings.tsx'
import { loadOverview } from './load.ts'
import { sharedView } from './shared.tsx'
import { startView } from './start.tsx'
import { DebtCard, WaitingCard } from './waiting.tsx'

export const overviewPage: Page = async (visit) => {
  const { reader: r, ask, site } = visit
  const brokers = await ask('GET /brokers')
  if (!brokers.some(({ transaction_count }) => transaction_count > 0)) return startView(visit, brokers)
  const isOfOthers = !brokers.some(({ included, transaction_count }) => included && transaction_count > 0)
  if (isOfOthers && scopeOf(r).broker === undefined) return sharedView(visit, brokers)
  const found = await loadOverview(visit, brokers)
  const { overview: words } = r.words
  const given = { r, site, found }
  const body = (
    <>
      <PageHead r={r} title={words.title}>
        <ScopeChoice r={r} scope={found.scope} brokers={brokers} hasDay />
        <PeriodTabs r={r} period={found.period} />
        <PeriodForm r={r} period={found.period} />
        {site.hasPage('/transactions/new') && (
          <a class="button primary" href={r.to('/transactions/new')} data-go="new">
            <Icon name="plus" />
            {r.words.shell.add}
          </a>
        )}
      </PageHead>
      <Hero {...given} />
      <DebtCard {...given} />
      <Warnings
        r={r}
        site={site}
        of={['GET /portfolio/performance', { query: found.ranged }]}
        warnings={found.performance.warnings}
      />
      <BridgeCard {...given} />
      <div class="columns">
        <div class="stacked">
          <HoldingsCard {...given} />
          <IncomeCard {...given} />
        </div>
        <div class="stacked">
          <WaitingCard {...given} />
          <AllocationCard {...given} />
          <BrokersCard {...given} />
        </div>
      </div>
      <AsScript r={r} operations={found.calls} />
    </>
  )
  return { title: words.title, body }
}
