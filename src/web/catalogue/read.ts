import { AppError } from '../../shared/errors.ts'
import type { Ask, Given } from '../ask.ts'
import type { AnswerOf } from '../operations.ts'
import type { Call } from '../parts/script.tsx'
import { type Period, periodOf } from '../period.ts'
import type { Reader } from '../reader.ts'
import { type Scope, scopeOf } from '../scope.ts'
import type { Visit } from '../visit.ts'
import { type Closes, readCloses } from './closes.ts'

export type Asset = AnswerOf<'GET /assets/{id}'>

/** Everything that the page of one asset shows. */
export type AssetView = {
  readonly asset: Asset
  readonly report: AnswerOf<'GET /portfolio/holdings'>
  readonly closes: Closes
  readonly suspects: AnswerOf<'GET /assets/{id}/prices/suspect'>
  readonly rejected: AssetView['suspects']
  readonly gaps: AnswerOf<'GET /assets/{id}/prices/gaps'>
  readonly trades: AnswerOf<'GET /transactions'>
  readonly income: AnswerOf<'GET /portfolio/income'>
  readonly events: AnswerOf<'GET /assets/{id}/events'>
  readonly changes: AnswerOf<'GET /assets/{id}/history'>
  readonly brokers: AnswerOf<'GET /brokers'>
  readonly typeNames: ReadonlyMap<string, string>
  readonly sectorNames: ReadonlyMap<string, string>
  readonly countryNames: ReadonlyMap<string, string>
  /** How types of transactions are called. */
  readonly kinds: ReadonlyMap<string, string>
  readonly mayWrite: boolean
  readonly scope: Scope
  readonly period: Period
  readonly calls: readonly Call[]
}

/** The most that a page asks for of each list. */
const [TRADES, CHANGES] = [100, 10]

/** The id in the address of a page. Throws `asset/not-found` for what is none. */
export function assetId({ params }: Pick<Visit, 'params'>): string {
  const id = params['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('not-found', 'asset/not-found', 'There is no such asset.')
  return id
}

/** Whether the reader may write an asset: by a change of nothing that is only tried. */
export async function mayWrite(ask: Ask, id: number): Promise<boolean> {
  return (await writableAmong(ask, [id])).has(id)
}

/** Those of these assets that the reader may write. */
export async function writableAmong(ask: Ask, ids: Iterable<number>): Promise<ReadonlySet<number>> {
  const all = [...new Set(ids)]
  if (all.length === 0) return new Set()
  const tried = await ask.try('PATCH /assets/batch', { query: { dry_run: true }, body: all.map((id) => ({ id })) })
  const refused = new Set((tried.ok ? [] : (tried.problem.errors ?? [])).map(({ pointer }) => pointer.split('/')[1]))
  return new Set(tried.ok || refused.size > 0 ? all.filter((_, index) => !refused.has(String(index))) : [])
}

/** Throws `Refusal` where there is no such asset for the reader. */
export async function readAsset(visit: Visit): Promise<AssetView> {
  const { ask, reader: r } = visit
  const id = assetId(visit)
  const [scope, period] = [scopeOf(r), periodOf(r)]
  const own = { params: { id } }
  const of = { asset_ids: id, ...scope.query }
  const given = {
    report: { query: { asset_ids: id, lots: true, ...scope.dayQuery } },
    trades: { query: { asset_ids: id, broker_ids: scope.broker, limit: TRADES } },
    income: { query: of },
    changes: { ...own, query: { limit: CHANGES } },
    types: { query: { language: r.language } },
  } as const satisfies Record<string, Given>
  const asset = await ask('GET /assets/{id}', own)
  const [report, closes, findings, gaps, trades, income, events, changes, brokers, types, kinds, sectors, countries, may] =
    await Promise.all([
      ask('GET /portfolio/holdings', given.report),
      readCloses(ask, own, period),
      readFindings(ask, own),
      ask('GET /assets/{id}/prices/gaps', own),
      ask('GET /transactions', given.trades),
      ask('GET /portfolio/income', given.income),
      ask('GET /assets/{id}/events', own),
      ask('GET /assets/{id}/history', given.changes),
      ask('GET /brokers'),
      ask('GET /utilities/asset-types', given.types),
      ask('GET /utilities/transaction-types', given.types),
      ask('GET /utilities/sectors', given.types),
      asset.country === null ? [] : ask('GET /utilities/countries', { query: { language: r.language, q: asset.country } }),
      mayWrite(ask, asset.id),
    ])
  return {
    ...{ asset, report, closes, ...findings, gaps, trades, income, events, changes, brokers, scope, period },
    calls: callsOf(own, { ...given, prices: closes.given }),
    typeNames: namesOf(types),
    sectorNames: namesOf(sectors),
    countryNames: namesOf(countries),
    kinds: namesOf(kinds),
    mayWrite: may,
  }
}

const REJECTED = { query: { rejected: true } }

/** Closes that are held back, and those that were rejected. */
async function readFindings(ask: Ask, own: Given): Promise<Pick<AssetView, 'suspects' | 'rejected'>> {
  const [suspects, rejected] = await Promise.all([
    ask('GET /assets/{id}/prices/suspect', own),
    ask('GET /assets/{id}/prices/suspect', { ...own, ...REJECTED }),
  ])
  return { suspects, rejected }
}

type Lists = Readonly<Record<'report' | 'prices' | 'trades' | 'income' | 'changes', Given>>

function callsOf(own: Given, given: Lists): Call[] {
  return [
    ['GET /assets/{id}', own],
    ['GET /portfolio/holdings', given.report],
    ['GET /assets/{id}/prices', given.prices],
    ['GET /assets/{id}/prices/suspect', own],
    ['GET /assets/{id}/prices/suspect', { ...own, ...REJECTED }],
    ['GET /assets/{id}/prices/gaps', own],
    ['GET /transactions', given.trades],
    ['GET /portfolio/income', given.income],
    ['GET /assets/{id}/events', own],
    ['GET /assets/{id}/history', given.changes],
  ]
}

/** What codes are called in the reader's language. */
export function namesOf(types: readonly { readonly code: string; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map<string, string>(types.map(({ code, name }) => [code, name]))
}

/** `YAHOO`, or in words what is not the code of a provider. */
export function sourceName({ words }: Reader, source: string): string {
  const names: Readonly<Record<string, string>> = words.catalogue.sources
  return names[source] ?? source
}
