import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { isDay, isTimeOfDay } from '../../shared/date.ts'
import { decimalFault } from '../../shared/decimal.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, TRANSACTION_TAGS } from '../../shared/transaction-tag.ts'
import { TRANSACTION_TYPES } from '../../shared/transaction-type.ts'

/** As many as a line may have. */
const MAX_LOTS = 1000

const TYPES = new Set<string>(TRANSACTION_TYPES)

const TAGS: ReadonlySet<unknown> = new Set(TRANSACTION_TAGS)

/**
 * What is wrong with the shape of a draft, as a sentence, `undefined` when it is sound. Drafts come in by the ten thousand and from plugins
 * that are not ours, so this is written out by hand rather than as a schema.
 */
export function draftFault(draft: TransactionDraft, refs: ReadonlySet<string>): string | undefined {
  if (!TYPES.has(draft.type)) return `there is no transaction type ${String(draft.type).slice(0, 40)}.`
  if (typeof draft.date !== 'string' || !isDay(draft.date)) return `${String(draft.date).slice(0, 40)} is no day.`
  if (draft.time !== undefined && !isTimeOfDay(draft.time)) return `${String(draft.time).slice(0, 40)} is no time of day.`
  if (draft.settledOn !== undefined && !isDay(draft.settledOn)) return `${String(draft.settledOn).slice(0, 40)} is no day.`
  const fault = decimalsFault(draft) ?? textsFault(draft)
  if (fault !== undefined) return fault
  if (draft.asset !== undefined && !refs.has(draft.asset))
    return `it names the asset ${draft.asset}, which is not among the report's assets.`
  if (draft.rows.some((row) => !Number.isSafeInteger(row) || row < 1)) return 'its row numbers are not whole numbers from 1.'
  return undefined
}

function decimalsFault(draft: TransactionDraft): string | undefined {
  return (
    decimalIn('quantity', draft.quantity) ??
    decimalIn('price', draft.price) ??
    decimalIn('fxRate', draft.fxRate) ??
    decimalIn('amount', draft.amount) ??
    decimalIn('fees', draft.fees) ??
    decimalIn('taxes', draft.taxes) ??
    (draft.costBasis === 'market' ? undefined : decimalIn('costBasis', draft.costBasis)) ??
    decimalIn('costShare', draft.costShare)
  )
}

function decimalIn(name: string, value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && decimalFault(value) === undefined)) return undefined
  return `${name} ${String(value).slice(0, 40)} is no decimal of at most 28 digits, 12 of them after the point.`
}

function textsFault(draft: TransactionDraft): string | undefined {
  return (
    textIn('currency', draft.currency, 4) ??
    textIn('priceCurrency', draft.priceCurrency, 4) ??
    textIn('ratio', draft.ratio, 40) ??
    textIn('group', draft.group, 200) ??
    textIn('externalId', draft.externalId, 200) ??
    textIn('asset', draft.asset, 300) ??
    textIn('description', draft.description, 2000) ??
    textIn('account', draft.account, 200) ??
    textIn('reverses', draft.reverses, 200) ??
    tagsFault(draft.tags) ??
    userTagsFault(draft.userTags) ??
    lotsFault(draft.lots)
  )
}

function tagsFault(tags: unknown): string | undefined {
  if (tags === undefined || (Array.isArray(tags) && tags.every((tag) => TAGS.has(tag)))) return undefined
  return `there are no such tags as ${String(tags).slice(0, 40)}.`
}

function userTagsFault(tags: unknown): string | undefined {
  if (tags === undefined || (Array.isArray(tags) && tags.length <= MAX_TAGS && tags.every(isTag))) return undefined
  return `its own tags are not at most ${MAX_TAGS} texts of 1 to ${MAX_TAG_LENGTH} characters.`
}

function lotsFault(lots: unknown): string | undefined {
  if (lots === undefined || (Array.isArray(lots) && lots.length <= MAX_LOTS && lots.every(isLot))) return undefined
  return `its lots are not at most ${MAX_LOTS} rows with their quantities.`
}

function isLot(lot: unknown): boolean {
  if (typeof lot !== 'object' || lot === null || !('row' in lot) || !('quantity' in lot)) return false
  return Number.isSafeInteger(lot.row) && typeof lot.quantity === 'string' && decimalFault(lot.quantity) === undefined
}

function isTag(tag: unknown): boolean {
  return typeof tag === 'string' && tag !== '' && tag.length <= MAX_TAG_LENGTH
}

function textIn(name: string, value: unknown, length: number): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.length <= length)) return undefined
  return `${name} is longer than ${length} characters.`
}
