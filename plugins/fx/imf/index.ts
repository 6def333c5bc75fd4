/** IMF representative rates, tab separated, a month a file: units per US dollar, but dollars per unit in rows marked "(1)". */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { monthsOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'International Monetary Fund'
const API = 'https://www.imf.org/external/np/fin/data/rms_mth.aspx?reportType=REP&tsvflag=Y'
/** The mark is part of the series: a row whose mark comes or goes is not read at all. */
const DOLLARS_PER_UNIT = {
  ...{ EUR: 'Euro(1)', GBP: 'U.K. pound(1)', AUD: 'Australian dollar(1)', BWP: 'Botswana pula(1)', NZD: 'New Zealand dollar(1)' },
}
const UNITS_PER_DOLLAR = {
  ...{ CNY: 'Chinese yuan', JPY: 'Japanese yen', DZD: 'Algerian dinar', BRL: 'Brazilian real', BND: 'Brunei dollar' },
  ...{ CAD: 'Canadian dollar', CLP: 'Chilean peso', CZK: 'Czech koruna', DKK: 'Danish krone', INR: 'Indian rupee' },
  ...{ ILS: 'Israeli New Shekel', KRW: 'Korean won', KWD: 'Kuwaiti dinar', MYR: 'Malaysian ringgit', MUR: 'Mauritian rupee' },
  ...{ MXN: 'Mexican peso', NOK: 'Norwegian krone', OMR: 'Omani rial', PEN: 'Peruvian sol', PHP: 'Philippine peso' },
  ...{ PLN: 'Polish zloty', QAR: 'Qatari riyal', SAR: 'Saudi Arabian riyal', SGD: 'Singapore dollar', SEK: 'Swedish krona' },
  ...{ CHF: 'Swiss franc', THB: 'Thai baht', TTD: 'Trinidadian dollar', AED: 'U.A.E. dirham', UYU: 'Uruguayan peso' },
}

export default defineProvider({
  code: 'IMF',
  name: NAME,
  description: 'Representative rates that the issuing central banks report to the Fund, on business days.',
  website: 'https://www.imf.org/external/np/fin/data/param_rms_mth.aspx',
  attribution: 'Source: International Monetary Fund, representative exchange rates.',
  home: 'USD',
  series: [...foreignPerHome('USD', UNITS_PER_DOLLAR), ...homePerForeign('USD', DOLLARS_PER_UNIT)],
  historyFrom: '2003-04-01',
  schedule: { frequency: 'daily', time: '18:00', timeZone: 'America/New_York' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { to } of monthsOf(period)) {
    readMonth((await get({ url: `${API}&SelectDate=${to}`, expect: 'csv' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** Two blocks (halves of the month), each with its own `Currency` line of days; notes at the end prove that nothing was cut off. */
function readMonth(text: string, quotes: Quotes): void {
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'))
  if (!rows.some(([first]) => /^Notes?:/.test(first?.trim() ?? '')) || !rows.some(([first]) => first?.trim() === 'Currency'))
    throw sourceError('format', `${NAME} sent a file without days or without its end: it may be cut off.`)
  let days: readonly string[] = []
  for (const [first = '', ...cells] of rows) {
    if (first.trim() === 'Currency') days = cells
    else if (cells.length > 0)
      cells.forEach((value, index) => {
        if (days[index]?.trim()) quotes.add({ id: first.trim(), date: parseDay(days[index], 'mdy'), value })
      })
  }
}
