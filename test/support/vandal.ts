import fc from 'fast-check'
import type { Schema } from '#src/docs/openapi.ts'
import { type DescribedOperation, describedDocument, describedOperations } from './described.ts'

/** A request to an operation. */
export type Call = { readonly id: string; readonly method: string; readonly path: string; readonly body: () => unknown }

/** Ids of all tables begin at 1: with few things, small numbers are theirs. */
const IDS = fc.integer({ min: 1, max: 9 })
const DAYS = fc.constantFrom('2026-01-02', '2026-01-05', '2026-02-03', '2026-05-04', '2026-06-30')
const FIGURES = fc.constantFrom('0.000001', '7', '9999999', '1', '-3')
const FILE = [
  'date,type,symbol,isin,name,quantity,price,amount,currency',
  '2026-02-05,BUY,AAPL,US0378331005,Apple Inc,1,100,-100,EUR',
  '2026-02-05,BUY,MINE,,MINE plc,1,100,-100,EUR',
].join('\n')

/** What fields of a name hold, whatever the operation; the rest follows from the document. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...{
    base: fc.constantFrom('EUR', 'USD'),
    quote: fc.constantFrom('USD', 'EUR'),
    currency: fc.constantFrom('EUR', 'USD', 'IDR'),
  },
  ...{ from: fc.constantFrom('EUR', 'USD'), to: fc.constantFrom('USD', 'EUR'), provider: fc.constantFrom('MANUAL', 'STEADY') },
  ...{ isin: fc.constantFrom('US0378331005', 'DE0007164600', null), ratio: fc.constantFrom('3:1', '1:100') },
  ...{ symbol: fc.constantFrom('AAPL', 'MINE', 'SAP'), name: fc.constantFrom('Apple Inc', 'MINE plc', 'Renamed') },
  ...{ into: IDS, user_id: IDS, broker_id: IDS, asset_id: IDS, dry_run: fc.constant(false), revision: fc.constant(undefined) },
  ...{ close: FIGURES, rate: FIGURES, price: FIGURES, quantity: FIGURES, amount: FIGURES, date: DAYS },
}

/** The operations of a method (of all), below a path. */
export function operationsOf(method?: string, under = ''): DescribedOperation[] {
  return describedOperations.filter(
    (operation) => (method === undefined || operation.method === method) && operation.path.startsWith(under),
  )
}

export function isWrite({ method, isPublic }: DescribedOperation): boolean {
  return method !== 'GET' && method !== 'HEAD' && !isPublic
}

/**
 * Calls of an operation, with bodies as the document describes them and ids of everything there is; often those in `own`, so that some succeed.
 * `texts` are for ids that are texts.
 */
export function callOf(
  { id, method, path, operation }: DescribedOperation,
  { texts, own }: { readonly texts: readonly string[]; readonly own: readonly number[] },
): fc.Arbitrary<Call> {
  const parameters = operation.parameters ?? []
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const valuesOf = (schema: Schema, name: string) =>
    isNumber(resolved(schema))
      ? fc.oneof(IDS, fc.constantFrom(...own))
      : name === 'id'
        ? fc.constantFrom(...texts)
        : arbitraryOf(schema, name, 0)
  return fc
    .record({
      places: fc.tuple(...inPath.map((one) => valuesOf(one.schema, one.name))),
      query: fc.tuple(
        ...inQuery.map((one) =>
          one.required === true ? valuesOf(one.schema, one.name) : maybe(valuesOf(one.schema, one.name), 1),
        ),
      ),
      body: bodyOf(operation.requestBody?.content),
    })
    .map(({ places, query, body }) => {
      const filled = inPath.reduce(
        (text, one, index) => text.replace(`{${one.name}}`, encodeURIComponent(String(places[index]))),
        path,
      )
      const pairs = inQuery.flatMap((one, index) => (query[index] === undefined ? [] : [[one.name, String(query[index])]]))
      const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
      return { id, method, path: `${filled}${search}`, body }
    })
}

function bodyOf(
  content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>> | undefined,
): fc.Arbitrary<() => unknown> {
  if (content === undefined) return fc.constant(() => undefined)
  if ('multipart/form-data' in content) return fc.constant(fileForm)
  const json = content['application/json']
  if (json?.schema === undefined) return fc.constant(() => undefined)
  return fc.oneof(arbitraryOf(json.schema, '', 0), fc.constant(json.example)).map((value) => () => value)
}

/** With bytes of its own each time: the same file twice is refused. */
function fileForm(): FormData {
  const form = new FormData()
  form.set('file', new File([`${FILE}\n${'\n'.repeat(files++ % 50)}`], 'theirs.csv', { type: 'text/csv' }))
  return form
}
let files = 0

/** Values of a schema, near enough: many pass, the others are refused. */
function arbitraryOf(given: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  const schema = resolved(given)
  const known = BY_NAME[name]
  if (known !== undefined && schema.properties === undefined)
    return fc.oneof({ weight: 4, arbitrary: known }, typed(schema, name, depth))
  return typed(schema, name, depth)
}

function typed(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((one) => arbitraryOf(one, name, depth + 1)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (schema.properties !== undefined) return objectOf(schema, depth)
  if (types.includes('array'))
    return fc.array(arbitraryOf(schema.items ?? {}, name.replace(/s$/, ''), depth + 1), { minLength: 1, maxLength: 2 })
  if (types.includes('integer')) return IDS
  if (types.includes('number')) return fc.constantFrom(0, 1, 0.5)
  if (types.includes('boolean')) return fc.boolean()
  if (schema.format === 'date') return DAYS
  return fc.constant(schema.example ?? null)
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const required = new Set((schema as { readonly required?: readonly string[] }).required)
  const entries = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const value = arbitraryOf(one, name, depth + 1)
    return [name, required.has(name) ? value : maybe(value, depth > 2 ? 1 : 3)] as const
  })
  return fc.record(Object.fromEntries(entries))
}

/** `weight` times of 5 there is a value. */
function maybe(value: fc.Arbitrary<unknown>, weight: number): fc.Arbitrary<unknown> {
  return fc.oneof({ weight, arbitrary: value }, { weight: 5 - weight, arbitrary: fc.constant(undefined) })
}

function isNumber({ type }: Schema): boolean {
  return type === 'integer' || type === 'number'
}

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  return resolved(describedDocument.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
}
