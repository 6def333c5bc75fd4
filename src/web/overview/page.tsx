import { day } from '../figures.ts'
import { Amount } from '../parts/amounts.tsx'
import { Card, PageHead } from '../parts/basics.tsx'
import { PeriodForm, PeriodTabs } from '../parts/period.tsx'
import { ScopeChoice } from '../parts/scope.tsx'
import { AsScript, type Call } from '../parts/script.tsx'
import { Warnings } from '../parts/warnings.tsx'
import { periodOf } from '../period.ts'
import { scopeOf } from '../scope.ts'
import type { Page } from '../visit.ts'

export const overviewPage: Page = async ({ reader: r, ask, site }) => {
  const [scope, period] = [scopeOf(r), periodOf(r)]
  const given = { query: scope.dayQuery }
  const [holdings, brokers] = await Promise.all([ask('GET /portfolio/holdings', given), ask('GET /brokers')])
  const { totals, as_of, warnings } = holdings
  const { overview: words } = r.words
  const calls: readonly Call[] = [['GET /portfolio/holdings', given], ['GET /brokers']]
  const body = (
    <>
      <PageHead r={r} title={words.title}>
        <ScopeChoice r={r} scope={scope} brokers={brokers} hasDay />
        <PeriodTabs r={r} period={period} />
        <PeriodForm r={r} period={period} />
      </PageHead>
      <Card>
        <p class="lbl">{words.totalValue(day(r, as_of))}</p>
        <p class="big">
          <Amount r={r} of={totals.total_value} />
        </p>
      </Card>
      <Warnings r={r} site={site} of={['GET /portfolio/holdings', given]} warnings={warnings} />
      <AsScript r={r} operations={calls} />
    </>
  )
  return { title: words.title, body }
}
