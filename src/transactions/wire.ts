import type { z } from '@hono/zod-openapi'
import type { AssetLabel } from '../assets/service.ts'
import type { Camel } from '../shared/camel.ts'
import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { BatchLot, BatchRequest, BatchResult as BatchResultWire } from './batch.schema.ts'
import type { LotChoice } from './own-lots.ts'
import type { TransactionPatch as PatchInput } from './patch.ts'
import type { NamedLot, TransactionCreate, TransactionPatch, Transaction as TransactionWire } from './schema.ts'
import type { BatchInput, BatchResult, Transaction, TransactionInput } from './service.ts'

type Field = keyof z.infer<typeof TransactionCreate>

/** Every name that is written in another way on the wire. */
const NAMES: { readonly [K in Extract<Field, `${string}_${string}`>]: Camel<K> } = {
  settled_on: 'settledOn',
  asset_id: 'assetId',
  price_currency: 'priceCurrency',
  fx_rate: 'fxRate',
  cost_basis: 'costBasis',
  cost_share: 'costShare',
  external_id: 'externalId',
  broker_id: 'brokerId',
}

/** A new line from the wire. */
export function inputOf(body: z.infer<typeof TransactionCreate>): TransactionInput {
  return renamed(body)
}

/** A change from the wire: only the fields that were given. */
export function patchOf(body: z.infer<typeof TransactionPatch>): PatchInput {
  return renamed(body)
}

/** A batch from the wire. */
export function batchOf(body: z.infer<typeof BatchRequest>): BatchInput {
  return {
    create: body.create.map(({ group, ref, lots, ...item }) => ({
      input: inputOf(item),
      group: group ?? null,
      ref: ref ?? null,
      lots: lots?.map(lotChoice) ?? null,
    })),
    update: body.update.map(({ id, revision, lots, ...patch }) => ({
      id,
      revision,
      patch: patchOf(lots === null ? { ...patch, lots } : patch),
      lots: lots?.map(lotChoice) ?? null,
    })),
    delete: body.delete,
    dryRun: body.dry_run,
  }
}

type LotWire = z.infer<typeof NamedLot>
/** The names of the domain; JSON has no `undefined`. */
type Renamed<T> = {
  [K in keyof T as Camel<K & string>]: LotWire[] extends T[K]
    ? Exclude<T[K], LotWire[] | undefined> | ReturnType<typeof namedLot>[]
    : Exclude<T[K], undefined>
}

function renamed<T extends object>(body: T): Renamed<T> {
  // Object.fromEntries does not know which names there are.
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name in NAMES ? NAMES[name as keyof typeof NAMES] : name,
      name === 'lots' && Array.isArray(value) ? value.map(namedLot) : value,
    ]),
  ) as Renamed<T>
}

function namedLot({ lot_id, quantity }: z.infer<typeof NamedLot>) {
  return { lotId: lot_id, quantity }
}

function lotChoice({ lot_id, ref, quantity }: z.infer<typeof BatchLot>): LotChoice {
  return ref === undefined ? { lotId: lot_id ?? 0, quantity } : { ref, quantity }
}

export type ExpandedAsset = AssetLabel & { readonly id: number }

type Expanded = { readonly asset: ExpandedAsset | null; readonly balanceAfter: string | null }
const NOTHING: Expanded = { asset: null, balanceAfter: null }

/** A line on the wire, with what of it is expanded. */
export function toWire(line: Transaction, { asset, balanceAfter }: Expanded = NOTHING): z.infer<typeof TransactionWire> {
  return {
    id: line.id,
    broker_id: line.brokerId,
    type: line.type,
    date: line.date,
    time: line.time,
    settled_on: line.settledOn,
    asset_id: line.assetId,
    asset,
    quantity: formatDecimal(line.quantity),
    price: text(line.price),
    price_currency: line.priceCurrency,
    fx_rate: text(line.fxRate),
    amount: formatDecimal(line.amount),
    currency: line.currency,
    balance_after: balanceAfter,
    fees: formatDecimal(line.fees),
    taxes: formatDecimal(line.taxes),
    cost_basis: text(line.costBasis),
    ratio: line.ratio,
    cost_share: text(line.costShare),
    group_id: line.groupId,
    external_id: line.externalId,
    report_id: line.reportId,
    description: line.description,
    tags: [...line.tags],
    lots: line.lots?.map(({ lotId, quantity }) => ({ lot_id: lotId, quantity: formatDecimal(quantity) })) ?? null,
    account: line.account,
    revision: line.revision,
    created_by: line.createdBy,
    created_at: line.createdAt,
    updated_at: line.updatedAt,
  }
}

export function batchToWire(result: BatchResult, dryRun: boolean): Omit<z.infer<typeof BatchResultWire>, 'warnings'> {
  return {
    created: [...result.created],
    updated: [...result.updated],
    deleted: [...result.deleted],
    standing: result.balances.map((entry) => ({
      broker_id: entry.brokerId,
      balances: entry.balances.map((balance) => ({ currency: balance.currency, amount: formatDecimal(balance.amount) })),
      holdings: entry.holdings.map((holding) => ({ asset_id: holding.assetId, quantity: formatDecimal(holding.quantity) })),
    })),
    dry_run: dryRun,
  }
}

function text(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}
