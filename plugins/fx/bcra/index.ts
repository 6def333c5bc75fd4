/** Banco Central de la Republica Argentina: pesos for one foreign unit, or for as many as the description says. */
import { parseDay } from '#plugins/kit/date.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { daysOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Banco Central de la Republica Argentina'
const API = 'https://api.bcra.gob.ar/estadisticascambiarias/v1.0/Cotizaciones'
const CODES =
  'AUD AWG BOB BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD ILS INR JPY NIO NOK NZD PEN PYG RSD RUB SEK SGD TRY USD UYU VND XDR ZAR'
/** Codes of earlier money that stand for today's. */
const OLD_CODES = { MXN: 'MXP', VES: 'VEB' }

export default defineProvider({
  code: 'BCRA',
  name: NAME,
  description: 'Rates of the official market on business days. They are administered: parallel markets may be far from them.',
  website: 'https://www.bcra.gob.ar/cotizaciones-por-fecha-2/',
  attribution: 'Source: Banco Central de la Republica Argentina.',
  home: 'ARS',
  series: [...homePerForeign('ARS', CODES, { unit: 'stated' }), ...homePerForeign('ARS', OLD_CODES, { unit: 'stated' })],
  lastResort: 'all',
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '16:00', timeZone: 'America/Argentina/Buenos_Aires' },
  pause: () => 100,
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const day of daysOf(period, true)) {
    const text = await get({ url: `${API}?fecha=${day}`, expect: 'json', noData: [404] })
    if (text !== undefined) readDay(text, quotes)
    yield quotes.take()
  }
}

/** `results {fecha, detalle[] {codigoMoneda, descripcion, tipoCotizacion}}`; a holiday has no `fecha` and an empty list. */
function readDay(text: string, quotes: Quotes): void {
  const answer = readJson(text, NAME)
  const date = parseDay(textOf(member(answer, 'results'), 'fecha'), 'ymd')
  for (const one of listAt(answer, ['results', 'detalle'], NAME))
    quotes.add({
      ...{ id: textOf(one, 'codigoMoneda'), date, value: textOf(one, 'tipoCotizacion') },
      unit: unitOf(textOf(one, 'descripcion')),
    })
}

/** `DONG VIETNAM (C/1.000 UNIDADES)`: a dot between thousands. */
function unitOf(description: string): string {
  return /\(C\/\s*([\d.]+)\s+UNIDADES\)/i.exec(description)?.[1]?.replaceAll('.', '') ?? '1'
}
