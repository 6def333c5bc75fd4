/** Prices of any JSON document at a public address, by paths. */
import { sourceError } from '#plugins/kit/http.ts'
import { type JsonValue, readJson } from '#plugins/kit/json.ts'
import { addressFaults, chunkOf, readAddress, URL_OPTIONS } from '../any-url.ts'
import type { PriceChunk, PriceConfig, PriceFault, PriceRequest, PriceTools } from '../contract.ts'
import { follow, readPath } from '../path.ts'
import { CURRENCY_OPTION, definePrices } from '../provider.ts'
import { TEMPLATES } from './templates.ts'

export default definePrices({
  code: 'JSON_URL',
  name: 'JSON address',
  description:
    'Prices of any JSON document at a public address. Taken as traded, unless the option adjusted says that splits are in it.',
  website: '',
  attribution: '',
  adjusted: 'none',
  identifierHint: 'The address; {from} and {to} stand for the days requested',
  options: [
    { name: 'close', description: 'JSONPath of the closes, such as $.data[*].nav', required: true },
    {
      name: 'date',
      description: 'JSONPath of their days, such as $.data[*].date; without it a single close, of today',
      required: false,
    },
    ...URL_OPTIONS,
    CURRENCY_OPTION,
  ],
  templates: TEMPLATES,
  check: (config) => [...addressFaults(config), ...pathFaults(config)],
  fetchPrices,
})

function pathFaults({ options }: PriceConfig): PriceFault[] {
  return ['close', 'date'].flatMap((name) => {
    const path = options[name]
    if (path === undefined || path === '' || readPath(path) !== undefined) return []
    return [{ pointer: `/options/${name}`, detail: "Must be a path such as $.data[*].nav: names, ['names'], [0], [-1] and [*]." }]
  })
}

async function* fetchPrices(request: PriceRequest, tools: PriceTools): AsyncGenerator<PriceChunk> {
  const document = readJson(await readAddress(request, tools, 'json'), 'The address')
  const closes = valuesAt(document, request.options['close'])
  const path = request.options['date']
  const days = path === undefined ? undefined : valuesAt(document, path)
  if (closes.length === 0) throw sourceError('format', `There is nothing at ${request.options['close']}.`)
  if ((days?.length ?? 1) !== closes.length)
    throw sourceError('format', `There are ${days?.length ?? 1} days for ${closes.length} closes; none was taken.`)
  const found = closes.map((close, index) => ({ day: days?.[index], figure: close }))
  yield chunkOf(found, request, tools.clock())
}

function valuesAt(document: JsonValue, path: string | undefined): string[] {
  return follow(document, readPath(path ?? '') ?? []).map((value) => (typeof value === 'string' ? value : ''))
}
