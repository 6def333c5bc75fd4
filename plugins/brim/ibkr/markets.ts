/** The broker's exchange codes whose ISO 10383 market identifier is beyond doubt. */
const MARKETS: Readonly<Record<string, string>> = {
  NASDAQ: 'XNAS',
  NYSE: 'XNYS',
  ARCA: 'ARCX',
  AMEX: 'XASE',
  BATS: 'BATS',
  TSE: 'XTSE',
  VENTURE: 'XTSX',
  LSE: 'XLON',
  LSEETF: 'XLON',
  IBIS: 'XETR',
  IBIS2: 'XETR',
  FWB: 'XFRA',
  FWB2: 'XFRA',
  SWB: 'XSTU',
  SWB2: 'XSTU',
  GETTEX: 'MUNC',
  GETTEX2: 'MUNC',
  VSE: 'XWBO',
  AEB: 'XAMS',
  SBF: 'XPAR',
  EBS: 'XSWX',
  BVME: 'XMIL',
  'BVME.ETF': 'XMIL',
  BM: 'XMAD',
  SFB: 'XSTO',
  CPH: 'XCSE',
  HEX: 'XHEL',
  OSE: 'XOSL',
  SEHK: 'XHKG',
  TSEJ: 'XTKS',
  ASX: 'XASX',
  SGX: 'XSES',
  WSE: 'XWAR',
  'ENEXT.BE': 'XBRU',
  BVL: 'XLIS',
  CBOE: 'XCBO',
}

/** The MIC of a listing exchange as the broker writes it, undefined when it is not known. */
export function marketOf(exchange: string): string | undefined {
  return MARKETS[exchange.toUpperCase()]
}
