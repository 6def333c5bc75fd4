/** Every source of prices that comes with Holdfast, in the order in which they are listed. */
import alphaVantage from './alpha-vantage/index.ts'
import amfi from './amfi/index.ts'
import b3 from './b3/index.ts'
import binance from './binance/index.ts'
import boerseFrankfurt from './boerse-frankfurt/index.ts'
import coinbase from './coinbase/index.ts'
import coingecko from './coingecko/index.ts'
import type { IdentifierSource, PriceProvider } from './contract.ts'
import divvydiary from './divvydiary/index.ts'
import eodhd from './eodhd/index.ts'
import euronext from './euronext/index.ts'
import finnhub from './finnhub/index.ts'
import goldApi from './gold-api/index.ts'
import jsonUrl from './json-url/index.ts'
import justetf from './justetf/index.ts'
import kraken from './kraken/index.ts'
import manual from './manual/index.ts'
import marketstack from './marketstack/index.ts'
import mfapi from './mfapi/index.ts'
import moex from './moex/index.ts'
import nasdaqNordic from './nasdaq-nordic/index.ts'
import openfigi from './openfigi/index.ts'
import polygon from './polygon/index.ts'
import scheduledYield from './scheduled-yield/index.ts'
import six from './six/index.ts'
import stooq from './stooq/index.ts'
import swissquote from './swissquote/index.ts'
import tableUrl from './table-url/index.ts'
import tiingo from './tiingo/index.ts'
import tmx from './tmx/index.ts'
import toushin from './toushin/index.ts'
import tsp from './tsp/index.ts'
import twelveData from './twelve-data/index.ts'
import twse from './twse/index.ts'
import wienerBoerse from './wiener-boerse/index.ts'
import yahoo from './yahoo/index.ts'

export const priceProviders: readonly PriceProvider[] = [
  yahoo,
  euronext,
  boerseFrankfurt,
  nasdaqNordic,
  six,
  wienerBoerse,
  tmx,
  twse,
  b3,
  moex,
  amfi,
  mfapi,
  toushin,
  tsp,
  goldApi,
  swissquote,
  coingecko,
  kraken,
  coinbase,
  binance,
  tiingo,
  twelveData,
  eodhd,
  alphaVantage,
  polygon,
  marketstack,
  finnhub,
  divvydiary,
  justetf,
  stooq,
  jsonUrl,
  tableUrl,
  scheduledYield,
  manual,
]

/** Every source of identifiers that comes with Holdfast. */
export const identifierSources: readonly IdentifierSource[] = [openfigi]
