/** Lietuvos bankas, official litas rates until the euro (type LT): litas for Amt foreign units; a day a call. */
import { parseDay } from '#plugins/kit/date.ts'
import { daysOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign, untilEuro } from '../series.ts'

const NAME = 'Bank of Lithuania'
const API = 'https://www.lb.lt/webservices/FxRates/FxRates.asmx/getFxRates?tp=LT'
const LIVE = `AED AFN ALL AMD ARS AUD AZN BAM BDT BHD BOB BRL CAD CHF CLP CNY COP CZK DJF DKK DZD EGP ETB EUR GBP GEL GNF HKD HUF IDR ILS
  INR IQD IRR ISK JOD JPY KES KGS KRW KWD KZT LBP LKR MAD MDL MGA MKD MNT MXN MYR MZN NOK NZD PAB PEN PHP PKR PLN QAR RON RSD RUB SAR SEK
  SGD SYP THB TJS TMT TND TRY TWD TZS UAH USD UYU UZS VND XAF XDR XOF YER ZAR`
const EURO = 'BGN HRK EEK LVL SKK SIT CYP MTL'

export default defineProvider({
  code: 'LB',
  name: NAME,
  description: 'Official rates of the litas (LTL) until the euro in 2015: history only.',
  website: 'https://www.lb.lt/en/currency-exchange-rates',
  attribution: 'Source: Bank of Lithuania.',
  home: 'LTL',
  series: homePerForeign('LTL', `${LIVE} ${EURO} BYR VEF`, {
    unit: 'stated',
    until: { ...untilEuro(EURO), BYR: '2014-12-31', VEF: '2014-12-31' },
  }),
  historyFrom: '1999-01-04',
  historyUntil: '2014-12-31',
  schedule: { frequency: 'daily', released: 'never', time: '12:00', timeZone: 'Europe/Vilnius' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period)) {
    readDay((await get({ url: `${API}&dt=${day}`, expect: 'xml' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `FxRate` with Tp, Dt and two CcyAmt: the litas amount, then the foreign currency and its units. */
function readDay(text: string, quotes: Quotes): void {
  for (const one of findElements(readSourceXml(text, NAME), new Set(['FxRate']))) {
    const [litas, foreign] = one.children.filter((child) => child.name === 'CcyAmt')
    if (!litas || !foreign || childText(litas, 'Ccy') !== 'LTL') continue
    quotes.add({
      ...{ id: childText(foreign, 'Ccy'), date: parseDay(childText(one, 'Dt'), 'ymd') },
      ...{ value: childText(litas, 'Amt'), unit: childText(foreign, 'Amt') },
    })
  }
}
