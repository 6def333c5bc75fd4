/** Rates that users enter by hand: no publisher, no lists, no part in route discovery. */
import { badge } from '../badge.ts'
import type { FxProvider } from '../contract.ts'

const manual: FxProvider = {
  code: 'MANUAL',
  name: 'Entered by hand',
  description: 'Rates that users enter themselves, for any pair.',
  website: '',
  attribution: '',
  baseCurrencies: [],
  targetCurrencies: [],
  series: [],
  historyFrom: null,
  schedule: null,
  assets: { 'icon.svg': badge('MANUAL') },
  async *fetchRates() {},
}

export default manual
