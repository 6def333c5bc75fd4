/** Banco Central de Costa Rica, reference rates: colones for a US dollar; days are columns, buying (317) and selling (318) are rows. */
import { parseDay } from '#plugins/kit/date.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { listAt, member, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'
import { meanOf, type Side } from '../sides.ts'

const NAME = 'Banco Central de Costa Rica'
const API = 'https://apim.bccr.fi.cr/SDDE/api/Bccr.GE.SDDE.IndicadoresSitioExterno.'
const TABLE = `${API}GrupoVariables.API/CuadroGrupoVariables/ObtenerDatosCuadro?IdGrupoVariable=1`
/** The table never has more columns. */
const COLUMNS = 100

export default defineProvider({
  code: 'BCCR',
  name: NAME,
  description:
    'Reference rates of the US dollar, the mid of buying and selling; on weekends and holidays that of the day before.',
  website: 'https://sdd.bccr.fi.cr/en/IndicadoresEconomicos/Inicio/Submenu/13',
  attribution: 'Source: Banco Central de Costa Rica.',
  home: 'CRC',
  series: homePerForeign('CRC', 'USD'),
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '18:00', timeZone: 'America/Costa_Rica' },
  pause: () => 100,
  read,
})

/** A token first, as the page of the bank gets one; it holds for all calls. */
async function* read({ period, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  const answer = await get({ url: `${API}ServiciosUsuario.API/Token/GenereCSRF`, expect: 'json' })
  const token = /^\s*"?([\w.+/=:-]{8,4096})"?\s*$/.exec(answer ?? '')?.[1]
  if (token === undefined) throw sourceError('format', `${NAME} gave no token for its table: the format has changed.`)
  const headers = { token_csrf: token, Origin: 'https://sdd.bccr.fi.cr' }
  for (const { from, to } of spansOf(period, COLUMNS)) {
    const url = `${TABLE}&FechaInicio=${from}T00:00:00&FechaFin=${to}&CantidadSeriesAMostrar=${COLUMNS}`
    readTable((await get({ url, headers, expect: 'json' })) ?? '', quotes)
    yield quotes.take()
  }
}

/** `columnas[] {field, tituloIngles "15 dec 2025"}`, `indicadoresRaiz[] {idIndicador, series {serie1Ingles}}`; `choose` takes one of the two sides. */
export function readTable(text: string, quotes: Quotes, choose: Side = meanOf): void {
  const answer = readJson(text, NAME)
  const rows = listAt(answer, ['indicadoresRaiz'], NAME)
  const [buying, selling] = ['317', '318'].map((id) =>
    member(
      rows.find((row) => textOf(row, 'idIndicador') === id),
      'series',
    ),
  )
  if (buying === undefined || selling === undefined)
    throw sourceError('format', `${NAME} sent a table without its two indicators: the format has changed.`)
  for (const column of listAt(answer, ['columnas'], NAME)) {
    const field = textOf(column, 'field')
    if (!/^serie\d/.test(field)) continue
    const value = choose(textOf(buying, `${field}Ingles`), textOf(selling, `${field}Ingles`))
    quotes.add({ id: 'USD', date: parseDay(textOf(column, 'tituloIngles'), 'dmy'), value })
  }
}
