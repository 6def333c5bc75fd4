/** Banco Central del Uruguay, SOAP: pesos for one foreign unit, buying and selling; currencies have numbers, and their codes are not ISO 4217. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf } from '../sides.ts'

const NAME = 'Banco Central del Uruguay'
const SERVICE = 'https://cotizaciones.bcu.gub.uy/wscotizaciones/servlet/awsbcucotizaciones'
const NUMBERS = {
  ...{ USD: '2225', EUR: '1111', BRL: '1000', ARS: '500', CAD: '2309', CLP: '1300', CNY: '4150', COP: '5500', DKK: '1800' },
  ...{ HKD: '5100', HUF: '4300', INR: '5700', GBP: '2700', ISK: '4900', JPY: '3600', KRW: '5300', MYR: '5600', MXN: '4200' },
  ...{ NOK: '4600', NZD: '1490', PYG: '4800', PEN: '4000', RUB: '5400', ZAR: '1620', SEK: '5800', CHF: '5900', TRY: '4400' },
}
/** What the service says where a currency has no rate in the range. */
const NO_RATES = '100'

export default defineProvider({
  code: 'BCU',
  name: NAME,
  description: 'Closing rates of business days: the middle of buying and selling; the US dollar as banknotes.',
  website: 'https://www.bcu.gub.uy/Estadisticas-e-Indicadores/Paginas/Cotizaciones.aspx',
  attribution: 'Source: Banco Central del Uruguay.',
  home: 'UYU',
  series: homePerForeign('UYU', NUMBERS),
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '18:00', timeZone: 'America/Montevideo' },
  pause: () => 100,
  read,
})

async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of spansOf(period, 360))
    for (const { id } of series) {
      const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
      const body = envelope(id.padStart(4, '0'), from, to)
      readRange((await get({ url: SERVICE, method: 'POST', expect: 'xml', headers, body })) ?? '', quotes)
      yield quotes.take()
    }
}

/** `respuestastatus {status, codigoerror, mensaje}`, 1 = good, and `datoscotizaciones.dato {Fecha, Moneda, TCC, TCV}`. */
function readRange(text: string, quotes: Quotes): void {
  const root = readSourceXml(text, NAME)
  const [state] = requireElements(root, 'respuestastatus', NAME)
  const [status, code] = state ? [childText(state, 'status'), childText(state, 'codigoerror')] : ['', '']
  if (status !== '1' && code !== NO_RATES) throw sourceError('status', `${NAME} answered with its error ${code.slice(0, 20)}.`)
  for (const one of findElements(root, new Set(['datoscotizaciones.dato'])))
    quotes.add({
      ...{ id: childText(one, 'Moneda').replace(/^0+/, ''), date: parseDay(childText(one, 'Fecha'), 'ymd') },
      value: meanOf(childText(one, 'TCC'), childText(one, 'TCV')),
    })
}

function envelope(number: string, from: string, to: string): string {
  const fields = `<cot:Moneda><cot:item>${number}</cot:item></cot:Moneda><cot:FechaDesde>${from}</cot:FechaDesde><cot:FechaHasta>${to}</cot:FechaHasta><cot:Grupo>0</cot:Grupo>`
  const call = `<cot:wsbcucotizaciones.Execute><cot:Entrada>${fields}</cot:Entrada></cot:wsbcucotizaciones.Execute>`
  return `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:cot="Cotiza"><soapenv:Body>${call}</soapenv:Body></soapenv:Envelope>`
}
