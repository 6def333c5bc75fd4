/** DEGIRO's own codes of exchanges to market identifier codes (ISO 10383). */
const MARKETS: ReadonlyMap<string, string> = new Map([
  ['EAM', 'XAMS'],
  ['EBR', 'XBRU'],
  ['EPA', 'XPAR'],
  ['ELI', 'XLIS'],
  ['XET', 'XETR'],
  ['FRA', 'XFRA'],
  ['LSE', 'XLON'],
  ['MAD', 'XMAD'],
  ['MIL', 'XMIL'],
  ['NDQ', 'XNAS'],
  ['NSY', 'XNYS'],
  ['SWX', 'XSWX'],
  ['WBAG', 'XWBO'],
  ['IRL', 'XDUB'],
  ['HKS', 'XHKG'],
  ['TSE', 'XTKS'],
  ['ASX', 'XASX'],
])

/** The market of a code; `undefined` when it is not known. */
export function marketOf(code: string): string | undefined {
  return MARKETS.get(code.toUpperCase())
}
