import type { Child } from 'hono/jsx'
import { count } from '../figures.ts'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'

/** As many rows as a page shows at once. */
const SHOWN = 100

export type Shown<R> = { readonly rows: readonly R[]; readonly at: number; readonly pages: number; readonly total: number }

/** The rows of the page that the address names (`?page=2`), the last ones first. */
export function shownOf<R>(r: Pick<Reader, 'query'>, all: readonly R[]): Shown<R> {
  const pages = Math.max(1, Math.ceil(all.length / SHOWN))
  const wish = Number(/^\d{1,6}$/.exec(r.query.get('page') ?? '')?.[0] ?? 1)
  const at = Math.min(pages, Math.max(1, wish))
  const end = all.length - (at - 1) * SHOWN
  return { rows: all.slice(Math.max(0, end - SHOWN), end).reverse(), at, pages, total: all.length }
}

/** How many of how many, and the way to the others. Nothing where all are there. */
export const RowsPager = ({ r, shown: { rows, at, pages, total } }: { r: Reader; shown: Shown<unknown> }) =>
  pages === 1 ? null : (
    <nav class="pager" aria-label={r.words.common.pages}>
      {at > 1 && <a href={r.here({ page: at === 2 ? null : at - 1 })}>{r.words.common.previous}</a>}
      <span class="quiet">{r.words.reports.rowsShown(count(r, rows.length), count(r, total))}</span>
      {at < pages && <a href={r.here({ page: at + 1 })}>{r.words.common.next}</a>}
    </nav>
  )

/** A link where there is a page behind it. */
export const Linked = ({ r, site, path, children }: { r: Reader; site: Site; path: string; children: Child }) =>
  site.hasPage(path) ? (
    <a class="explained" href={r.to(path)}>
      {children}
    </a>
  ) : (
    children
  )

type Named = {
  readonly asset_id: number | null
  readonly symbol: string | null
  readonly name: string | null
  readonly isin: string | null
}

/** What the asset of a row is called; a dash where a row is about none. `hasIsin`: with its ISIN, as a tax office wants it. */
export const AssetName = ({ r, site, of, hasIsin }: { r: Reader; site: Site; of: Named; hasIsin?: boolean }) =>
  of.asset_id === null ? (
    <span class="quiet">{r.words.reports.noAsset}</span>
  ) : (
    <>
      <Linked r={r} site={site} path={`/assets/${of.asset_id}`}>
        <b>{of.symbol}</b>
        {of.name !== of.symbol && ` ${of.name}`}
      </Linked>
      {hasIsin && of.isin !== null && of.isin !== of.symbol && <span class="sub">{of.isin}</span>}
    </>
  )
