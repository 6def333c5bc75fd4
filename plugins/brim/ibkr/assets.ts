/** The securities that a report names: the same one may stand under an ISIN here, only under its contract number there. */
import type { AssetDraft } from '#plugins/brim/contract.ts'
import { squeeze } from '#plugins/kit/index.ts'
import { isMoneyUnit } from '#src/shared/currency.ts'
import { type Decimal, divide, formatDecimal, ONE } from '#src/shared/decimal.ts'
import { isCusip, isFigi, isIsin } from '#src/shared/identifier.ts'
import { contractOf, factorOfAll, typeOf } from './contracts.ts'
import { type Entry, value } from './entry.ts'
import { marketOf } from './markets.ts'

type Security = ReturnType<typeof securityOf>

/** Every security, and which one an entry is about. */
export type Securities = { readonly all: readonly Security[]; readonly of: ReadonlyMap<Entry, Security> }

/** What an entry calls its security. */
type Names = ReturnType<typeof namesOf>

/** What a contract number, CUSIP or symbol stands for; blank where it stands for several. */
type Links = Map<string, string>

/** Master data first: bookings of cash carry the currency of the payment, not of the security. */
const NAMING_ORDER = ['SecurityInfo', 'OpenPosition', 'Trade', 'TradeConfirm', 'Order', 'SymbolSummary', 'Lot', 'Transfer']
const RENAMED = /\.(OLD|NEW|TEN\d*|RTS?\d*|CNT)$/i

/** Gathers the securities of all entries; currency pairs are none. */
export function collectSecurities(entries: readonly Entry[]): Securities {
  const [conids, cusips, symbols]: [Links, Links, Links] = [new Map(), new Map(), new Map()]
  const named = entries.flatMap((entry) => (categoryOf(entry) === 'CASH' ? [] : namesOf(entry)))
  for (const { isin, conid, cusip } of named)
    if (isin !== '') {
      link(conids, conid, `isin:${isin}`)
      link(cusips, cusip, `isin:${isin}`)
    }
  const keyWithoutSymbol = ({ isin, conid, cusip }: Names) =>
    isin === '' ? conids.get(conid) || cusips.get(cusip) || (conid && `conid:${conid}`) : `isin:${isin}`
  const keys = named.map(keyWithoutSymbol)
  for (const [index, { symbol }] of named.entries()) {
    const key = keys[index] ?? ''
    if (key !== '') for (const one of symbol.includes(',') ? symbol.split(/, */) : [symbol]) link(symbols, one, key)
  }
  const byKey = Map.groupBy(named, ({ symbol }, index) => keys[index] || symbols.get(symbol) || (symbol && `symbol:${symbol}`))
  byKey.delete('')
  const all = [...byKey].map(([key, own]) => securityOf(key, own, symbols))
  const of = new Map<Entry, Security>()
  for (const security of all) for (const entry of security.entries) of.set(entry, security)
  return { all, of }
}

/** `factor`: what one unit at a price of 1 is worth, where that is not 1: `unknown` where nothing says how much a contract is. */
function securityOf(key: string, named: readonly Names[], symbols: Links) {
  const entries = named.map(({ entry }) => entry)
  const factor = factorOfAll(entries, entries.map(categoryOf).find((text) => text !== '') ?? '')
  const said = key.slice(key.indexOf(':') + 1)
  if (!key.startsWith('conid:')) return { key, ref: said, factor, entries }
  const symbol = named.find((one) => one.symbol !== '')?.symbol
  const ref = symbol === undefined || symbols.get(symbol) === key ? (symbol ?? key) : `${symbol} (${key})`
  return { key, ref, factor, entries }
}

/** The `ref` of the security that an entry names; undefined when it names none. */
export function refOf({ of }: Securities, entry: Entry): string | undefined {
  return of.get(entry)?.ref
}

/** What one unit at a price of 1 is worth: the contract size, 1/100 for bonds quoted in percent; undefined when a contract's size is not known. */
export function factorOf({ of }: Securities, entry: Entry): Decimal | undefined {
  const factor = of.get(entry)?.factor ?? ONE
  return factor === 'unknown' ? undefined : factor
}

/** The broker's asset category; a currency pair is also recognised by its symbol (`EUR.USD`). */
export function categoryOf(entry: Entry): string {
  const category = value(entry, 'assetcategory').toUpperCase()
  if (category !== '') return category
  return /^[A-Z]{3}\.[A-Z]{3}$/.test(value(entry, 'symbol')) && isinOf(entry) === '' ? 'CASH' : ''
}

export function securityDrafts({ all }: Securities, used: ReadonlySet<string | undefined>): AssetDraft[] {
  return all.flatMap((security) => (used.has(security.ref) ? toDraft(security) : []))
}

function toDraft({ key, ref, factor: known, entries }: Security): AssetDraft {
  const named = [...Map.groupBy(entries, rank)].toSorted(([a], [b]) => a - b).flatMap(([, alike]) => alike)
  const first = (read: (entry: Entry) => string) => {
    const entry = named.find((one) => read(one) !== '')
    return entry && read(entry)
  }
  const isin = key.startsWith('isin:') ? key.slice(5) : ''
  const factor = known === 'unknown' ? undefined : known
  const said = (name: string) => first((entry) => value(entry, name)) ?? ''
  const [cusip, figi] = [said('cusip'), said('figi')]
  const identifiers = [
    ...(isCusip(cusip) ? [{ kind: 'CUSIP' as const, value: cusip }] : []),
    ...(isFigi(figi) ? [{ kind: 'FIGI' as const, value: figi }] : []),
  ]
  const type = typeOf(first(categoryOf) ?? '', said('subcategory'), first(nameOf) ?? '')
  return {
    ref,
    symbol: first((entry) => (RENAMED.test(symbolOf(entry)) ? '' : symbolOf(entry))) ?? first(symbolOf) ?? first(describedSymbol),
    isin: isIsin(isin) ? isin : undefined,
    name: first(nameOf),
    currency: first((entry) => (isMoneyUnit(tradingCurrency(entry)) ? tradingCurrency(entry) : '')),
    exchange: marketOf(said('listingexchange')),
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

function isinOf(entry: Entry): string {
  const isin = value(entry, 'isin')
  if (isin !== '') return isin.toUpperCase()
  const id = value(entry, 'securityid').toUpperCase()
  return value(entry, 'securityidtype').toUpperCase() === 'ISIN' || isIsin(id) ? id : ''
}

function symbolOf(entry: Entry): string {
  return squeeze(value(entry, 'symbol'))
}

function namesOf(entry: Entry) {
  return { entry, isin: isinOf(entry), conid: value(entry, 'conid'), cusip: value(entry, 'cusip'), symbol: symbolOf(entry) }
}

function link(links: Links, from: string, to: string): void {
  const known = from === '' ? to : links.get(from)
  if (known === undefined) links.set(from, to)
  else if (known !== to) links.set(from, '')
}
