import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'
import type { AssetFields } from './asset.ts'
import { readContract } from './contract.ts'
import { readOccSymbol } from './occ-symbol.ts'
import { readAllocation } from './repository.ts'

/** What the ledger needs of an asset. */
export type AssetFacts = {
  readonly id: number
  readonly symbol: string
  readonly currency: string
  readonly priceQuantity: Decimal
  readonly archived: boolean
  /** The last day of a contract. */
  readonly expiry: string | null
}

/** What an asset is called. */
export type AssetLabel = {
  readonly symbol: string
  readonly isin: string | null
  readonly name: string
  readonly type: string
  readonly currency: string
}

/** What an asset is divided by. */
export type AssetDivision = Pick<AssetFields, 'country' | 'sector' | 'allocation'>

const factsOf = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .select(['id', 'symbol', 'type', 'currency', 'price_quantity', 'archived', 'contract'])
    .where('id', 'in', inList(p.ids)),
)

const labelsOf = query<{ ids: readonly number[] }>()((q, p) =>
  q.selectFrom('asset').select(['id', 'symbol', 'isin', 'name', 'type', 'currency']).where('id', 'in', inList(p.ids)),
)

const sourcedAmong = query<{ ids: readonly number[] }>()((q, p) =>
  q.selectFrom('asset').select('id').where('id', 'in', inList(p.ids)).where('source_provider', 'is not', null),
)

/** Those among these assets that have a price source. */
export async function findSourced(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await sourcedAmong.all(db, { ids })).map((row) => row.id))
}

const divisionsOf = query<{ ids: readonly number[] }>()((q, p) =>
  q.selectFrom('asset').select(['id', 'country', 'sector', 'allocation']).where('id', 'in', inList(p.ids)),
)

/** Where the assets of these ids belong: country, sector, and their parts where they have several. */
export async function findAssetDivisions(db: Reader, ids: readonly number[]): Promise<Map<number, AssetDivision>> {
  const rows = await divisionsOf.all(db, { ids })
  return new Map(
    rows.map(({ id, country, sector, allocation }) => [
      id,
      { country, sector, allocation: allocation === null ? null : readAllocation(allocation) },
    ]),
  )
}

/** The assets of these ids that exist. */
export async function findAssetFacts(db: Reader, ids: readonly number[]): Promise<Map<number, AssetFacts>> {
  const rows = await factsOf.all(db, { ids })
  return new Map(
    rows.map(({ id, symbol, currency, price_quantity, archived, ...row }) => [
      id,
      { id, symbol, currency, priceQuantity: decimal(price_quantity), archived: archived === 1, expiry: expiryOf(symbol, row) },
    ]),
  )
}

/** As its contract says, else as the symbol of a listed option does. */
function expiryOf(
  symbol: string,
  { type, contract }: { readonly type: string; readonly contract: string | null },
): string | null {
  if (contract !== null) return readContract(contract).expiry
  return type === 'OPTION' ? (readOccSymbol(symbol)?.expiry ?? null) : null
}

/** The names of the assets of these ids. */
export async function findAssetLabels(db: Reader, ids: readonly number[]): Promise<Map<number, AssetLabel>> {
  const rows = await labelsOf.all(db, { ids })
  return new Map(rows.map(({ id, symbol, isin, name, type, currency }) => [id, { symbol, isin, name, type, currency }]))
}
