/** Exchange codes as Bloomberg writes them to market identifier codes (ISO 10383). Composites of a country, such as US and GR, are no market. */
const MICS: Readonly<Record<string, string>> = {
  ...{ GY: 'XETR', GF: 'XFRA', GS: 'XSTU', GM: 'XMUN', GD: 'XDUS', GH: 'XHAM', GI: 'XHAN', GB: 'XBER' },
  ...{ FP: 'XPAR', NA: 'XAMS', BB: 'XBRU', PL: 'XLIS', ID: 'XDUB', NO: 'XOSL', IM: 'XMIL', SE: 'XSWX', AV: 'XWBO' },
  ...{ SS: 'XSTO', FH: 'XHEL', DC: 'XCSE', IR: 'XICE', LN: 'XLON', PW: 'XWAR', CP: 'XPRA', GA: 'XATH' },
  ...{ UN: 'XNYS', UA: 'XASE', UP: 'ARCX', UW: 'XNGS', UQ: 'XNMS', UR: 'XNCM', CT: 'XTSE', CV: 'XTSX' },
  ...{ JT: 'XTKS', HK: 'XHKG', SP: 'XSES', IB: 'XBOM', IS: 'XNSE', NZ: 'XNZE', SJ: 'XJSE' },
}

/** The market of such a code; `undefined` for composites and those that we do not know. */
export function micOf(code: string): string | undefined {
  return MICS[code]
}
