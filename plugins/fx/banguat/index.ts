/** Banco de Guatemala, SOAP operation TipoCambioRango: quetzales for one US dollar, a row every calendar day. */
import { parseDay } from '#plugins/kit/date.ts'
import { yearsOf } from '#plugins/kit/period.ts'
import { childText, readSourceXml, requireElements } from '#plugins/kit/source-xml.ts'
import { findElements } from '#plugins/kit/xml.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf } from '../sides.ts'

const NAME = 'Banco de Guatemala'
const SERVICE = 'https://www.banguat.gob.gt/variables/ws/TipoCambio.asmx'
const NAMESPACE = 'http://www.banguat.gob.gt/variables/ws/'

export default defineProvider({
  code: 'BANGUAT',
  name: NAME,
  description: 'Reference rate of the US dollar for every day: the middle of buying and selling, which are equal.',
  website: 'https://www.banguat.gob.gt/en/page/tipo-de-cambio',
  attribution: 'Source: Banco de Guatemala.',
  home: 'GTQ',
  series: homePerForeign('GTQ', { USD: '2' }),
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '18:30', timeZone: 'America/Guatemala' },
  read,
})

async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { from, to } of yearsOf(period)) {
    const answer = await get({
      ...{ url: SERVICE, method: 'POST', expect: 'xml', body: envelope(from, to) },
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${NAMESPACE}TipoCambioRango"` },
    })
    readRange(answer ?? '', quotes)
    yield quotes.take()
  }
}

/** `Var {moneda, fecha, venta, compra}`, none of them for days before the first rate. */
function readRange(text: string, quotes: Quotes): void {
  const [result] = requireElements(readSourceXml(text, NAME), 'TipoCambioRangoResult', NAME)
  for (const one of result ? findElements(result, new Set(['Var'])) : [])
    quotes.add({
      ...{ id: childText(one, 'moneda'), date: parseDay(childText(one, 'fecha'), 'dmy') },
      value: meanOf(childText(one, 'compra'), childText(one, 'venta')),
    })
}

function envelope(from: string, to: string): string {
  const day = (text: string) => text.split('-').toReversed().join('/')
  const call = `<TipoCambioRango xmlns="${NAMESPACE}"><fechainit>${day(from)}</fechainit><fechafin>${day(to)}</fechafin></TipoCambioRango>`
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${call}</soap:Body></soap:Envelope>`
}
