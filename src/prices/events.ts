import { inTransaction } from '#db/transaction.ts'
import { getAsset, noteChange, requireWritable } from '../assets/service.ts'
import { type Ctx, now } from '../context.ts'
import { type Decimal, formatDecimal, ZERO } from '../shared/decimal.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { type AssetEvent, deleteEvent, insertEvent, listEvents } from './event.repository.ts'
import { writeNotedRewrite } from './refresh.repository.ts'
import { MANUAL } from './repository.ts'
import { readSplitRatio } from './splits.ts'

export type { AssetEvent }

export type EventInput = {
  readonly type: AssetEvent['type']
  readonly date: string
  readonly amount?: Decimal | null | undefined
  readonly currency?: string | null | undefined
  readonly ratio?: string | null | undefined
}

/** Newest first. Throws `asset/not-found`. */
export async function listAssetEvents(ctx: Ctx, id: number): Promise<AssetEvent[]> {
  await getAsset(ctx, id)
  return await listEvents(ctx.reader, id)
}

/** Throws what `requireWritable` throws, `event/invalid` (422) and `event/exists` (409). */
export async function createAssetEvent(ctx: Ctx, id: number, input: EventInput): Promise<AssetEvent> {
  return inTransaction(ctx, async (ctx) => {
    const { asset } = await requireWritable(ctx, id)
    requireSound(input)
    const amount = input.amount ?? null
    const event = {
      ...{ type: input.type, date: input.date, amount, ratio: input.ratio ?? null, source: MANUAL },
      currency: amount === null ? null : (input.currency ?? asset.currency),
      ...{ createdBy: ctx.user.id, createdAt: now(ctx) },
    }
    const eventId = await insertEvent(ctx.db, id, event)
    if (eventId === undefined)
      throw new AppError('conflict', 'event/exists', `There is a ${input.type} on ${input.date} already.`)
    if (event.type === 'SPLIT') await writeNotedRewrite(ctx.db, id, null)
    await noteChange(ctx, id, { action: 'event-entered', new: eventText(event), firstDay: event.date, lastDay: event.date })
    return { id: eventId, ...event }
  })
}

/** Throws what `requireWritable` throws, `event/not-found`, and, where `shared_data` is `everyone`, `event/not-yours` (403). */
export async function deleteAssetEvent(ctx: Ctx, input: { id: number; eventId: number }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { asset, right } = await requireWritable(ctx, input.id)
    const event = (await listEvents(ctx.db, input.id)).find((one) => one.id === input.eventId)
    if (!event) throw new AppError('not-found', 'event/not-found', 'There is no such event of this asset.')
    if (right === 'own' && event.createdBy !== ctx.user.id && asset.createdBy !== ctx.user.id)
      throw new AppError(
        'forbidden',
        'event/not-yours',
        'Only who entered it, who added the asset, and superusers may remove it.',
      )
    await deleteEvent(ctx.db, input.id, event.id)
    await noteChange(ctx, input.id, { action: 'event-removed', old: eventText(event), firstDay: event.date, lastDay: event.date })
  })
}

function eventText({ type, ratio, amount, currency, source }: Omit<AssetEvent, 'id'>): string {
  const figure = ratio ?? (amount === null ? '' : `${formatDecimal(amount)} ${currency}`)
  return `${type} ${figure} (${source})`.replace('  ', ' ')
}

function requireSound({ type, amount, currency, ratio }: EventInput): void {
  const errors: Fault[] = []
  if (type === 'SPLIT' && (ratio == null || readSplitRatio(ratio) === undefined))
    errors.push({ pointer: '/ratio', detail: 'Must look like "10:1": ten new units for one old.' })
  if (type !== 'SPLIT' && ratio != null) errors.push({ pointer: '/ratio', detail: 'Only a SPLIT has a ratio.' })
  if (type === 'SPLIT' && amount != null) errors.push({ pointer: '/amount', detail: 'A SPLIT has no amount.' })
  if (type === 'DIVIDEND' && amount == null) errors.push({ pointer: '/amount', detail: 'Say what is paid per unit.' })
  if (amount != null && amount <= ZERO) errors.push({ pointer: '/amount', detail: 'Must be greater than 0.' })
  if (currency != null && amount == null) errors.push({ pointer: '/currency', detail: 'Goes with an amount only.' })
  if (errors.length > 0) throw new AppError('invalid', 'event/invalid', 'The event is not acceptable.', { errors })
}
