/** Every source of prices that comes with Holdfast, in the order in which they are listed. */
import coingecko from './coingecko/index.ts'
import type { PriceProvider } from './contract.ts'
import jsonUrl from './json-url/index.ts'
import justetf from './justetf/index.ts'
import manual from './manual/index.ts'
import scheduledYield from './scheduled-yield/index.ts'
import stooq from './stooq/index.ts'
import tableUrl from './table-url/index.ts'
import yahoo from './yahoo/index.ts'

export const priceProviders: readonly PriceProvider[] = [
  yahoo,
  stooq,
  coingecko,
  justetf,
  jsonUrl,
  tableUrl,
  scheduledYield,
  manual,
]
