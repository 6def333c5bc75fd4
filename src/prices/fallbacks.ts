/** Which other sources may have the closes of an asset whose source fails, in order, and what it is called there. One table, by type; the README shows it. Pure. */
import type { AssetType } from '../shared/asset-type.ts'
import type { Refreshable } from './refresh.repository.ts'

/** `isCertain`: an ISIN says what it is; a symbol alone is only taken where its closes agree with stored ones. */
export type Fallback = { readonly provider: string; readonly identifier: string; readonly isCertain: boolean }

type Named = Pick<Refreshable, 'symbol' | 'isin' | 'exchange' | 'currency'>
type Step = (asset: Named) => Fallback | undefined

const US = ['XNYS', 'XNAS', 'XNGS', 'XNMS', 'XNCM', 'XASE', 'ARCX', 'BATS']
const EURONEXT = ['XPAR', 'XAMS', 'XBRU', 'XLIS', 'XDUB', 'XMSM', 'XOSL', 'XMIL', 'MTAA', 'ETFP', 'ETLX', 'ALXP', 'ALXB', 'ALXL']
const NORDIC = ['XSTO', 'XHEL', 'XCSE', 'XICE', 'FNSE', 'FNFI', 'FNDK']
/** What Yahoo Finance puts behind a symbol, by exchange. */
const SUFFIXES: Readonly<Record<string, string>> = {
  ...{ XETR: '.DE', XFRA: '.F', XPAR: '.PA', XAMS: '.AS', XBRU: '.BR', XLIS: '.LS', XMIL: '.MI', MTAA: '.MI', XOSL: '.OL' },
  ...{ XDUB: '.IR', XSTO: '.ST', XHEL: '.HE', XCSE: '.CO', XICE: '.IC', XSWX: '.SW', XWBO: '.VI', XLON: '.L', XTSE: '.TO' },
  ...{ XTSX: '.V', XTAI: '.TW', BVMF: '.SA', XASX: '.AX', XHKG: '.HK', XTKS: '.T', XNSE: '.NS', XBOM: '.BO' },
  ...Object.fromEntries(US.map((mic) => [mic, ''])),
}
const PLAIN_SYMBOL = /^[A-Z0-9-]{1,12}$/
const METAL = /^X(AU|AG|PT|PD)$/
const FUND_CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF']

const byIsin =
  (provider: string, exchanges: readonly string[], identifierOf: (isin: string, mic: string) => string = (isin) => isin): Step =>
  ({ isin, exchange }) =>
    isin !== null && exchange !== null && exchanges.includes(exchange)
      ? { provider, identifier: identifierOf(isin, exchange), isCertain: true }
      : undefined

const bySymbol =
  (provider: string, exchanges: readonly string[]): Step =>
  ({ symbol, exchange }) =>
    exchange !== null && exchanges.includes(exchange) && PLAIN_SYMBOL.test(symbol)
      ? { provider, identifier: symbol, isCertain: false }
      : undefined

const yahoo: Step = ({ symbol, exchange }) => {
  const suffix = SUFFIXES[exchange ?? '']
  return suffix === undefined || !PLAIN_SYMBOL.test(symbol)
    ? undefined
    : { provider: 'YAHOO', identifier: `${symbol}${suffix}`, isCertain: false }
}

const coin =
  (provider: string, pairOf: (symbol: string, currency: string) => string): Step =>
  ({ symbol, currency }) =>
    /^[A-Z0-9]{2,10}$/.test(symbol) ? { provider, identifier: pairOf(symbol, currency), isCertain: false } : undefined

const metal =
  (provider: string): Step =>
  ({ symbol }) =>
    METAL.test(symbol) ? { provider, identifier: symbol, isCertain: false } : undefined

const indianFund: Step = ({ isin }) =>
  isin?.startsWith('INF') ? { provider: 'AMFI', identifier: isin, isCertain: true } : undefined
const justEtf: Step = ({ isin, currency }) =>
  isin !== null && FUND_CURRENCIES.includes(currency) ? { provider: 'JUSTETF', identifier: isin, isCertain: true } : undefined

/** The exchange where it is listed. */
const HOME: readonly Step[] = [
  byIsin('EURONEXT', EURONEXT, (isin, mic) => `${isin}-${mic}`),
  byIsin('BOERSE_FRANKFURT', ['XETR']),
  byIsin('NASDAQ_NORDIC', NORDIC),
  byIsin('SIX', ['XSWX', 'XVTX']),
  byIsin('WIENER_BOERSE', ['XWBO']),
  bySymbol('TMX', ['XTSE', 'XTSX', 'XCNQ']),
  bySymbol('TWSE', ['XTAI']),
  bySymbol('B3', ['BVMF']),
  bySymbol('MOEX', ['MISX']),
]

/** In the order in which they are requested; the first that answers wins. A type that is not here has none. */
const FALLBACKS: Partial<Record<AssetType, readonly Step[]>> = {
  STOCK: [...HOME, yahoo, bySymbol('TIINGO', US), bySymbol('POLYGON', US)],
  ETF: [...HOME, yahoo, justEtf, bySymbol('TIINGO', US)],
  FUND: [indianFund, byIsin('SIX', ['XSWX']), yahoo],
  BOND: [byIsin('EURONEXT', EURONEXT, (isin, mic) => `${isin}-${mic}`), byIsin('SIX', ['XSWX'])],
  CRYPTO: [
    coin('KRAKEN', (symbol, currency) => `${symbol === 'BTC' ? 'XBT' : symbol}${currency}`),
    coin('COINBASE', (symbol, currency) => `${symbol}-${currency}`),
    coin('BINANCE', (symbol, currency) => `${symbol}${currency}`),
    coin('YAHOO', (symbol, currency) => `${symbol}-${currency}`),
  ],
  COMMODITY: [metal('GOLD_API'), metal('SWISSQUOTE')],
}

/** The sources that may have the closes of an asset beside its own, best first. */
export function fallbacksOf(asset: Named & Pick<Refreshable, 'type' | 'source'>): Fallback[] {
  const found = (FALLBACKS[asset.type] ?? []).flatMap((step) => step({ ...asset, symbol: asset.symbol.toUpperCase() }) ?? [])
  return found.filter(({ provider }) => provider !== asset.source?.provider)
}
