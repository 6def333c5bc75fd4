import type { PriceTemplate } from '../contract.ts'

/** Sources without an open interface of their own: off until somebody copies one of these. */
export const TEMPLATES: readonly PriceTemplate[] = [
  {
    name: 'Financial Times',
    description:
      'Closes of shares and funds. xid is the number that https://markets.ft.com/data/searchapi/searchsecurities?query=ISIN gives for the listing in the currency of your asset; for London quotations in pence set the option currency to GBX. Whether its terms allow you to use it is yours to decide.',
    website: 'https://markets.ft.com',
    identifier:
      'https://markets.ft.com/data/equities/ajax/get-historical-prices?startDate={from_slashes}&endDate={to_slashes}&symbol={xid}',
    options: { format: 'json-html', date: '#1', close: '#5', date_format: 'english', days_per_call: '365' },
  },
]
