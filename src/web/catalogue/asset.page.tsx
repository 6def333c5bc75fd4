import { Badge, Crumbs, PageHead } from '../parts/basics.tsx'
import { Faults } from '../parts/forms.tsx'
import { ScopeChoice } from '../parts/scope.tsx'
import { AsScript } from '../parts/script.tsx'
import { Warnings } from '../parts/warnings.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { PriceChart } from './chart.tsx'
import { Facts, Source } from './facts.tsx'
import { Changes, Events, Payments, Trades } from './lines.tsx'
import { Position } from './position.tsx'
import { type AssetView, readAsset } from './read.ts'
import { Rejected, Settled, Suspects } from './suspects.tsx'

/** One asset: what the reader has of it, its prices with their trades, and what is known of it. */
export const assetPage: Page = async (visit) => {
  const { reader: r, site, fields } = visit
  const view = await readAsset(visit)
  const { asset, report, scope, brokers } = view
  const part = { r, site, view }
  const query = { asset_ids: asset.id, ...scope.dayQuery }
  const body = (
    <>
      <Crumbs r={r} items={[{ text: r.words.catalogue.title, href: r.to('/assets') }]} />
      <PageHead r={r} title={asset.name}>
        <States r={r} view={view} />
        <ScopeChoice r={r} scope={scope} brokers={brokers} hasDay />
        {view.mayWrite && (
          <a class="button" href={r.to(`/assets/${asset.id}/edit`)}>
            {r.words.common.edit}
          </a>
        )}
      </PageHead>
      <Faults r={r} fields={fields} />
      {r.query.has('done') && !fields.wasSent && <Settled r={r} />}
      <Suspects r={r} view={view} />
      <PriceChart r={r} view={view} />
      <div class="columns">
        <div class="stacked">
          <Position r={r} view={view} />
          <Trades {...part} />
          <Warnings r={r} site={site} of={['GET /portfolio/holdings', { query }]} warnings={report.warnings} />
        </div>
        <div class="stacked">
          <Source {...part} />
          <Facts {...part} />
          <Payments {...part} />
          <Events {...part} />
          <Rejected r={r} view={view} />
          <Changes {...part} />
        </div>
      </div>
      <AsScript r={r} operations={view.calls} />
    </>
  )
  return { title: asset.name, body }
}

const States = ({ r, view: { asset } }: { r: Reader; view: AssetView }) => (
  <>
    {asset.archived && <Badge tone="warn">{r.words.catalogue.archived}</Badge>}
    {asset.verified !== null && <Badge tone="ok">{r.words.catalogue.verified}</Badge>}
  </>
)
