/** What sources call the sectors of companies, in small letters. Yahoo and the exchanges have divisions of eleven each, which are about ours. */
const SECTORS: Readonly<Record<string, string>> = {
  'basic materials': 'MATERIALS',
  'communication services': 'COMMUNICATION',
  'consumer cyclical': 'CONSUMER_CYCLICAL',
  'consumer defensive': 'CONSUMER_DEFENSIVE',
  'consumer discretionary': 'CONSUMER_CYCLICAL',
  'consumer staples': 'CONSUMER_DEFENSIVE',
  energy: 'ENERGY',
  'financial services': 'FINANCIALS',
  financials: 'FINANCIALS',
  'health care': 'HEALTH',
  healthcare: 'HEALTH',
  industrials: 'INDUSTRIALS',
  materials: 'MATERIALS',
  'real estate': 'REAL_ESTATE',
  technology: 'TECHNOLOGY',
  telecommunications: 'COMMUNICATION',
  utilities: 'UTILITIES',
}

/** Our code for the sector that a source names, as part of a search hit; nothing for a name that is not known. */
export function sectorOf(name: string): { readonly sector?: string } {
  const sector = Object.hasOwn(SECTORS, name.trim().toLowerCase()) ? SECTORS[name.trim().toLowerCase()] : undefined
  return sector === undefined ? {} : { sector }
}
