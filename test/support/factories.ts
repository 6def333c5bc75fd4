import { fold } from '#src/shared/fold.ts'
import type { TestApp, TestUser } from './app.ts'

let counter = 0

/** A broker made behind the front door; `owner` is its OWNER, `members` have the roles given. */
export async function createBroker(
  { store, deps }: TestApp,
  owner: TestUser,
  fields: {
    name?: string
    allowCashOverdraft?: boolean
    allowAssetShorting?: boolean
    members?: readonly (readonly [TestUser, 'OWNER' | 'EDITOR' | 'VIEWER'])[]
  } = {},
): Promise<number> {
  counter += 1
  const name = fields.name ?? `Broker ${counter}`
  const time = deps.clock().toISOString()
  const { id } = await store.writer
    .insertInto('broker')
    .values({
      name,
      name_key: name.toLowerCase(),
      description: null,
      icon: null,
      website: null,
      currency: null,
      import_plugin: null,
      allow_cash_overdraft: fields.allowCashOverdraft === false ? 0 : 1,
      allow_asset_shorting: fields.allowAssetShorting === true ? 1 : 0,
      created_by: owner.id,
      created_at: time,
      updated_at: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [user, role] of [[owner, 'OWNER'] as const, ...(fields.members ?? [])]) {
    await store.writer
      .insertInto('broker_access')
      .values({
        broker_id: id,
        user_id: user.id,
        role,
        share: user === owner ? '1' : '0',
        granted_at: time,
        granted_by: owner.id,
      })
      .execute()
  }
  return id
}

/** An asset made behind the front door. */
export async function createAsset(
  { store, deps }: TestApp,
  fields: {
    symbol?: string
    name?: string
    isin?: string
    type?: string
    currency?: string
    priceQuantity?: string
    createdBy?: number
    isVerified?: boolean
  } = {},
): Promise<number> {
  counter += 1
  const symbol = fields.symbol ?? `SYM${counter}`
  const name = fields.name ?? `${symbol} name`
  const time = deps.clock().toISOString()
  const { id } = await store.writer
    .insertInto('asset')
    .values({
      symbol,
      symbol_key: symbol.toLowerCase(),
      name,
      name_key: fold(name),
      search_key: fold(`${symbol} ${name} ${fields.isin ?? ''}`),
      type: fields.type ?? 'STOCK',
      currency: fields.currency ?? 'EUR',
      isin: fields.isin ?? null,
      exchange: null,
      price_quantity: fields.priceQuantity ?? '1',
      country: null,
      sector: null,
      allocation: null,
      icon: null,
      website: null,
      description: null,
      price_source: null,
      source_provider: null,
      source_id: null,
      report_id: null,
      created_by: fields.createdBy ?? null,
      verified: fields.isVerified === true ? 'superuser' : null,
      verified_at: fields.isVerified === true ? time : null,
      created_at: time,
      updated_at: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Who may write what others use, behind the front door; without it by stake. */
export async function setSharedData(
  { store, deps }: Pick<TestApp, 'store' | 'deps'>,
  value: 'everyone' | 'superusers',
): Promise<void> {
  await store.writer
    .insertInto('setting')
    .values({ key: 'shared_data', value: JSON.stringify(value), updated_at: deps.clock().toISOString(), updated_by: null })
    .execute()
}
