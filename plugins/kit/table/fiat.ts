/** The currencies that trackers and platforms of coins deal in; some codes of coins are those of rarer currencies (MNT, TOP, ALL). */
export const FIAT: readonly string[] =
  'AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN NOK NZD PHP PLN RON SEK SGD THB TRY TWD UAH USD ZAR'.split(
    ' ',
  )
