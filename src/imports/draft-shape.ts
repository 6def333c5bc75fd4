import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { isDay, isTimeOfDay } from '../shared/date.ts'
import { decimalFault } from '../shared/decimal.ts'

const TYPES = new Set([
  'BUY',
  'SELL',
  'DIVIDEND',
  'INTEREST',
  'DEPOSIT',
  'WITHDRAWAL',
  'FEE',
  'TAX',
  'TRANSFER',
  'FX_CONVERSION',
  'SPLIT',
  'EXCHANGE',
  'ADJUSTMENT',
])
const DECIMALS = ['quantity', 'price', 'fxRate', 'amount', 'fees', 'taxes', 'costBasis', 'costShare'] as const
const TEXTS = { currency: 4, priceCurrency: 4, ratio: 40, group: 200, externalId: 200, asset: 300, description: 2000 } as const

const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

/**
 * What is wrong with the shape of a draft, as a sentence, `undefined` when it is sound. Drafts come in by the ten thousand and from plugins
 * that are not ours, so this is written out by hand rather than as a schema.
 */
export function draftFault(draft: TransactionDraft, refs: ReadonlySet<string>): string | undefined {
  if (!TYPES.has(draft.type)) return `there is no transaction type ${String(draft.type).slice(0, 40)}.`
  if (typeof draft.date !== 'string' || !isDay(draft.date)) return `${String(draft.date).slice(0, 40)} is no day.`
  if (draft.time !== undefined && !isTimeOfDay(draft.time)) return `${String(draft.time).slice(0, 40)} is no time of day.`
  if (draft.settledOn !== undefined && !isDay(draft.settledOn)) return `${String(draft.settledOn).slice(0, 40)} is no day.`
  for (const name of DECIMALS) {
    const value = draft[name]
    if (value !== undefined && (typeof value !== 'string' || decimalFault(value) !== undefined)) {
      return `${name} ${String(value).slice(0, 40)} is no decimal of at most 28 digits, 12 of them after the point.`
    }
  }
  for (const name of TEXT_NAMES) {
    const value = draft[name]
    const length = TEXTS[name]
    if (value !== undefined && (typeof value !== 'string' || value.length > length))
      return `${name} is longer than ${length} characters.`
  }
  if (draft.asset !== undefined && !refs.has(draft.asset))
    return `it names the asset ${draft.asset}, which is not among the report's assets.`
  if (draft.rows.some((row) => !Number.isSafeInteger(row) || row < 1)) return 'its row numbers are not whole numbers from 1.'
  return undefined
}
