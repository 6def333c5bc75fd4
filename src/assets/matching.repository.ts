import type { ExpressionBuilder } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'
import { isSeen, type Sight } from '#db/sight.ts'
import type { AssetType } from '../shared/asset-type.ts'
import { decimal } from '../shared/decimal.ts'
import { lowerAscii } from '../shared/fold.ts'
import { type AssetIdentifier, type AssetIdentifierKind, keyOfIdentifier, type Listing } from './asset.ts'
import type { CatalogueAsset } from './matching.ts'
import { findIdentifiers } from './repository.ts'

/** What to look for in the catalogue: assets that have any of it. */
export type Lookup = {
  readonly isins: readonly string[]
  readonly symbols: readonly string[]
  readonly nameKeys: readonly string[]
  readonly contractKeys?: readonly string[]
  readonly identifiers: readonly AssetIdentifier[]
}

const namedLike = query<Readonly<Record<'isins' | 'symbols' | 'nameKeys' | 'contractKeys', readonly string[]>>>()((q, p) =>
  q
    .selectFrom('asset')
    .select('id')
    .where('isin', 'in', inList(p.isins))
    .union(q.selectFrom('asset').select('id').where('symbol_key', 'in', inList(p.symbols)))
    .union(q.selectFrom('asset').select('id').where('name_key', 'in', inList(p.nameKeys)))
    .union(q.selectFrom('asset').select('id').where('contract_key', 'in', inList(p.contractKeys))),
)

const numberedLike = query<{ kinds: readonly AssetIdentifierKind[]; values: readonly string[] }>()((q, p) =>
  q
    .selectFrom('asset_identifier')
    .select(['asset_id', 'kind', 'value'])
    .$narrowType<{ kind: AssetIdentifierKind }>()
    .where('kind', 'in', inList(p.kinds))
    .where('value', 'in', inList(p.values)),
)

const assetsOf = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .select([
      'id',
      'symbol',
      'name',
      'name_key',
      'type',
      'currency',
      'isin',
      'exchange',
      'price_quantity',
      'contract_key',
      'archived',
      'verified',
    ])
    .$narrowType<{ type: AssetType }>()
    .where('id', 'in', inList(p.ids))
    .orderBy('id'),
)

/** Which lines there are of assets, at the brokers that the one who looks has included; `isReported`: from reports of one broker. */
const usesOf = query<Sight & { ids: readonly number[]; brokerId: number }>()((q, p) => {
  const lines = (eb: ExpressionBuilder<Schema, 'asset'>) =>
    eb.selectFrom('ledger_transaction as line').select('line.id').whereRef('line.asset_id', '=', 'asset.id')
  const included = (eb: ExpressionBuilder<Schema, 'asset'>) =>
    lines(eb).where('line.broker_id', 'in', (brokers) =>
      brokers
        .selectFrom('broker_access')
        .select('broker_id')
        .where('user_id', '=', p.userId)
        .where(isSeen('broker_access.broker_id', p))
        .where('included', '=', 1),
    )
  return q
    .selectFrom('asset')
    .select((eb) => [
      'asset.id',
      eb.exists(included(eb)).as('isUsed'),
      eb.exists(included(eb).where('line.quantity', '<>', '0')).as('isTraded'),
      eb.exists(lines(eb).where('line.broker_id', '=', p.brokerId).where('line.report_id', 'is not', null)).as('isReported'),
    ])
    .where('asset.id', 'in', inList(p.ids))
})

const listingsOf = query<{ isins: readonly string[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .select(['id', 'isin', 'currency', 'exchange', 'contract_key as contractKey'])
    .where('isin', 'in', inList(p.isins)),
)

/** Every asset that has one of the numbers, symbols or names. */
export async function findCandidateIds(db: Reader, lookup: Lookup): Promise<number[]> {
  const { isins, symbols, nameKeys, contractKeys = [], identifiers } = lookup
  const named = await namedLike.all(db, { isins, symbols: symbols.map(lowerAscii), nameKeys, contractKeys })
  const numbered = await numberedLike.all(db, {
    kinds: [...new Set(identifiers.map(({ kind }) => kind))],
    values: [...new Set(identifiers.map(({ value }) => value))],
  })
  const keys = new Set(identifiers.map(keyOfIdentifier))
  const ids = numbered.filter((number) => keys.has(keyOfIdentifier(number))).map((number) => number.asset_id)
  return [...new Set([...named.map((row) => row.id), ...ids])]
}

/** The assets of these ids as matching for a broker sees them, in three queries; by id. */
export async function readCandidates(db: Reader, sight: Sight, ids: readonly number[], brokerId = 0): Promise<CatalogueAsset[]> {
  if (ids.length === 0) return []
  const identifiers = await findIdentifiers(db, ids)
  const uses = new Map((await usesOf.all(db, { ids, brokerId, ...sight })).map((row) => [row.id, row]))
  const rows = await assetsOf.all(db, { ids })
  return rows.map(({ name_key, price_quantity, contract_key, archived, verified, ...row }) => ({
    ...row,
    nameKey: name_key,
    priceQuantity: decimal(price_quantity),
    contractKey: contract_key,
    archived: archived === 1,
    verified: verified !== null,
    identifiers: identifiers.get(row.id) ?? [],
    ...usesIn(uses.get(row.id)),
  }))
}

/** SQLite has no truth values of its own. */
function usesIn(uses: Readonly<Record<'isUsed' | 'isTraded' | 'isReported', unknown>> | undefined) {
  return { used: Boolean(uses?.isUsed), traded: Boolean(uses?.isTraded), reported: Boolean(uses?.isReported) }
}

/** The listings that there are of these ISINs. */
export async function findListings(
  db: Reader,
  isins: readonly string[],
): Promise<(Listing & { readonly id: number; readonly contractKey: string | null })[]> {
  return await listingsOf.all(db, { isins })
}
