/** What publishers need to know of currencies that replaced others. */
import { isOlder, SUCCESSIONS } from '#src/shared/currency-successions.ts'

export { SUCCESSIONS }

/** Codes that publishers have also used for what went before, with the first day of today's money. */
const RENEWED: readonly (readonly [string, string])[] = [
  ['PEN', '1991-07-01'],
  ['MXN', '1993-01-01'],
  ['UYU', '1993-03-01'],
  ['BRL', '1994-07-01'],
  ['PLN', '1995-01-01'],
  ['UAH', '1996-09-02'],
  ['RUB', '1998-01-01'],
]

const STARTED: ReadonlyMap<string, string> = new Map([
  ...RENEWED,
  ...SUCCESSIONS.filter((one) => !isOlder(one)).map(({ successor, since }) => [successor, since] as const),
  ['EUR', '1999-01-01'],
])

const ENDED: ReadonlyMap<string, string> = new Map(
  SUCCESSIONS.filter((one) => one.successor === 'EUR').map(({ code, since }) => [code, since]),
)

/** The first day on which the code means its currency, where a publisher might use it for a forerunner (old lira, the ECU); else `undefined`. */
export function startOf(currency: string): string | undefined {
  return STARTED.get(currency)
}

/** The first day of the euro in place of the currency; `undefined` where that has not happened. */
export function euroSince(currency: string): string | undefined {
  return ENDED.get(currency)
}
