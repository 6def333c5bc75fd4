import type { Tx } from '#db/connection.ts'
import { changeAccess, includeBroker } from '../../access/service.ts'
import { createBroker, freeBrokerName } from '../../brokers/service.ts'
import type { Ctx } from '../../context.ts'
import { type Decimal, ONE } from '../../shared/decimal.ts'
import type { Archive } from './archive.ts'
import { currency, decimalField, flag, type Item, integer, maybe, oneOf, text } from './fields.ts'
import { itemsOf } from './items.ts'

/** A broker that was made; `original` = what it was called where it came from. */
export type BroughtBroker = { readonly id: number; readonly name: string; readonly original: string }

/** Makes the brokers of an export as new ones, the caller's own, each with a name that is free. By their ids there. */
export async function bringBrokers(ctx: Ctx & { readonly db: Tx }, archive: Archive): Promise<Map<number, BroughtBroker>> {
  const made = new Map<number, BroughtBroker>()
  for await (const { id, name, share, included, ...fields } of itemsOf(archive, 'brokers.json', brokerOf)) {
    if (made.has(id)) continue
    const isKnown = ctx.plugins.brim.some((plugin) => plugin.code === fields.importPlugin)
    const importPlugin = isKnown ? fields.importPlugin : null
    const broker = await createBroker(ctx, { ...fields, importPlugin, name: await freeBrokerName(ctx, name) })
    if (share !== ONE) await changeAccess(ctx, { brokerId: broker.id, userId: ctx.user.id, share })
    if (!included) await includeBroker(ctx, { brokerId: broker.id, included })
    made.set(id, { id: broker.id, name: broker.name, original: name })
  }
  return made
}

function brokerOf(item: Item) {
  return {
    id: integer(item, 'id'),
    name: nameOf(item),
    description: maybe(text(2_000))(item, 'description'),
    website: websiteOf(item),
    currency: maybe(currency)(item, 'currency'),
    importPlugin: maybe(text(100))(item, 'import_plugin'),
    cash: oneOf(['tracked', 'not-tracked'])(item, 'cash'),
    archived: flag(item, 'archived'),
    allowCashOverdraft: flag(item, 'allow_cash_overdraft'),
    allowAssetShorting: flag(item, 'allow_asset_shorting'),
    included: flag(item, 'included'),
    share: shareOf(item),
  }
}

function nameOf(item: Item): string {
  const name = text(100)(item, 'name').trim()
  if (name === '') throw new RangeError('name must not be blank.')
  return name
}

/** An address of the web; anything else is left out. */
export function websiteOf(item: Item): string | null {
  const address = maybe(text(2_000))(item, 'website')
  return address !== null && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}

function shareOf(item: Item): Decimal {
  const share = decimalField(item, 'share')
  if (share < 0n || share > ONE) throw new RangeError('share must be from 0 to 1.')
  return share
}
