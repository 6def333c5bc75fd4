const MARKETS: Readonly<Record<string, string>> = {
  // North America.
  ...{ NASDAQ: 'XNAS', NYSE: 'XNYS', ARCA: 'ARCX', AMEX: 'XASE', BATS: 'BATS', CBOE: 'XCBO', TSE: 'XTSE', VENTURE: 'XTSX' },
  // Germany, Austria and Switzerland.
  ...{ IBIS: 'XETR', IBIS2: 'XETR', FWB: 'XFRA', FWB2: 'XFRA', SWB: 'XSTU', SWB2: 'XSTU' },
  ...{ GETTEX: 'MUNC', GETTEX2: 'MUNC', VSE: 'XWBO', EBS: 'XSWX' },
  // The rest of Europe.
  ...{ LSE: 'XLON', LSEETF: 'XLON', AEB: 'XAMS', SBF: 'XPAR', 'ENEXT.BE': 'XBRU', BVL: 'XLIS', BM: 'XMAD' },
  ...{ BVME: 'XMIL', 'BVME.ETF': 'XMIL', WSE: 'XWAR', SFB: 'XSTO', CPH: 'XCSE', HEX: 'XHEL', OSE: 'XOSL' },
  // Asia and Australia.
  ...{ SEHK: 'XHKG', TSEJ: 'XTKS', SGX: 'XSES', ASX: 'XASX' },
}

/** The ISO 10383 identifier of a listing exchange as the broker writes it, where it is beyond doubt. */
export function marketOf(exchange: string): string | undefined {
  return MARKETS[exchange.toUpperCase()]
}
