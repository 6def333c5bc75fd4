import { z } from '@hono/zod-openapi'
import { DecimalText, decimalInput } from '../http/decimal.ts'
import { warnings } from '../http/warnings.ts'
import { TransactionType } from '../reference/schema.ts'
import { normaliseCurrency } from '../shared/currency.ts'
import { MAX_TAG_LENGTH, MAX_TAGS } from '../shared/transaction-tag.ts'
import { missingFields } from './needed.ts'

const day = z.string().max(10).openapi({ format: 'date', example: '2026-06-30' })
const time = z.string().max(12).openapi({ description: '`HH:MM` or `HH:MM:SS`', example: '14:03:05' })
const currency = z
  .string()
  .max(4)
  .overwrite(normaliseCurrency)
  .openapi({ description: 'ISO 4217; pence and the like (GBX, ILA, ZAc) are turned into the ISO currency', example: 'EUR' })
const description = z.string().max(2000).openapi({ example: 'Monthly savings plan' })
const tags = z
  .array(z.string().min(1).max(MAX_TAG_LENGTH))
  .max(MAX_TAGS)
  .openapi({ example: ['retirement'] })
const externalId = z
  .string()
  .min(1)
  .max(200)
  .openapi({ description: 'Your own id, unique within the broker: repeating a request is safe', example: 'order-4711' })
const ratio = z
  .string()
  .max(40)
  .openapi({ description: 'SPLIT only: new units for old; 1:1 = they are those after a split already', example: '10:1' })

export const LOTS =
  'Which lots a SELL or an outgoing TRANSFER takes, whatever the method of a report; together they are its quantity. Without them lots are taken by the method.'
export const lotId = z
  .int()
  .positive()
  .openapi({ description: 'The id of the transaction that opened the lot; see `lots` of `GET /portfolio/holdings`', example: 4 })

export const NamedLot = z
  .strictObject({ lot_id: lotId, quantity: decimalInput.openapi({ description: 'Units, > 0', example: '10' }) })
  .openapi('NamedLotInput')
const lots = z
  .array(NamedLot)
  .min(1)
  .max(1000)
  .openapi({ description: LOTS, example: [{ lot_id: 4, quantity: '10' }] })
const TakenLot = z
  .object({ lot_id: lotId, quantity: DecimalText.openapi({ description: 'Units', example: '10' }) })
  .openapi('NamedLot')

const account = z.string().min(1).max(200).openapi({
  description: 'The account or depot within the broker, where a report names several',
  example: 'Depot 2',
})

const TransactionAsset = z
  .object({
    id: z.int().openapi({ example: 3 }),
    name: z.string().openapi({ example: 'Acme Corporation' }),
    symbol: z.string().openapi({ example: 'ACME' }),
    isin: z.string().nullable().openapi({ example: 'US0378331005' }),
    type: z.string().openapi({ example: 'STOCK' }),
    currency: z.string().openapi({ example: 'USD' }),
  })
  .openapi('TransactionAsset')

export const Transaction = z
  .object({
    id: z.int().openapi({ example: 17 }),
    broker_id: z.int().openapi({ example: 1 }),
    type: TransactionType,
    date: day,
    time: time.nullable(),
    settled_on: day.nullable(),
    asset_id: z.int().nullable().openapi({ example: 3 }),
    asset: TransactionAsset.nullable().openapi({ description: 'null without `expand=asset`, and of lines without an asset' }),
    quantity: DecimalText.openapi({ description: 'Signed change of the holding', example: '10' }),
    price: DecimalText.nullable().openapi({ description: 'Per unit, in `price_currency`', example: '12.5' }),
    price_currency: z.string().nullable().openapi({ description: 'When other than `currency`', example: 'USD' }),
    fx_rate: DecimalText.nullable().openapi({
      description: 'Units of `currency` for one of `price_currency`, as the broker booked it',
      example: '0.92',
    }),
    amount: DecimalText.openapi({ description: 'Signed net change of the cash balance', example: '-126' }),
    currency: z.string().nullable().openapi({ example: 'EUR' }),
    balance_after: DecimalText.nullable().openapi({
      description:
        'Cash of the broker in `currency` after this line, by day, then id; null without `expand=balance`, where no cash moves or is tracked, or days shown have over 10,000 lines of the broker (50,000 of all)',
      example: '874',
    }),
    fees: DecimalText.openapi({ description: 'Part of `amount` that was fees, >= 0', example: '1' }),
    taxes: DecimalText.openapi({ description: 'Part of `amount` that was taxes, >= 0', example: '0' }),
    cost_basis: DecimalText.nullable().openapi({
      description:
        'What a holding that came in without purchase cost; with quantity 0, by how much what is held costs more or less',
      example: '80',
    }),
    ratio: ratio.nullable(),
    cost_share: DecimalText.nullable().openapi({
      description: 'Part of the outgoing cost that this EXCHANGE leg takes',
      example: '1',
    }),
    group_id: z.string().nullable().openapi({ example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' }),
    external_id: externalId.nullable(),
    report_id: z
      .string()
      .nullable()
      .openapi({ description: 'The report that it was imported from', example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b12' }),
    description: description.nullable(),
    tags,
    lots: z
      .array(TakenLot)
      .nullable()
      .openapi({ description: LOTS, example: [{ lot_id: 4, quantity: '10' }] }),
    account: account.nullable(),
    revision: z.int().openapi({ example: 1 }),
    created_by: z.int().nullable().openapi({ example: 1 }),
    created_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
    updated_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('Transaction', { description: 'One ledger line' })
export const TransactionWritten = z.object({ ...Transaction.shape, warnings }).openapi('TransactionWritten')

const brokerId = z.int('Must be the id of a broker.').positive().openapi({ example: 1 })

export const changeable = {
  type: TransactionType.optional(),
  date: day.optional(),
  time: time.nullish(),
  settled_on: day.nullish(),
  asset_id: z.int().positive().nullish().openapi({ example: 3 }),
  quantity: decimalInput.nullish(),
  price: decimalInput.nullish(),
  price_currency: currency.nullish(),
  fx_rate: decimalInput.nullish(),
  amount: decimalInput.nullish(),
  currency: currency.nullish(),
  fees: decimalInput.nullish(),
  taxes: decimalInput.nullish(),
  cost_basis: decimalInput.nullish(),
  ratio: ratio.nullish(),
  cost_share: decimalInput.nullish(),
  external_id: externalId.nullish(),
  description: description.nullish(),
  tags: tags.nullish(),
  lots: lots.nullish(),
  account: account.nullish(),
}

export const creatable = { broker_id: brokerId, ...changeable, type: TransactionType, date: day }
export const example = {
  broker_id: 1,
  type: 'BUY',
  date: '2026-06-30',
  asset_id: 3,
  quantity: '10',
  price: '12.5',
  amount: '-126',
  currency: 'EUR',
  fees: '1',
}

/**
 * What a line of a type needs beside its date, also where other fields have faults: all of it is reported at once. What values the fields must
 * have, the rules of the ledger know.
 */
const neededByType = z.superRefine<Readonly<Record<string, unknown>>>((line, context) => {
  for (const { field, detail } of missingFields(line)) context.addIssue({ code: 'custom', path: [field], message: detail })
})
neededByType._zod.def.when = ({ value }) => typeof value === 'object' && value !== null

export const TransactionCreate = z.strictObject(creatable).check(neededByType).openapi('TransactionCreate', { example })
export const TransactionPatch = z.strictObject(changeable).openapi('TransactionPatch', {
  description: 'Absent = keep, `null` = clear; what follows from the rest (price, amount, rate) is derived again',
  example: { amount: '-126.5', fees: '1.5' },
})
