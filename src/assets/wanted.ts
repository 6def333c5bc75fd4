import type { AssetDraft } from '#plugins/brim/contract.ts'
import type { AssetType } from '../shared/asset-type.ts'
import { fromMinorUnit, isCurrency } from '../shared/currency.ts'
import { type Decimal, type DecimalFault, ONE, tryDecimal, ZERO } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import { identifierFault, isIsin, isMic } from '../shared/identifier.ts'
import { type AssetIdentifier, normaliseIdentifier } from './asset.ts'
import { type Contract, contractKeyOf, contractOf, priceQuantityBy } from './contract.ts'

/** An asset as a report names it, in our own forms; what is missing or no good is null. */
export type WantedAsset = {
  readonly ref: string
  /** What the report calls it, else an ISIN that is none; never made up. */
  readonly symbol: string | null
  readonly isin: string | null
  readonly name: string | null
  readonly nameKey: string | null
  readonly currency: string | null
  readonly exchange: string | null
  readonly type: AssetType | null
  readonly priceQuantity: Decimal | null
  readonly contract: Contract | null
  readonly contractKey: string | null
  /** The valid ones, without the ISIN. */
  readonly identifiers: readonly AssetIdentifier[]
}

const MAX_SYMBOL = 60
const MAX_NAME = 200
const ONE_CHARACTER = /^(.)\1*$/
const PLACEHOLDER_ISIN = /^[A-Z]{2}(.)\1{8}\d$/

/** Reads a draft. Texts without a letter or digit, numbers with a wrong check digit and placeholders (`000000000`) count as absent. */
export function readDraft(draft: AssetDraft): WantedAsset {
  const isinText = normaliseIdentifier('ISIN', draft.isin ?? '')
  const isin = isIsin(isinText) && !PLACEHOLDER_ISIN.test(isinText) ? isinText : null
  const name = cleanText(draft.name, MAX_NAME)
  const exchange = (draft.exchange ?? '').trim().toUpperCase()
  const contract = contractOf(draft.contract, draft.type ?? null)
  const price = priceQuantityOf(draft)
  return {
    ref: draft.ref,
    symbol: cleanText(draft.symbol, MAX_SYMBOL) ?? (isin === null ? cleanText(isinText, MAX_SYMBOL) : null),
    isin,
    name,
    nameKey: name === null ? null : fold(name),
    currency: readCurrency(draft.currency),
    exchange: isMic(exchange) ? exchange : null,
    type: draft.type ?? null,
    priceQuantity: typeof price === 'bigint' && price > ZERO ? price : null,
    contract,
    contractKey: contract === null ? null : contractKeyOf(contract),
    identifiers: (draft.identifiers ?? [])
      .map(({ kind, value }): AssetIdentifier => ({ kind, value: normaliseIdentifier(kind, value) }))
      .filter(isGenuine),
  }
}

/** Units that a price of the draft is for: as it says, else by its contract, else 1. */
export function priceQuantityOf({ type, contract, priceQuantity }: AssetDraft): Decimal | DecimalFault {
  if (priceQuantity !== undefined) return tryDecimal(priceQuantity)
  return priceQuantityBy(type ?? null, contractOf(contract, type ?? null)) ?? ONE
}

/** What an asset is called that is made from a draft. */
export function namesOf(wanted: WantedAsset): { symbol: string; name: string } {
  const known = wanted.symbol ?? wanted.isin ?? wanted.name ?? cleanText(wanted.ref, MAX_NAME) ?? 'UNNAMED'
  return { symbol: asSymbol(known), name: wanted.name ?? known }
}

/** A text as short as a symbol. */
export function asSymbol(text: string): string {
  return text.slice(0, MAX_SYMBOL).trim().toWellFormed()
}

function readCurrency(code: string | undefined): string | null {
  if (code === undefined) return null
  const currency = fromMinorUnit(code)?.currency ?? code
  return isCurrency(currency) ? currency : null
}

function cleanText(text: string | undefined, maximum: number): string | null {
  const clean = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return /[\p{L}\p{N}]/u.test(clean) ? clean.slice(0, maximum).trim().toWellFormed() : null
}

function isGenuine({ kind, value }: AssetIdentifier): boolean {
  if (kind === 'TICKER' || kind === 'OTHER') return value !== ''
  return identifierFault(kind, value) === undefined && !ONE_CHARACTER.test(value)
}
