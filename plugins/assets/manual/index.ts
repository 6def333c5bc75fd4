/** Prices that users enter: there is nothing to fetch. */
import { definePrices } from '../provider.ts'

export default definePrices({
  code: 'MANUAL',
  name: 'By hand',
  description: 'Prices are entered with PUT /assets/{id}/prices; nothing is fetched.',
  website: '',
  attribution: '',
  adjusted: 'none',
  network: false,
  identifierHint: 'Any text, such as "manual"',
  fetchPrices: async function* () {
    yield { prices: [], issues: [] }
  },
})
