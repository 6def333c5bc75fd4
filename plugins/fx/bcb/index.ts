/** Banco Central do Brasil, PTAX closing bulletin, selling rate (the convention): reais for one foreign unit. */

import { parseDay } from '#plugins/kit/date.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { spansOf } from '#plugins/kit/period.ts'
import { addDays } from '#src/shared/date.ts'
import type { FxChunk } from '../contract.ts'
import { defineProvider, type Reading } from '../provider.ts'
import type { Quotes } from '../quotes.ts'
import { homePerForeign } from '../series.ts'

const NAME = 'Banco Central do Brasil'
const SERVICE =
  'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata/CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)'

export default defineProvider({
  code: 'BCB',
  name: NAME,
  description: 'PTAX closing rates (selling) of business days, published after 13:00.',
  website: 'https://www.bcb.gov.br/en/financialstability/fxtransactions',
  attribution: 'Source: Banco Central do Brasil.',
  home: 'BRL',
  series: homePerForeign('BRL', 'AUD CAD CHF DKK EUR GBP JPY NOK SEK USD'),
  historyFrom: '2000-01-03',
  schedule: { frequency: 'daily', time: '13:15', timeZone: 'America/Sao_Paulo' },
  figures: { digits: 12 },
  read,
})

/** Days in the query are month first, and the last one is not part of the answer. */
async function* read({ period, series, quotes, get }: Reading): AsyncGenerator<FxChunk> {
  for (const { id } of series)
    for (const { from, to } of spansOf(period, 1826)) {
      const range = `@moeda='${id}'&@dataInicial='${american(from)}'&@dataFinalCotacao='${american(addDays(to, 1))}'`
      const url = `${SERVICE}?${range}&$filter=tipoBoletim%20eq%20'Fechamento'&$format=json`
      readBulletins((await get({ url, expect: 'json' })) ?? '', id, quotes)
      yield quotes.take()
    }
}

/** `value[] {cotacaoVenda, dataHoraCotacao, tipoBoletim}`; other bulletins than the closing one are left out. */
function readBulletins(text: string, id: string, quotes: Quotes): void {
  for (const one of listAt(readJson(text, NAME), ['value'], NAME))
    if (textOf(one, 'tipoBoletim') === 'Fechamento')
      quotes.add({ id, date: parseDay(textOf(one, 'dataHoraCotacao'), 'ymd'), value: textOf(one, 'cotacaoVenda') })
}

function american(day: string): string {
  return `${day.slice(5)}-${day.slice(0, 4)}`
}
