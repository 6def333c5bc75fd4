/** The requests to a world: every operation of the OpenAPI document that gives figures, each pair of values of two of its options at least once. */
import type { World } from './world.ts'

export type Question = { readonly who: string; readonly path: string }
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }
type Schema = { readonly $ref?: string; readonly type?: unknown; readonly enum?: readonly string[]; readonly items?: Schema }
type Operation = {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}
export type Document = {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** One choice of some options: texts `name=value` for the query, `{name}=value` for the path, `who=name`. */
type Choice = readonly string[]

/** Not about figures, or different in every process. */
const LEFT_OUT =
  /^\/(auth|webhooks|backup|settings|jobs|utilities|uploads|users|system|openapi|docs|redoc|scalar)\b|\/(icon|search|content|received)$|\.png$|\/assets\/providers$|\/plugins$/
/** `explain_totals` answers a part of what `explain` does: test/portfolio/explain.test.ts compares them. */
const FLAGS = new Set(['owned', 'lots', 'explain', 'held', 'archived', 'all', 'count', 'failed'])
const WINDOWS = [
  '',
  'from=2024-06-03',
  'to=2025-02-03',
  'from=2024-05-07&to=2024-05-20',
  'from=2025-01-01&to=2025-12-31',
  'from=2026-04-01',
]

/** Every question, in a fixed order. */
export function questionsOf(document: Document, world: World): Question[] {
  const found = Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (get === undefined || LEFT_OUT.test(path)) return []
    const parameters = (get.parameters ?? []).map((one) =>
      '$ref' in one ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
    )
    const choices = choicesOf(path, parameters, document, world)
    return [...everyPair(choices), ...asStranger(parameters, choices)].map((chosen) => fill(path, chosen))
  })
  const seen = new Map(found.map((question) => [`${question.who} ${question.path}`, question]))
  return [...seen.values()]
}

function choicesOf(path: string, parameters: readonly Parameter[], document: Document, world: World): Choice[] {
  const names = new Set(parameters.filter((one) => one.in === 'query').map((one) => one.name))
  const choices: Choice[] = [viewsOf(path, names, world)]
  if (names.has('from') && names.has('to') && !path.startsWith('/fx/convert') && !path.endsWith('discover')) {
    choices.push(WINDOWS)
    for (const name of ['from', 'to']) names.delete(name)
  }
  for (const one of parameters) {
    if (one.in === 'path') choices.push(idsOf(path, world).map((id) => `{${one.name}}=${id}`))
    else if (one.in === 'query' && names.has(one.name) && one.name !== 'broker_ids') {
      const values = valuesOf(one, path, document, world).map((value) => `${one.name}=${value}`)
      if (values.length > 0) choices.push(one.required ? values : ['', ...values])
    }
  }
  return choices
}

/** Who asks about which brokers. */
function viewsOf(path: string, names: ReadonlySet<string>, { brokers }: World): Choice {
  if (path.startsWith('/assets/{')) return ['who=anna']
  if (!names.has('broker_ids')) return ['who=anna', 'who=ben']
  const of = (...chosen: string[]) => chosen.map((name) => `&broker_ids=${brokers[name]}`).join('')
  const sets = [[], ['Alder'], ['Birch'], ['Rowan'], ['Willow'], ['Cedar', 'Larch'], ['Alder', 'Elder'], ['Elder']]
  if (isDerived(path) || !path.startsWith('/portfolio')) sets.splice(4)
  return [...sets.map((set) => `who=anna${of(...set)}`), 'who=ben', `who=ben${of('Maple', 'Birch')}`]
}

/** The same figures as another operation's, in another form. */
function isDerived(path: string): boolean {
  return path.endsWith('.csv') || path.endsWith('.svg')
}

function idsOf(path: string, world: World): readonly (string | number)[] {
  if (path.startsWith('/brokers/import')) return world.reports
  if (path.startsWith('/brokers')) return Object.values(world.brokers)
  if (path.startsWith('/assets')) return Object.values(world.assets)
  return world.lines.filter((_, index) => index % 9 === 1)
}

function valuesOf({ name, schema }: Parameter, path: string, document: Document, { assets, reports }: World): readonly string[] {
  if (FLAGS.has(name)) return ['true']
  const isRates = path.startsWith('/fx')
  const known: Readonly<Record<string, readonly string[]>> = {
    currency: isDerived(path) ? ['GBP', 'JPY'] : ['USD', 'GBP', 'JPY', 'IDR'],
    currencies: ['USD', 'GBP'],
    as_of: ['2024-05-31', '2025-02-04', '2026-03-31'],
    to: isRates ? ['EUR', 'CHF', 'JPY'] : WINDOWS.length > 0 ? ['2025-02-03', '2024-06-30'] : [],
    from: ['USD', 'GBP', 'CHF', 'SEK', 'JPY', 'CAD', 'IDR'],
    amount: ['1', '1234.56', '-0.01'],
    date: ['2023-11-15', '2024-01-06', '2024-08-20', '2026-06-30'],
    benchmark: [String(assets['EURX']), String(assets['BOLT'])],
    asset_ids: [String(assets['ACME']), `${assets['LOOM']}&asset_ids=${assets['DUNE']}`],
    q: ['plc', 'corrected', 'nothing-like-it'],
    tags: ['plan'],
    report_id: reports,
    group_id: ['1'],
    limit: ['7'],
    base: ['EUR', 'USD'],
    quote: ['USD', 'JPY'],
    provider: ['ALPHA', 'BETA', 'MANUAL'],
    max_steps: ['1', '2', '3'],
    days: ['1', '30'],
    width: ['480'],
    height: ['300'],
    language: ['de'],
  }
  if (path.startsWith('/transactions') && name === 'types') return ['BUY', 'SELL&types=DIVIDEND', 'EXCHANGE', 'SPLIT']
  const list = known[name]
  if (list !== undefined) return list
  const named = resolve(schema, document)
  return named.enum ?? resolve(named.items ?? {}, document).enum ?? []
}

function resolve(schema: Schema, document: Document): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
}

/** The first of everything, requested by somebody without a broker and by a member about brokers of others. */
function asStranger(parameters: readonly Parameter[], choices: readonly Choice[]): Choice[] {
  const rest = choices.slice(1).map((choice) => choice[0] ?? '')
  const foreign = parameters.some((one) => one.name === 'broker_ids') ? [['who=ben&broker_ids=3', ...rest]] : []
  return [['who=cleo', ...rest], ...foreign]
}

/** Rows of one value of each list, so that each two values of two lists are together in some row; the same rows in every run. */
function everyPair(lists: readonly Choice[]): Choice[] {
  const missing = new Set<string>()
  const key = (list: number, value: string, other: number, otherValue: string) =>
    list < other ? `${list}:${value}|${other}:${otherValue}` : `${other}:${otherValue}|${list}:${value}`
  for (const [one, values] of lists.entries())
    for (const [other, otherValues] of lists.entries())
      if (one < other)
        for (const value of values) for (const otherValue of otherValues) missing.add(key(one, value, other, otherValue))
  if (lists.length === 1) return (lists[0] ?? []).map((value) => [value])
  const rows: Choice[] = []
  for (const first of missing) {
    const row = new Map(
      first.split('|').map((part) => [Number(part.slice(0, part.indexOf(':'))), part.slice(part.indexOf(':') + 1)] as const),
    )
    for (const [list, values] of lists.entries()) {
      if (row.has(list)) continue
      const gain = (value: string) =>
        [...row].filter(([other, otherValue]) => missing.has(key(list, value, other, otherValue))).length
      row.set(
        list,
        values.reduce((best, value) => (gain(value) > gain(best) ? value : best), values[rows.length % values.length] ?? ''),
      )
    }
    for (const [one, value] of row)
      for (const [other, otherValue] of row) if (one < other) missing.delete(key(one, value, other, otherValue))
    rows.push(lists.map((_, list) => row.get(list) ?? ''))
  }
  return rows
}

function fill(path: string, chosen: Choice): Question {
  const [whole, who = ''] = /^who=(\w+)/.exec(chosen[0] ?? '') ?? ['', '']
  const parts = [(chosen[0] ?? '').slice(whole.length + 1), ...chosen.slice(1)].filter((part) => part !== '')
  const inPath = parts.filter((part) => part.startsWith('{'))
  const filled = inPath.reduce(
    (text, part) => text.replace(part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)),
    path,
  )
  const query = parts.filter((part) => !part.startsWith('{')).join('&')
  return { who, path: query === '' ? filled : `${filled}?${query}` }
}
