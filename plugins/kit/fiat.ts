/** The currencies that trackers and platforms of coins deal in; some codes of coins are those of rarer currencies (MNT, TOP, ALL). */
export const FIAT: readonly string[] =
  'AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HRK HUF IDR ILS INR JPY KRW KZT MXN MYR NGN NOK NZD PEN PHP PLN RON RUB SEK SGD THB TRY TWD UAH USD VND ZAR'.split(
    ' ',
  )
const CODES: ReadonlySet<string> = new Set(FIAT)

/** Whether a code is one of them. */
export const isFiat = (code: string): boolean => CODES.has(code)
