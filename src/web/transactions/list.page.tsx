import { count, day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Empty, Icon, PageHead, Tabs, Verdict } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { BulkBar } from './bulk.bar.tsx'
import { chipsOf, type Filter, filterOf, isNarrowed } from './filter.ts'
import { Narrow } from './narrow.tsx'
import { LinesByMonth } from './rows.tsx'
import { readWorld, type World, writable } from './world.ts'

type Lines = AnswerOf<'GET /transactions'>
const PAGE = 50

/** Everything that was booked, newest first, month by month. */
export const transactionsPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const filter = filterOf(r.query)
  const query = { ...filter, cursor: r.query.get('cursor'), expand: ['asset', 'balance'], count: true, limit: PAGE }
  const tried = await ask.try('GET /transactions', { query })
  const lines = tried.ok ? tried.body : []
  const world = await readWorld(ask, r, new Set(lines.map((line) => line.broker_id)))
  const total = tried.ok ? Number(tried.headers.get('x-total-count') ?? 0) : 0
  const { transactions: words, common } = r.words
  const names = { type: world.typeName, broker: world.brokerName, asset: await assetNames(visit, filter, lines) }
  const body = (
    <>
      <Head {...visit} world={world} total={tried.ok ? total : undefined} />
      <Outcome r={r} />
      <Narrow r={r} filter={filter} world={world} chips={chipsOf(r, filter, names, (date) => dayOrText(r, date))} />
      {tried.ok ? (
        <Found {...visit} lines={lines} world={world} total={total} filter={filter} next={nextCursor(tried.headers)} />
      ) : (
        <Verdict tone="bad" title={words.cannotShow}>
          <ul>
            {(tried.problem.errors ?? [{ detail: tried.problem.detail }]).map(({ detail }) => (
              <li>{detail}</li>
            ))}
          </ul>
          <p>
            <a href={r.to('/transactions')}>{words.showAll}</a>
          </p>
        </Verdict>
      )}
      {tried.ok && total > 0 && (
        <p>
          <a class="more" href={r.to('/api/v1/transactions', { ...filter, format: 'csv' })}>
            {common.csv}
          </a>
        </p>
      )}
      <AsScript r={r} operations={[['GET /transactions', { query }]]} />
    </>
  )
  return { title: words.title, body }
}

/** Of the assets that the address names; those that no line shows are read, too. */
async function assetNames({ ask, reader: r }: Visit, filter: Filter, lines: Lines): Promise<(id: number) => string> {
  const known = new Map(lines.flatMap(({ asset }) => (asset ? [[asset.id, asset.name] as const] : [])))
  const missing = filter.asset_ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && !known.has(id))
  for (const id of missing.slice(0, 3)) {
    const asset = await ask.try('GET /assets/{id}', { params: { id } })
    if (asset.ok) known.set(id, asset.body.name)
  }
  return (id) => known.get(id) ?? r.words.transactions.someAsset
}

function dayOrText(r: Reader, date: string): string {
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? date : day(r, date)
}

const Head = ({ reader: r, site, world, total }: Visit & { world: World; total: number | undefined }) => {
  const { transactions: words, common } = r.words
  const mayAdd = writable(world).length > 0 && site.hasPage('/transactions/new')
  return (
    <>
      <PageHead r={r} title={words.title} {...(total !== undefined && { lead: common.transactions(total, count(r, total)) })}>
        {mayAdd && (
          <>
            {site.hasPage('/transactions/paste') && (
              <a class="button" href={r.to('/transactions/paste')}>
                {words.paste}
              </a>
            )}
            <a class="button primary" href={r.to('/transactions/new')} data-go="new">
              <Icon name="plus" />
              {words.add}
            </a>
          </>
        )}
      </PageHead>
      <Kinds r={r} />
    </>
  )
}

/** The kinds that people look for most, one press each. */
const Kinds = ({ r }: { r: Reader }) => {
  const { transactions: words } = r.words
  const kinds = [
    { key: 'all', text: words.all, types: [] },
    { key: 'trades', text: words.trades, types: ['BUY', 'SELL'] },
    { key: 'income', text: words.income, types: ['DIVIDEND', 'INTEREST'] },
    { key: 'cash', text: words.cash, types: ['DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'FX_CONVERSION'] },
    { key: 'costs', text: words.costs, types: ['FEE', 'TAX'] },
  ]
  const chosen = [...filterOf(r.query).types].sort().join()
  const current = kinds.find(({ types }) => [...types].sort().join() === chosen)?.key ?? ''
  const items = kinds.map(({ key, text, types }) => ({ key, text, href: r.here({ types, cursor: null, done: null, n: null }) }))
  return <Tabs label={words.kinds} items={items} current={current} />
}

/** What a form before has done. */
const Outcome = ({ r }: { r: Reader }) => {
  const { transactions: words } = r.words
  const done = r.query.get('done') ?? ''
  const n = Number(r.query.get('n') ?? 1)
  const said = Number.isSafeInteger(n) && n >= 0 && done in words.done ? words.done[done as keyof typeof words.done] : undefined
  return said ? <p role="status">{said(n, count(r, n))}</p> : null
}

type Listed = Visit & { lines: Lines; world: World; total: number; next: string | null; filter: Filter }

const Found = ({ reader: r, site, lines, world, total, next, filter }: Listed) => {
  const { transactions: words } = r.words
  if (lines.length === 0) return <Nothing r={r} site={site} world={world} isFiltered={isNarrowed(filter)} />
  const hasTicks = lines.some((line) => world.mayWrite(line.broker_id)) && site.hasPage('/transactions/bulk')
  const table = <LinesByMonth r={r} world={world} lines={lines} caption={words.title} hasTicks={hasTicks} />
  return (
    <section class="card" aria-label={words.title}>
      {hasTicks ? <BulkBar r={r}>{table}</BulkBar> : table}
      <Pager r={r} next={next} total={total} />
    </section>
  )
}

const Nothing = ({ r, site, world, isFiltered }: Pick<Listed, 'site' | 'world'> & { r: Reader; isFiltered: boolean }) => {
  const { transactions: words } = r.words
  if (isFiltered)
    return (
      <Empty title={words.nothingFits}>
        <a class="button" href={r.to('/transactions')}>
          {words.showAll}
        </a>
      </Empty>
    )
  const mayAdd = writable(world).length > 0
  return (
    <div class="card">
      <Empty title={words.none}>
        <p class="lead">{mayAdd ? words.noneLead : words.noneWithoutBroker}</p>
        <p class="ways">
          {site.hasPage('/imports') && mayAdd && (
            <a class="button primary" href={r.to('/imports')}>
              {words.importFile}
            </a>
          )}
          {mayAdd && (
            <a class="button" href={r.to('/transactions/new')}>
              {words.addFirst}
            </a>
          )}
          {!mayAdd && site.hasPage('/brokers') && (
            <a class="button primary" href={r.to('/brokers')}>
              {words.toBrokers}
            </a>
          )}
        </p>
      </Empty>
    </div>
  )
}
