import type { Tx } from '#db/connection.ts'
import type { Ctx } from '../../context.ts'
import type { JobControls } from '../../jobs/service.ts'
import { isCurrency } from '../../shared/currency.ts'
import { AppError } from '../../shared/errors.ts'
import { TRANSACTION_TYPES } from '../../shared/transaction-type.ts'
import { type BroughtLine, createLineBringer } from '../../transactions/carried.service.ts'
import type { Archive } from './archive.ts'
import type { BroughtAsset } from './assets.ts'
import type { BroughtBroker } from './brokers.ts'
import { day, decimalField, type Item, integer, itemOf, listOf, maybe, oneOf, text } from './fields.ts'
import { itemsOf } from './items.ts'

type Known = { readonly brokers: ReadonlyMap<number, BroughtBroker>; readonly assets: ReadonlyMap<number, BroughtAsset> }

const TELL_EVERY = 250

/** Writes the transactions of an export, in their order there. Needs all their brokers and assets. */
export async function bringLedger(
  ctx: Ctx & { readonly db: Tx },
  archive: Archive,
  { brokers, assets }: Known,
  job: JobControls,
): Promise<{ readonly lines: number; readonly lotsLeftOut: number }> {
  const quantities = new Map([...assets.values()].map(({ id, priceQuantity }) => [id, priceQuantity]))
  const bringer = createLineBringer(ctx, (id) => quantities.get(id))
  let count = 0
  for await (const line of itemsOf(archive, 'transactions.json', (item) => lineOf(item, { brokers, assets }))) {
    await bringer.bring(line)
    if (++count % TELL_EVERY !== 0) continue
    job.signal.throwIfAborted()
    job.progress(count, { total: Math.max(archive.transactions, count), note: 'transactions' })
  }
  if (count !== archive.transactions)
    throw new AppError(
      'invalid',
      'backup/export-damaged',
      `It has ${count} transactions, and should have ${archive.transactions}. Nothing was changed.`,
    )
  return await bringer.finish()
}

function lineOf(item: Item, { brokers, assets }: Known): BroughtLine {
  const [brokerId, assetId] = [integer(item, 'broker_id'), maybe(integer)(item, 'asset_id')]
  const [broker, asset] = [brokers.get(brokerId), assetId === null ? null : assets.get(assetId)]
  if (broker === undefined) throw new RangeError(`There is no broker ${brokerId} in the export.`)
  if (asset === undefined) throw new RangeError(`There is no asset ${assetId} in the export.`)
  const lots = item['lots'] == null ? null : listOf(item, 'lots', 10_000).map((lot) => lotOf(itemOf(lot)))
  return {
    id: integer(item, 'id'),
    group: maybe(text(100))(item, 'group_id'),
    lots,
    input: {
      ...{ brokerId: broker.id, assetId: asset?.id ?? null, type: oneOf(TRANSACTION_TYPES)(item, 'type') },
      ...{ date: day(item, 'date'), time: maybe(text(12))(item, 'time'), settledOn: maybe(day)(item, 'settled_on') },
      ...{ quantity: decimalField(item, 'quantity'), amount: decimalField(item, 'amount') },
      ...{ price: maybe(decimalField)(item, 'price'), priceCurrency: maybe(code)(item, 'price_currency') },
      ...{ fxRate: maybe(decimalField)(item, 'fx_rate'), currency: maybe(code)(item, 'currency') },
      ...{ fees: decimalField(item, 'fees'), taxes: decimalField(item, 'taxes') },
      ...{ costBasis: maybe(decimalField)(item, 'cost_basis'), costShare: maybe(decimalField)(item, 'cost_share') },
      ...{ ratio: maybe(text(40))(item, 'ratio'), externalId: maybe(text(200))(item, 'external_id') },
      ...{ description: maybe(text(2_000))(item, 'description'), account: maybe(text(200))(item, 'account') },
      tags: tagsOf(item),
      lots: null,
    },
  }
}

function tagsOf(item: Item): string[] {
  const tags = listOf(item, 'tags', 100)
  return tags.map((_, index) => text(200)(Object.fromEntries(tags.entries()), String(index)))
}

function lotOf(item: Item) {
  return { id: integer(item, 'lot_id'), quantity: decimalField(item, 'quantity') }
}

function code(item: Item, field: string): string {
  const value = text(4)(item, field)
  if (!isCurrency(value)) throw new RangeError(`${field} must be an ISO 4217 currency.`)
  return value
}
