import type { PriceTemplate } from '../contract.ts'

const DECIDE = 'Whether its terms allow you to use it is yours to decide.'

/** Sources without an open interface of their own: off until somebody copies one of these. */
export const TEMPLATES: readonly PriceTemplate[] = [
  {
    name: 'onvista',
    description: `Closes of German listings and certificates. kind is STOCK, FUND, ETF or DERIVATIVE, entity and notation are the numbers in the address of its page; set the currency of that market. ${DECIDE}`,
    website: 'https://www.onvista.de',
    identifier:
      'https://api.onvista.de/api/v1/instruments/{kind}/{entity}/eod_history?idNotation={notation}&range=Y5&startDate={from}',
    options: { close: '$.last[*]', date: '$.datetimeLast[*]', date_format: 'unix', currency: 'EUR' },
  },
  {
    name: 'Tradegate',
    description: `The last price in EUR at the time of the refresh, by ISIN; no history. ${DECIDE}`,
    website: 'https://www.tradegate.de',
    identifier: 'https://www.tradegate.de/refresh.php?isin={isin}',
    options: { close: '$.last', decimal: 'mixed', currency: 'EUR' },
  },
]
