/** Central Bank of Kenya: shillings for one foreign unit, but foreign units for one shilling in the neighbouring countries. */
import { parseDay } from '#plugins/kit/date.ts'
import { flatCells } from '#plugins/kit/flat-rows.ts'
import { earlier } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import { foreignPerHome, homePerForeign } from '../series.ts'

const NAME = 'Central Bank of Kenya'
const API = 'https://www.centralbank.go.ke/wp-admin/admin-ajax.php?action=get_wdtable&table_id='
const BATCH = 2000
const NAMES = {
  ...{ USD: 'US DOLLAR', GBP: 'STG POUND', EUR: 'EURO', ZAR: 'SA RAND', AED: 'AE DIRHAM', CAD: 'CAN $', CHF: 'S FRANC' },
  ...{ SEK: 'SW KRONER', NOK: 'NOR KRONER', DKK: 'DAN KRONER', INR: 'IND RUPEE', HKD: 'HONGKONG DOLLAR' },
  ...{ SGD: 'SINGAPORE DOLLAR', SAR: 'SAUDI RIYAL', CNY: 'CHINESE YUAN', AUD: 'AUSTRALIAN $' },
}
const NEIGHBOURS = { UGX: 'KES / USHS', TZS: 'KES / TSHS', RWF: 'KES / RWF', BIF: 'KES / BIF' }

export default defineProvider({
  code: 'CBK',
  name: NAME,
  description: 'Mean rates of the interbank market on business days; in effect with two decimals since 2026.',
  website: 'https://www.centralbank.go.ke/forex/',
  attribution: 'Source: Central Bank of Kenya.',
  home: 'KES',
  series: [
    ...homePerForeign('KES', NAMES),
    ...homePerForeign('KES', { JPY: 'JPY (100)' }, { unit: '100' }),
    ...foreignPerHome('KES', NEIGHBOURS),
  ],
  historyFrom: '2003-09-12',
  schedule: { frequency: 'daily', time: '12:00', timeZone: 'Africa/Nairobi' },
  pause: () => 500,
  read,
})

/** A table holds all its days: one from 2024 on, one of the years before, of which only the days before the first of the other are taken. */
async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  let [end, first, count] = ['9999-12-31', '9999-12-31', 0]
  for (const table of [...(period.to >= '2024' ? ['193'] : []), ...(period.from < '2025' ? ['32'] : [])]) {
    const text = await get({
      ...{ url: `${API}${table}`, method: 'POST', expect: 'json', timeoutSeconds: 120 },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'draw=1&start=0&length=-1',
    })
    for (const [day, id = '', value] of flatCells(text ?? '', NAME, 'data', 3)) {
      const date = parseDay(day, 'dmy')
      if (date === undefined || date < end) quotes.add({ id: id.trim(), date, value })
      first = earlier(first, date ?? first)
      if (++count % BATCH === 0) yield quotes.take()
    }
    end = first
    yield quotes.take()
  }
}
