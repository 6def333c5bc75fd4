/** What kinds of assets there are, in the order in which they are listed. */
export const ASSET_TYPES = [
  'STOCK',
  'ETF',
  'FUND',
  'BOND',
  'CRYPTO',
  'COMMODITY',
  'INDEX',
  'OPTION',
  'FUTURE',
  'CFD',
  'WARRANT',
  'REAL_ESTATE',
  'LOAN',
  'OTHER',
] as const

export type AssetType = (typeof ASSET_TYPES)[number]

export function isAssetType(text: string | undefined): text is AssetType {
  return ASSET_TYPES.some((type) => type === text)
}

/** Units that a price of such an asset is usually for, as a decimal text: bonds are quoted in percent, option contracts have 100 units. */
export function usualPriceQuantity(type: AssetType): string {
  return type === 'BOND' ? '100' : type === 'OPTION' ? '0.01' : '1'
}
