import type { z } from '@hono/zod-openapi'
import { type CurrencyWarning, currencyWarnings } from '../shared/currency-notice.ts'
import type { BatchRequest } from './batch.schema.ts'
import type { Transaction } from './service.ts'

/** What looks wrong with the currencies of the lines that a batch adds, or gives a currency and a day. */
export function warningsOf({ create, update }: z.infer<typeof BatchRequest>): CurrencyWarning[] {
  const given = [
    ...(create ?? []).map((one, index) => ({ ...one, place: `/create/${index}` })),
    ...(update ?? []).map((one, index) => ({ ...one, place: `/update/${index}` })),
  ]
  return currencyWarnings(
    given.flatMap(({ place, date, currency, price_currency: priceCurrency }) =>
      date === undefined
        ? []
        : [
            {
              date,
              currencies: [[`${place}/currency`, currency] as const, [`${place}/price_currency`, priceCurrency] as const],
            },
          ],
    ),
  )
}

/** What looks wrong with the currencies of a line as it is stored. */
export function warningsOfLine({ date, currency, priceCurrency }: Transaction): CurrencyWarning[] {
  return currencyWarnings([
    {
      date,
      currencies: [
        ['/currency', currency],
        ['/price_currency', priceCurrency],
      ],
    },
  ])
}
