import { AppError } from '../../shared/errors.ts'
import { type Ask, type Query, Refusal } from '../ask.ts'
import type { ExplainedReport } from '../explanation.ts'
import type { Operation } from '../operations.ts'
import { Crumbs, PageHead } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page, View } from '../visit.ts'
import { Explained, shownTerms } from './explained.tsx'
import { type ExplainedAnswer, SOURCES } from './sources.ts'

/** How a figure was made: `/explain/holdings?figure=market_value&row=3`, with what the report takes. */
export const explainPage: Page = async (visit) => {
  const { reader: r, ask, params, site } = visit
  const report = Object.keys(SOURCES).find((one): one is ExplainedReport => one === params['report'])
  const [figure, row] = [r.query.get('figure') ?? '', r.query.get('row')]
  if (report === undefined) throw nothingHere()
  const given = { query: queryOf(r, report, { figure, row }) }
  const operation: Operation = SOURCES[report].operation
  const found = await read(ask, report, given.query)
  if ('tooLong' in found) return tooLong(r, figure, found.tooLong)
  const explained = found.find(row)
  if (explained === undefined) throw nothingHere()
  const { explain: words } = r.words
  const texts: Readonly<Record<string, string>> = words.figures
  const title = [texts[figure] ?? figure, explained.name].filter((one) => one !== '').join(', ')
  const mentioned = [...new Set(shownTerms(r, explained, figure).shown.flatMap(({ asset_id }) => asset_id ?? []))]
  const assetIds = explained.name === '' || mentioned.length > 1 ? mentioned : []
  const names = await namesOf(ask, assetIds)
  const shown = Explained({ r, site, figure, row: explained, currency: found.currency, names })
  if (shown === null) throw nothingHere()
  const body = (
    <div class="stacked explain">
      {!r.isFragment && <Crumbs r={r} items={[{ text: r.words.overview.title, href: r.to('/') }]} />}
      <PageHead r={r} title={title}>
        {r.isFragment && <Close r={r} />}
      </PageHead>
      {shown}
      {!r.isFragment && (
        <AsScript
          r={r}
          operations={[
            [operation, given],
            ...(assetIds.length > 0 ? [['GET /assets', { query: { asset_ids: assetIds } }] as const] : []),
          ]}
        />
      )}
    </div>
  )
  return { title, body, here: report === 'holdings' ? '/holdings' : '/' }
}

/** What assets are called; where all terms are about the one of the title, it need not be said. */
async function namesOf(ask: Ask, assetIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (assetIds.length === 0) return new Map()
  const query = { asset_ids: assetIds, limit: assetIds.length }
  const found = await Promise.all([ask('GET /assets', { query }), ask('GET /assets', { query: { ...query, archived: true } })])
  return new Map(found.flat().map(({ id, name, symbol }) => [id, name || symbol]))
}

const Close = ({ r }: { r: Reader }) => (
  <form method="dialog">
    <button type="submit" class="button small" formmethod="dialog" autofocus>
      {r.words.common.close}
    </button>
  </form>
)

/** What the report is given: as little as the figure needs. */
function queryOf(r: Reader, report: ExplainedReport, { figure, row }: { figure: string; row: string | null }): Query {
  const { keys } = SOURCES[report]
  const given = Object.fromEntries(keys.flatMap((key) => (r.query.has(key) ? [[key, r.query.getAll(key)]] : [])))
  const isHolding = report === 'holdings' && row !== null && /^\d+$/.test(row) && figure !== 'weight'
  const isOfTotals = row === null && report !== 'history' && report !== 'performance'
  return {
    ...given,
    ...(isHolding && { asset_ids: row, scope: null }),
    ...(report === 'history' && row !== null && { to: row, interval: 'monthly' }),
    ...(isOfTotals ? { explain_totals: true } : { explain: true }),
  }
}

async function read(ask: Ask, report: ExplainedReport, query: Query): Promise<ExplainedAnswer | { tooLong: string }> {
  const { operation, read } = SOURCES[report]
  const tried = await ask.try(operation, { query })
  // The table pairs each operation with what reads its answer; TypeScript cannot follow a pair through a union.
  if (tried.ok) return (read as (answer: unknown) => ExplainedAnswer)(tried.body)
  if (tried.problem.code === 'portfolio/explain-too-long')
    return { tooLong: tried.problem.errors?.[0]?.detail ?? tried.problem.detail }
  throw new Refusal(tried.problem, tried.retryAfterSeconds)
}

/** A report of too many transactions is not explained; a shorter one is. */
function tooLong(r: Reader, figure: string, detail: string): View {
  const texts: Readonly<Record<string, string>> = r.words.explain.figures
  const title = texts[figure] ?? figure
  const body = (
    <div class="stacked explain">
      <PageHead r={r} title={title}>
        {r.isFragment && <Close r={r} />}
      </PageHead>
      <div class="card">
        <p>{r.words.explain.tooLong}</p>
        <p class="quiet small">{detail}</p>
      </div>
    </div>
  )
  return { title, body }
}

function nothingHere(): AppError {
  return new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
}
