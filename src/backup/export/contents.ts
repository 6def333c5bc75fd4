import { listAccess } from '../../access/service.ts'
import { type Asset, getAsset, listAssetLabels, listAssets } from '../../assets/service.ts'
import { chosenPreferences } from '../../auth/preferences.service.ts'
import { type Broker, getBroker } from '../../brokers/service.ts'
import type { Ctx } from '../../context.ts'
import { carriedRates } from '../../fx/carried.service.ts'
import { listTemplates } from '../../imports/choices/template.service.ts'
import { listReports, type Report, type ReportList } from '../../imports/service.ts'
import { listCarriedCloses, listCarriedEvents } from '../../prices/carried.service.ts'
import { csvHeader, csvRows } from '../../shared/csv.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import { exportHeader, exportRows } from '../../transactions/carried.service.ts'
import { CLOSE_COLUMNS, RATE_COLUMNS } from './format.ts'
import type { Spool } from './spool.ts'

const ASSETS_A_PAGE = 500
const REPORTS_A_PAGE = 500
const ROWS_A_PIECE = 500

/** What the caller chose; nothing of who they are. */
export async function preferenceItems(ctx: Ctx): Promise<object[]> {
  const chosen = await chosenPreferences(ctx.reader, ctx.user.id)
  if (chosen === undefined) return []
  const { language, currency, theme, costBasisMethod, formatRegion, hideAmounts, shortcuts } = chosen
  return [
    {
      ...{ language, currency, theme, cost_basis_method: costBasisMethod },
      ...{ format_region: formatRegion, hide_amounts: hideAmounts, shortcuts },
    },
  ]
}

/** Templates of the caller. */
export async function templateItems(ctx: Ctx): Promise<object[]> {
  return (await listTemplates(ctx)).map(({ name, plugin, titles, options }) => ({ name, plugin, titles, options }))
}

/** The brokers, with the caller's own part in each and nobody else's. */
export async function* brokerItems(ctx: Ctx, ids: readonly number[]): AsyncGenerator<object> {
  for (const id of ids) {
    const members = await listAccess(ctx, id)
    const share = members.find(({ userId }) => userId === ctx.user.id)?.share
    yield { ...brokerItem(await getBroker(ctx, id)), share: share === undefined ? '0' : formatDecimal(share) }
  }
}

function brokerItem(broker: Broker): object {
  const { id, name, description, website, currency, importPlugin, cash, archived, role, included } = broker
  return {
    ...{ id, name, description, website, currency, import_plugin: importPlugin, cash, archived, role, included },
    ...{ allow_cash_overdraft: broker.allowCashOverdraft, allow_asset_shorting: broker.allowAssetShorting },
  }
}

/** The assets of the ledger, and what the caller added to the catalogue themselves. */
export async function listExportAssets(ctx: Ctx, used: ReadonlySet<number>): Promise<number[]> {
  const ids = new Set(used)
  let after: readonly [string, number] | undefined
  do {
    const page = await listAssets(ctx, { held: false, archived: true }, { limit: ASSETS_A_PAGE, after }, false)
    for (const { id, createdBy } of page.assets) if (createdBy === ctx.user.id) ids.add(id)
    after = page.next ?? undefined
  } while (after)
  return [...ids].sort((a, b) => a - b)
}

/** The assets with their events; who added them is not said. */
export async function* assetItems(ctx: Ctx, ids: readonly number[]): AsyncGenerator<object> {
  for (const id of ids) {
    const events = await listCarriedEvents(ctx, id)
    const shown = events.map(({ type, date, amount, currency, ratio, source }) => {
      return { type, date, amount: amount === null ? null : formatDecimal(amount), currency, ratio, source }
    })
    yield { ...assetItem(await getAsset(ctx, id)), events: shown }
  }
}

function assetItem(asset: Asset): object {
  const { id, symbol, name, type, currency, isin, exchange, identifiers, country, sector, website, description } = asset
  const { contract, allocation } = asset
  const parts = (shares: ReadonlyMap<string, Parameters<typeof formatDecimal>[0]>) =>
    Object.fromEntries([...shares].map(([code, share]) => [code, formatDecimal(share)]))
  return {
    ...{ id, symbol, name, type, currency, isin, exchange, price_quantity: formatDecimal(asset.priceQuantity), identifiers },
    ...{ country, sector, website, description, price_source: asset.priceSource, archived: asset.archived },
    contract: contract && {
      ...{ underlying: contract.underlying, expiry: contract.expiry, right: contract.right },
      ...{ strike: contract.strike === null ? null : formatDecimal(contract.strike) },
      multiplier: formatDecimal(contract.multiplier),
    },
    allocation: allocation && { countries: parts(allocation.countries), sectors: parts(allocation.sectors) },
  }
}

/** The lines, but for what says who wrote them. */
export async function* transactionItems(spool: Spool): AsyncGenerator<object> {
  for await (const lines of spool.lines()) for (const { revision: _, created_by: __, ...line } of lines) yield line
}

/** The same as the list of transactions gives as CSV, with the names of assets: `broker_generic_csv` reads it. */
export async function* transactionRows(ctx: Ctx, spool: Spool): AsyncGenerator<string> {
  const labels = await listAssetLabels(ctx, spool.assetIds)
  yield exportHeader()
  for await (const lines of spool.lines()) yield exportRows(lines, (id) => labels.get(id))
}

/** Closes as `PUT /assets/prices` takes them, with their source. */
export async function* closeRows(ctx: Ctx, assetIds: readonly number[]): AsyncGenerator<string> {
  yield csvHeader(CLOSE_COLUMNS)
  for (const asset_id of assetIds) {
    const closes = await listCarriedCloses(ctx, asset_id)
    for (let at = 0; at < closes.length; at += ROWS_A_PIECE) {
      const rows = closes.slice(at, at + ROWS_A_PIECE).map((close) => ({ asset_id, ...close }))
      yield csvRows({ columns: CLOSE_COLUMNS, rows, texts: [] })
    }
  }
}

/** The reports of the brokers; who uploaded one is not said. */
export async function* reportItems(reports: readonly Report[]): AsyncGenerator<object> {
  for (const report of reports) {
    const { id, filename, size, sha256, status, plugin } = report
    yield {
      ...{ id, broker_id: report.brokerId, filename, size, sha256, content_type: report.contentType, status, plugin },
      ...{ uploaded_at: report.uploadedAt, imported_at: report.importedAt },
    }
  }
}

/** Every report of the brokers, newest first. */
export async function listExportReports(ctx: Ctx, brokerIds: readonly number[]): Promise<Report[]> {
  const all: Report[] = []
  let before: readonly [string, string] | null = null
  do {
    const page: ReportList = await listReports(ctx, { brokerIds, limit: REPORTS_A_PAGE, before, count: false })
    all.push(...page.items)
    before = page.next
  } while (before !== null)
  return all
}

/** Rates between the currencies of the brokers and that of the caller's reports. */
export async function* rateRows(ctx: Ctx, brokerIds: readonly number[], currency: string): AsyncGenerator<string> {
  yield csvHeader(RATE_COLUMNS)
  const brokers = await Promise.all(brokerIds.map((id) => getBroker(ctx, id)))
  const more = [currency, ...brokers.flatMap((broker) => broker.currency ?? [])]
  for await (const rates of carriedRates(ctx, brokerIds, more))
    for (let at = 0; at < rates.length; at += ROWS_A_PIECE)
      yield csvRows({ columns: RATE_COLUMNS, rows: rates.slice(at, at + ROWS_A_PIECE), texts: [] })
}
