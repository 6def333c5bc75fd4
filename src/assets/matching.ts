import type { AssetType } from '../shared/asset-type.ts'
import type { Decimal } from '../shared/decimal.ts'
import { fold } from '../shared/fold.ts'
import type { AssetIdentifier, AssetIdentifierKind } from './asset.ts'
import { isOneOfItsKind } from './contract.ts'
import { asSymbol, type WantedAsset } from './wanted.ts'

/** An asset of the catalogue as matching sees it. `used`: a broker of the caller has transactions of it; `traded`: units of it among them; `reported`: reports of the broker at hand have some. */
export type CatalogueAsset = {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly nameKey: string
  readonly type: AssetType
  readonly currency: string
  readonly isin: string | null
  readonly exchange: string | null
  readonly priceQuantity: Decimal
  readonly contractKey: string | null
  readonly archived: boolean
  readonly verified: boolean
  readonly identifiers: readonly AssetIdentifier[]
  readonly used: boolean
  readonly traded: boolean
  readonly reported: boolean
}

type MatchCandidate = Pick<CatalogueAsset, 'symbol' | 'name' | 'type' | 'isin' | 'currency' | 'exchange'> & {
  readonly assetId: number
  readonly match: 'exact' | 'high' | 'low'
}

/**
 * What a draft stands for in the catalogue. `assetId` is set for `exact` and `high`: it may be taken unasked. `low` is for the user to decide
 * among `candidates` (best first, at most 10).
 */
export type AssetMatch = {
  readonly match: 'exact' | 'high' | 'low' | 'none'
  readonly assetId: number | null
  readonly candidates: readonly MatchCandidate[]
}

type Level = 0 | 1 | 2 | 3
type Agreement = 0 | 1 | 2
type Judged = { readonly asset: CatalogueAsset; readonly level: Level; readonly identity: number; readonly preference: number }

const [NONE, LOW, HIGH, EXACT] = [0, 1, 2, 3] as const
const LEVEL_NAMES = { [LOW]: 'low', [HIGH]: 'high', [EXACT]: 'exact' } as const
const MAX_CANDIDATES = 10
/** Kinds of which one security has one; two FIGIs or SEDOLs may be two listings. */
const EXCLUSIVE: ReadonlySet<AssetIdentifierKind> = new Set(['CUSIP', 'WKN'])

/** Which of these assets a draft means. The same for the same catalogue, in whatever order drafts and assets come. */
export function chooseAsset(wanted: WantedAsset, assets: readonly CatalogueAsset[]): AssetMatch {
  const judged = assets.map((asset) => judge(wanted, asset)).filter((entry) => entry.level !== NONE)
  judged.sort((a, b) => b.level - a.level || b.identity - a.identity || b.preference - a.preference || a.asset.id - b.asset.id)
  const [best, ...others] = judged
  const candidates = judged.slice(0, MAX_CANDIDATES).map(toCandidate)
  if (!best) return { match: 'none', assetId: null, candidates }
  const match = levelAmong(wanted, best, others)
  return { match, assetId: match === 'low' ? null : best.asset.id, candidates }
}

/** Equally good listings of one ISIN are still that security; equally good assets of different names, or of several other currencies, are anyone's guess. */
function levelAmong(wanted: WantedAsset, best: Judged, others: readonly Judged[]): 'exact' | 'high' | 'low' {
  const peers = others.filter((other) => other.level === best.level && other.identity === best.identity)
  if (best.level === EXACT) return peers.some((peer) => peer.preference === best.preference) ? 'high' : 'exact'
  if (best.level === LOW || peers.some((peer) => peer.asset.nameKey !== best.asset.nameKey)) return 'low'
  const isByCurrency = wanted.currency !== null && !isCoin(best.asset.type)
  return isByCurrency && peers.some((peer) => peer.asset.currency !== best.asset.currency) ? 'low' : 'high'
}

function judge(wanted: WantedAsset, asset: CatalogueAsset): Judged {
  // Where there are payments of it only, its currency is theirs, or a guess: it speaks against nothing. Nor does it where the reports of this broker tell assets apart without it.
  const isProved = (asset.traded || !asset.used) && !(asset.reported && isNamedAlike(wanted, asset))
  const currency = agreement(wanted.currency, asset.currency) || (isProved ? 0 : 1)
  const exchange = agreement(wanted.exchange, asset.exchange)
  const units = wanted.priceQuantity === asset.priceQuantity ? 1 : 0
  const [used, live, verified] = [asset.used ? 1 : 0, asset.archived ? 0 : 1, asset.verified ? 1 : 0]
  const numbers = compareNumbers(wanted, asset)
  if (numbers === 'same') {
    const identity = asset.isin !== null && asset.isin === wanted.isin ? 1 : 0
    return { asset, level: EXACT, identity, preference: score(currency, exchange, units, used, live, verified) }
  }
  const names = compareNames(wanted, asset)
  const level = numbers === 'other' ? NONE : levelOfNames(wanted, asset, names, { currency, exchange })
  const [name, symbol] = [names.name ? 1 : 0, names.symbol ? 1 : 0]
  if (isCoin(wanted.type) && isCoin(asset.type))
    return { asset, level, identity: score(1, symbol, name, used), preference: score(currency, units, live, verified) }
  return { asset, level, identity: score(0, currency, exchange, name, symbol, used), preference: score(units, live, verified) }
}

function levelOfNames(
  wanted: WantedAsset,
  asset: CatalogueAsset,
  { symbol, name, symbolsDiffer }: ReturnType<typeof compareNames>,
  { currency, exchange }: { currency: Agreement; exchange: Agreement },
): Level {
  const types = compareTypes(wanted.type, asset.type)
  if (types === 'other' || !(symbol || name)) return NONE
  if (!name && namesUnderlying(wanted, asset)) return LOW
  if (symbol && isCoin(wanted.type) && isCoin(asset.type)) return HIGH
  const sure = symbol ? exchange === 2 || (currency === 2 && (exchange !== 0 || name)) : currency === 2 && !symbolsDiffer
  const perhapsCoin = types === 'open' && (isCoin(wanted.type) || isCoin(asset.type))
  if (sure && !perhapsCoin) return HIGH
  const contradicted = currency === 0 || exchange === 0 || symbolsDiffer
  return (asset.used || asset.reported) && !contradicted ? HIGH : LOW
}

/**
 * Whether a report knows its asset by its symbol alone, or by its name alone, and this one has the same: in one file they would be one, whatever the currencies. Of one that is known by its
 * ISIN or exchange the symbol may be that of another security, unless the name is the same, too.
 */
function isNamedAlike({ ref, symbol, name, nameKey, isin, exchange, type }: WantedAsset, asset: CatalogueAsset): boolean {
  if (isin !== null || exchange !== null || isCoin(type) !== isCoin(asset.type)) return false
  const isKnownByMore = asset.isin !== null || asset.exchange !== null
  if (symbol === null) return ref === name && name === asset.name && !isKnownByMore
  return ref === symbol && symbol === asset.symbol && (!isKnownByMore || nameKey === asset.nameKey)
}

/** The terms of a contract and the currency, ISIN, then the other numbers: equal, contrary, or nothing to compare. */
function compareNumbers(wanted: WantedAsset, asset: CatalogueAsset): 'same' | 'other' | 'unknown' {
  const contracts = compareContracts(wanted, asset)
  if (contracts !== 'unknown') return contracts
  const has = (kind: AssetIdentifierKind, value: string) =>
    asset.identifiers.some((identifier) => identifier.kind === kind && identifier.value === value)
  if (wanted.isin !== null) {
    if (asset.isin === wanted.isin || has('ISIN', wanted.isin)) return 'same'
    if (asset.isin !== null) return 'other'
  }
  if (wanted.identifiers.some(({ kind, value }) => has(kind, value))) return 'same'
  const contrary = wanted.identifiers.some(
    ({ kind }) => EXCLUSIVE.has(kind) && asset.identifiers.some((identifier) => identifier.kind === kind),
  )
  return contrary ? 'other' : 'unknown'
}

/**
 * Options and futures of the same terms are one, where all terms are there; certificates and contracts for difference of the same terms may be of two issuers, so that other
 * numbers and names decide.
 */
function compareContracts(wanted: WantedAsset, asset: CatalogueAsset): 'same' | 'other' | 'unknown' {
  if (wanted.contractKey === null || asset.contractKey === null) return 'unknown'
  if (wanted.contractKey !== asset.contractKey || wanted.type !== asset.type) return 'other'
  const isListed = wanted.contract !== null && isOneOfItsKind(asset.type, wanted.contract)
  const isContrary = agreement(wanted.isin, asset.isin) === 0 || agreement(wanted.currency, asset.currency) === 0
  return isListed && !isContrary ? 'same' : 'unknown'
}

/** Whether the symbol of a derivative is that of its underlying, which many contracts share: it says nothing of which one is meant. */
function namesUnderlying(wanted: WantedAsset, asset: CatalogueAsset): boolean {
  const key = wanted.contractKey ?? asset.contractKey
  return key?.startsWith(`${fold(wanted.symbol ?? '')}|`) === true
}

function compareNames(wanted: WantedAsset, asset: CatalogueAsset) {
  const own = asset.symbol.toUpperCase()
  const symbolWanted = wanted.symbol?.toUpperCase()
  const symbol =
    symbolWanted !== undefined &&
    (symbolWanted === own || asset.identifiers.some(({ kind, value }) => kind === 'TICKER' && value === symbolWanted))
  const name = wanted.nameKey !== null && wanted.nameKey === asset.nameKey
  const standIn = asset.symbol === asset.isin || asset.symbol === asSymbol(asset.name)
  return { symbol, name, symbolsDiffer: !symbol && symbolWanted !== undefined && !standIn }
}

const CLASSES: Readonly<Record<AssetType, string | undefined>> = {
  STOCK: 'security',
  ETF: 'security',
  FUND: 'security',
  COMMODITY: 'security',
  REAL_ESTATE: 'security',
  LOAN: 'security',
  BOND: 'bond',
  CRYPTO: 'coin',
  INDEX: 'index',
  OPTION: 'option',
  FUTURE: 'future',
  CFD: 'cfd',
  WARRANT: 'warrant',
  OTHER: undefined,
}

/** Types that importers gave to all derivatives of an exchange before there were others. */
const BROAD: ReadonlySet<AssetType> = new Set<AssetType>(['OPTION', 'FUTURE', 'WARRANT'])

/** `open` when one side does not say, or may say it too broadly. */
function compareTypes(wanted: AssetType | null, asset: AssetType): 'same' | 'open' | 'other' {
  if (asset === 'OPTION' && wanted !== null && BROAD.has(wanted)) return wanted === asset ? 'same' : 'open'
  const [a, b] = [wanted === null ? undefined : CLASSES[wanted], CLASSES[asset]]
  return a === undefined || b === undefined ? 'open' : a === b ? 'same' : 'other'
}

function isCoin(type: AssetType | null): boolean {
  return type === 'CRYPTO'
}

/** 2 = equal, 1 = one side does not say, 0 = different. */
function agreement(wanted: string | null, own: string | null): Agreement {
  return wanted === null || own === null ? 1 : wanted === own ? 2 : 0
}

function score(...digits: readonly number[]): number {
  return digits.reduce((total, digit) => total * 3 + digit, 0)
}

function toCandidate({ asset, level }: Judged): MatchCandidate {
  const { id: assetId, symbol, name, type, isin, currency, exchange } = asset
  return { assetId, symbol, name, type, isin, currency, exchange, match: level === NONE ? 'low' : LEVEL_NAMES[level] }
}
