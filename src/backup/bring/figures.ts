import type { Tx } from '#db/connection.ts'
import type { Ctx } from '../../context.ts'
import { bringRates, type CarriedRate } from '../../fx/carried.service.ts'
import type { JobControls } from '../../jobs/service.ts'
import { bringCloses, type CarriedClose } from '../../prices/carried.service.ts'
import { addDays, dayOf } from '../../shared/date.ts'
import type { Archive } from './archive.ts'
import { decimalText, sourceCode } from './asset-item.ts'
import { type BroughtAsset, bringEventsOf, closesBefore, mayWrite } from './assets.ts'
import { currency, day, type Item, text } from './fields.ts'
import { itemsOf } from './items.ts'

/** `differing`: of assets that were there, closes that the export has otherwise, or that the caller may not store. */
export type BroughtCloses = { added: number; present: number; differing: number; readonly assets: Set<string> }

const ROWS_A_STEP = 500
/** Digits, and nothing that takes long to multiply. */
const RATE = /^\d{1,40}(?:\.\d{1,80})?$/

type Close = { readonly asset: number; readonly close: CarriedClose }

/** Stores closes and events of what the caller may write, on days without a close; nothing that is there is replaced. */
export async function bringPrices(
  ctx: Ctx & { readonly db: Tx },
  archive: Archive,
  assets: ReadonlyMap<number, BroughtAsset>,
  job: JobControls,
): Promise<BroughtCloses> {
  const found: BroughtCloses = { added: 0, present: 0, differing: 0, assets: new Set() }
  for (const asset of assets.values()) if (!(await bringEventsOf(ctx, asset))) found.assets.add(asset.title)
  let current: { readonly id: number; readonly store: (closes: readonly CarriedClose[]) => Promise<void> } | undefined
  let pending: CarriedClose[] = []
  for await (const { asset: id, close } of itemsOf(archive, 'closes.csv', (item) => closeOf(ctx, item))) {
    const asset = assets.get(id)
    if (asset === undefined) continue
    if (current?.id !== id || pending.length >= ROWS_A_STEP) {
      await current?.store(pending)
      pending = []
      job.signal.throwIfAborted()
    }
    if (current?.id !== id) current = { id, store: await storing(ctx, asset, found) }
    pending.push(close)
  }
  await current?.store(pending)
  return found
}

async function storing(ctx: Ctx & { readonly db: Tx }, asset: BroughtAsset, found: BroughtCloses) {
  const [before, isWritable] = [await closesBefore(ctx, asset), await mayWrite(ctx, asset.id)]
  return async (closes: readonly CarriedClose[]) => {
    const fresh = closes.filter(({ date }) => !before.has(date))
    const same = closes.filter(({ date, close, currency: code }) => before.get(date) === `${close} ${code}`).length
    const added = isWritable ? await bringCloses(ctx, asset.id, fresh) : 0
    found.added += added
    found.present += same
    const differing = closes.length - added - same
    found.differing += differing
    if (differing > 0) found.assets.add(asset.title)
  }
}

function closeOf(ctx: Ctx, item: Item): Close {
  const date = day(item, 'date')
  if (date > addDays(dayOf(ctx.clock()), 1)) throw new RangeError('date must not be to come.')
  const asset = Number(item['asset_id'])
  return {
    asset,
    close: { date, close: decimalText(item, 'close'), currency: currency(item, 'currency'), source: sourceCode(item) },
  }
}

/** Stores the rates, which count for the caller alone, on days without one of theirs. */
export async function bringAllRates(
  ctx: Ctx & { readonly db: Tx },
  archive: Archive,
  job: JobControls,
): Promise<{ readonly added: number; readonly present: number }> {
  let [added, total] = [0, 0]
  let pending: CarriedRate[] = []
  const store = async () => {
    added += await bringRates(ctx, pending)
    total += pending.length
    pending = []
    job.signal.throwIfAborted()
  }
  for await (const rate of itemsOf(archive, 'rates.csv', rateOf)) {
    pending.push(rate)
    if (pending.length >= ROWS_A_STEP) await store()
  }
  await store()
  return { added, present: total - added }
}

function rateOf(item: Item): CarriedRate {
  const [base, quote, rate] = [currency(item, 'base'), currency(item, 'quote'), text(128)(item, 'rate')]
  if (base >= quote) throw new RangeError('base must stand before quote in the alphabet.')
  if (!RATE.test(rate) || !/[1-9]/.test(rate)) throw new RangeError('rate must be a decimal above 0.')
  return { base, quote, date: day(item, 'date'), rate }
}
