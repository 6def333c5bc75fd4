/** The securities that a report names: the same one may stand under an ISIN here, only under its contract number there. */
import type { AssetDraft, AssetType } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { type Decimal, divide, formatDecimal, ONE } from '#src/shared/decimal.ts'
import { isCusip, isFigi, isIsin } from '#src/shared/identifier.ts'
import { contractOf } from './contracts.ts'
import { type Entry, value } from './entry.ts'
import { BOND_CATEGORIES, factorOfAll, OPTION_CATEGORIES } from './factors.ts'
import { marketOf } from './markets.ts'

type Security = {
  readonly key: string
  readonly entries: Entry[]
}

/** Every security by key, and the keys that a contract number, CUSIP or symbol stands for. */
export type Securities = {
  readonly byKey: ReadonlyMap<string, Security>
  readonly keys: { readonly conid: Links; readonly cusip: Links; readonly symbol: Links }
  readonly factors: Map<string, Decimal>
  /** Options and futures of which neither a multiplier nor a trade says how much a contract is. */
  readonly sizeUnknown: Set<string>
  readonly refs: Map<string, string>
  /** The key of each entry, which is needed again and again. */
  readonly known: Map<Entry, string | undefined>
}

type Links = Map<string, Set<string>>

/** Master data first: bookings of cash carry the currency of the payment, not of the security. */
const NAMING_ORDER = ['SecurityInfo', 'OpenPosition', 'Trade', 'TradeConfirm', 'Order', 'SymbolSummary', 'Lot', 'Transfer']
const RENAMED = /\.(OLD|NEW|TEN\d*|RTS?\d*|CNT)$/i

/** Gathers the securities of all entries; currency pairs are none. */
export function collectSecurities(entries: readonly Entry[]): Securities {
  const keys = { conid: new Map(), cusip: new Map(), symbol: new Map() }
  const relevant = entries.filter((entry) => categoryOf(entry) !== 'CASH')
  for (const entry of relevant) {
    const isin = isinOf(entry)
    if (isin === '') continue
    link(keys.conid, value(entry, 'conid'), `isin:${isin}`)
    link(keys.cusip, value(entry, 'cusip'), `isin:${isin}`)
  }
  for (const entry of relevant) {
    const key = keyWithoutSymbol(keys, entry)
    const symbol = key === undefined ? '' : symbolOf(entry)
    if (key !== undefined) for (const one of symbol.includes(',') ? symbol.split(/, */) : [symbol]) link(keys.symbol, one, key)
  }
  const byKey = new Map<string, Security>()
  const securities = {
    byKey,
    keys,
    factors: new Map<string, Decimal>(),
    sizeUnknown: new Set<string>(),
    refs: new Map<string, string>(),
    known: new Map<Entry, string | undefined>(),
  }
  for (const entry of relevant) {
    const key = keyOf(securities, entry)
    if (key === undefined) continue
    const known = byKey.get(key)
    if (known) known.entries.push(entry)
    else byKey.set(key, { key, entries: [entry] })
  }
  for (const { key, entries: own } of byKey.values()) {
    const factor = factorOfAll(own, own.map(categoryOf).find((text) => text !== '') ?? '')
    if (factor === 'unknown') securities.sizeUnknown.add(key)
    else if (factor !== undefined) securities.factors.set(key, factor)
  }
  return securities
}

/** The `ref` of the security that an entry names; undefined when it names none. */
export function refOf(securities: Securities, entry: Entry): string | undefined {
  const key = categoryOf(entry) === 'CASH' ? undefined : keyOf(securities, entry)
  return key === undefined ? undefined : refOfKey(securities, key)
}

/** What one unit at a price of 1 is worth: the contract size, 1/100 for bonds quoted in percent; undefined when a contract's size is not known. */
export function factorOf(securities: Securities, entry: Entry): Decimal | undefined {
  const key = keyOf(securities, entry) ?? ''
  return securities.factors.get(key) ?? (securities.sizeUnknown.has(key) ? undefined : ONE)
}

/** The broker's asset category; a currency pair is also recognised by its symbol (`EUR.USD`). */
export function categoryOf(entry: Entry): string {
  const category = value(entry, 'assetcategory').toUpperCase()
  if (category !== '') return category
  return /^[A-Z]{3}\.[A-Z]{3}$/.test(value(entry, 'symbol')) && isinOf(entry) === '' ? 'CASH' : ''
}

export function securityDrafts(securities: Securities, used: ReadonlySet<string>): AssetDraft[] {
  const drafts: AssetDraft[] = []
  for (const security of securities.byKey.values()) {
    const ref = refOfKey(securities, security.key)
    if (used.has(ref)) drafts.push(toDraft(securities, security, ref))
  }
  return drafts
}

function toDraft(securities: Securities, security: Security, ref: string): AssetDraft {
  const named = security.entries.toSorted((a, b) => rank(a) - rank(b))
  // One after the other: there may be thousands, and the first mostly says it.
  const said = (texts: Iterator<string>) => Iterator.from(texts).find((text) => text !== '')
  const first = (read: (entry: Entry) => string) => said(named.values().map(read))
  const isin = security.key.startsWith('isin:') ? security.key.slice(5) : ''
  const factor = securities.factors.get(security.key)
  const [cusip, figi] = [first((entry) => value(entry, 'cusip')), first((entry) => value(entry, 'figi'))]
  const identifiers = [
    ...(cusip !== undefined && isCusip(cusip) ? [{ kind: 'CUSIP' as const, value: cusip }] : []),
    ...(figi !== undefined && isFigi(figi) ? [{ kind: 'FIGI' as const, value: figi }] : []),
  ]
  const type = typeOf(first(categoryOf) ?? '', first((entry) => value(entry, 'subcategory')) ?? '', first(nameOf) ?? '')
  return {
    ref,
    symbol: first((entry) => (RENAMED.test(symbolOf(entry)) ? '' : symbolOf(entry))) ?? first(symbolOf) ?? first(describedSymbol),
    isin: isIsin(isin) ? isin : undefined,
    name: first(nameOf),
    currency: first((entry) => (isMoneyUnit(tradingCurrency(entry)) ? tradingCurrency(entry) : '')),
    exchange: marketOf(first((entry) => value(entry, 'listingexchange')) ?? ''),
    type,
    priceQuantity: factor === undefined || factor === ONE ? undefined : formatDecimal(divide(ONE, factor)),
    identifiers: identifiers.length > 0 ? identifiers : undefined,
    contract: contractOf(named, type, factor),
  }
}

function rank(entry: Entry): number {
  const place = NAMING_ORDER.indexOf(entry.kind)
  return place >= 0 ? place : entry.kind === 'CashTransaction' ? 100 : 50
}

/** A report in the base currency says apart what a security is traded in, or that it does not know. */
function tradingCurrency(entry: Entry): string {
  return value(entry, 'tradingcurrency', 'currency')
}

/** `VT` of `VT(US9220427424) CASH DIVIDEND USD 0.65 PER SHARE`. */
function describedSymbol(entry: Entry): string {
  return entry.kind === 'CashTransaction' ? (/^([^\s()]{1,12}) ?\(\w{6,12}\)/.exec(value(entry, 'description'))?.[1] ?? '') : ''
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'CorporateAction') return /\(([^()]*), (.+), [^,()]*\)$/.exec(value(entry, 'description'))?.[2] ?? ''
  const isText = entry.kind === 'CashTransaction' || entry.kind === 'SalesTax' || entry.kind === 'TransactionTax'
  return isText || entry.kind === 'StatementOfFundsLine' ? '' : squeeze(value(entry, 'description'))
}

function typeOf(category: string, sub: string, name: string): AssetType | undefined {
  if (category === 'FUT') return 'FUTURE'
  if (category === 'WAR' || category === 'IOPT') return 'WARRANT'
  if (OPTION_CATEGORIES.has(category)) return 'OPTION'
  if (BOND_CATEGORIES.has(category)) return 'BOND'
  if (category === 'FUND' || category === 'CRYPTO') return category
  if (category === 'CMDTY') return 'COMMODITY'
  if (category === 'IND') return 'INDEX'
  if (category === 'CFD') return 'CFD'
  if (sub === 'ETF' || /\bETF\b|\bUCITS\b/i.test(name)) return 'ETF'
  return category === 'STK' ? 'STOCK' : undefined
}

function isinOf(entry: Entry): string {
  const isin = value(entry, 'isin')
  if (isin !== '') return isin.toUpperCase()
  const id = value(entry, 'securityid').toUpperCase()
  return value(entry, 'securityidtype').toUpperCase() === 'ISIN' || isIsin(id) ? id : ''
}

function symbolOf(entry: Entry): string {
  return squeeze(value(entry, 'symbol'))
}

function link(links: Links, from: string, to: string): void {
  const known = links.get(from)
  if (known) known.add(to)
  else if (from !== '') links.set(from, new Set([to]))
}

function only(links: Links, from: string): string | undefined {
  const found = links.get(from)
  if (found?.size === 1) for (const one of found) return one
  return undefined
}

function keyWithoutSymbol(keys: Securities['keys'], entry: Entry): string | undefined {
  const isin = isinOf(entry)
  if (isin !== '') return `isin:${isin}`
  const conid = value(entry, 'conid')
  return only(keys.conid, conid) ?? only(keys.cusip, value(entry, 'cusip')) ?? (conid === '' ? undefined : `conid:${conid}`)
}

function keyOf({ keys, known }: Securities, entry: Entry): string | undefined {
  if (known.has(entry)) return known.get(entry)
  const key = keyWithoutSymbol(keys, entry) ?? keyBySymbol(keys, symbolOf(entry))
  known.set(entry, key)
  return key
}

function keyBySymbol(keys: Securities['keys'], symbol: string): string | undefined {
  return only(keys.symbol, symbol) ?? (symbol === '' ? undefined : `symbol:${symbol}`)
}

function refOfKey(securities: Securities, key: string): string {
  const known = securities.refs.get(key)
  if (known !== undefined) return known
  const ref = newRef(securities, key)
  securities.refs.set(key, ref)
  return ref
}

function newRef({ byKey, keys }: Securities, key: string): string {
  if (!key.startsWith('conid:')) return key.slice(key.indexOf(':') + 1)
  const symbol = byKey
    .get(key)
    ?.entries.map(symbolOf)
    .find((text) => text !== '')
  if (symbol === undefined) return key
  return only(keys.symbol, symbol) === key ? symbol : `${symbol} (${key})`
}
