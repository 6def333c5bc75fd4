import { Refusal } from '../ask.ts'
import { count, day } from '../figures.ts'
import { Price } from '../parts/amounts.tsx'
import { Badge, Card, Empty, PageHead } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { CatalogueFilter, filterOf, isNarrowed } from './filter.tsx'
import { type Asset, namesOf } from './read.ts'

const A_PAGE = 50

/** The catalogue: every asset that the reader knows, and what its prices wait for. */
export const assetsPage: Page = async ({ reader: r, ask }) => {
  const { catalogue: words } = r.words
  const given = { query: { ...filterOf(r), limit: A_PAGE, cursor: r.query.get('cursor'), count: true } }
  const [listed, types, ...waiting] = await Promise.all([
    ask.try('GET /assets', given),
    ask('GET /utilities/asset-types', { query: { language: r.language } }),
    ask.count('GET /assets', { query: { unsourced: true } }),
    ask.count('GET /assets/prices/suspects'),
    ask.count('GET /assets/prices/gaps'),
  ])
  if (!listed.ok) throw new Refusal(listed.problem, listed.retryAfterSeconds)
  const typeNames = namesOf(types)
  const body = (
    <>
      <PageHead r={r} title={words.title}>
        <a class="button" href={r.to('/assets/prices')}>
          {words.pricesTitle}
        </a>
        <a class="button primary" href={r.to('/assets/new')}>
          {words.add}
        </a>
      </PageHead>
      <Waiting r={r} of={waiting} />
      <Card>
        <CatalogueFilter r={r} types={types} />
        {listed.body.length === 0 ? <Nothing r={r} /> : <Assets r={r} assets={listed.body} typeNames={typeNames} />}
        <Pager r={r} next={nextCursor(listed.headers)} total={Number(listed.headers.get('x-total-count') ?? 0)} />
      </Card>
      <AsScript
        r={r}
        operations={[
          ['GET /assets', given],
          ['GET /assets', { query: { unsourced: true, count: true } }],
          ['GET /assets/prices/suspects'],
          ['GET /assets/prices/gaps'],
        ]}
      />
    </>
  )
  return { title: words.title, body }
}

/** What prices wait for somebody to look at; nothing where nothing waits. */
const Waiting = ({ r, of: [unsourced = 0, suspects = 0, gaps = 0] }: { r: Reader; of: readonly number[] }) => {
  const { catalogue: words } = r.words
  const all = [
    [unsourced, words.unsourced, '/assets/sources'],
    [suspects, words.suspectsWait, '/assets/prices#suspects'],
    [gaps, words.gapsWait, '/assets/prices#gaps'],
  ] as const
  const waits = all.filter(([n]) => n > 0)
  if (waits.length === 0) return null
  return (
    <Card title={words.waits} id="waits">
      <ul class="list">
        {waits.map(([n, text, path]) => (
          <li>
            <a href={r.to(path)}>{text(n, count(r, n))}</a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Nothing = ({ r }: { r: Reader }) => {
  const { catalogue: words } = r.words
  return isNarrowed(r) ? (
    <p>{words.noneFound}</p>
  ) : (
    <Empty title={words.noneTitle}>
      <p>{words.noneHelp}</p>
    </Empty>
  )
}

type AssetsProps = { r: Reader; assets: readonly Asset[]; typeNames: ReadonlyMap<string, string> }

const Assets = ({ r, assets, typeNames }: AssetsProps) => {
  const { catalogue: words } = r.words
  const columns = [
    { key: 'name', text: words.name },
    { key: 'isin', text: 'ISIN', kind: 'w' },
    { key: 'source', text: words.source, kind: 'w' },
    { key: 'close', text: words.lastClose, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.title} columns={columns} kind="short">
      {assets.map((asset) => (
        <tr>
          <th scope="row">
            <a href={r.to(`/assets/${asset.id}`)}>
              <b>{asset.symbol}</b> {asset.name}
            </a>
            <span class="sub">
              {typeNames.get(asset.type) ?? asset.type} · {asset.currency}
            </span>
          </th>
          <td class="w">{asset.isin}</td>
          <td class="w">
            {asset.price_source === null ? <span class="quiet">{words.noSource}</span> : asset.price_source.provider}
            {asset.archived && <Badge tone="warn">{words.archived}</Badge>}
          </td>
          <td class="end">
            <LastClose r={r} of={asset.last_price} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const LastClose = ({ r, of }: { r: Reader; of: Asset['last_price'] }) =>
  of === null ? (
    <span class="quiet">{r.words.catalogue.noneYet}</span>
  ) : (
    <>
      <Price r={r} of={of.close} currency={of.currency} />
      <span class="sub">{day(r, of.date)}</span>
    </>
  )
