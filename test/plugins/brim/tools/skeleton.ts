/** The beginning of an importer, from the titles and cells of a sample. */
import type { Row, Table } from '#plugins/brim/contract.ts'
import { commonStyle, parseDay, parseNumber } from '#plugins/kit/index.ts'

const ORDERS = ['ymd', 'dmy', 'mdy'] as const

type Guess = { readonly name: string; readonly kind: string; readonly title: string; readonly samples: readonly string[] }

/** What our columns are often called. */
const NAMES: readonly (readonly [string, RegExp])[] = [
  ['settledOn', /settle|value date/i],
  ['date', /date|datum|day|fecha|data\b/i],
  ['time', /time|zeit|hora/i],
  ['kind', /type|typ|action|activity|operation|kind|art\b/i],
  ['isin', /isin/i],
  ['symbol', /symbol|ticker/i],
  ['quantity', /quantity|shares|units|antal|st.ck|menge|aantal/i],
  ['price', /price|kurs|preis|precio|prix/i],
  ['fees', /fee|commission|courtage|geb.hr|kosten|costs?\b/i],
  ['taxes', /tax|steuer|skatt/i],
  ['unit', /currency|ccy|valuta|w.hrung|devise/i],
  ['rate', /rate/i],
  ['amount', /amount|total|belopp|betrag|net|(?<!ex)change/i],
  ['balance', /balance|saldo/i],
  ['id', /\bid\b|reference|order/i],
  ['account', /account|konto|depot/i],
  ['name', /name|security|instrument|description|wertpapier|produ[ck]t/i],
]

export const isFilledRow = ({ cells }: Row): boolean => cells.filter((cell) => cell.trim() !== '').length > 1

/** What kinds of rows often say, the narrower first. */
const TYPES: readonly (readonly [string, RegExp])[] = [
  ['TAX', /\btax|steuer|withh/i],
  ['FEE', /\bfee|commission|geb.hr|charge/i],
  ['DIVIDEND', /dividend|distribution|aussch.tt/i],
  ['INTEREST', /interest|zins/i],
  ['MOVE', /deposit|withdraw|transfer|cash (in|out)|einzahl|auszahl|payment/i],
  ['BUY', /\bbuy|bought|purchase|^kauf|achat|compra\b/i],
  ['SELL', /\bsell|sold|\bsale|verkauf|vente|venta/i],
]

/** `json`: the path of a list of records. */
export function skeletonOf(
  code: string,
  table: Table,
  json: string | undefined,
): { readonly importer: string; readonly facts: string } {
  const width = Math.max(...table.rows.slice(0, 40).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length))
  const index = table.rows.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length >= width * 0.6)
  const rows = table.rows.slice(index + 1)
  const guesses = guessColumns(table.rows[index]?.cells ?? [], rows)
  const kinds = new Set(
    guesses.flatMap(({ name }, column) => (name === 'kind' ? rows.map(({ cells }) => cells[column]?.trim() ?? '') : [])),
  )
  const verbs = new Set(guesses.map(({ kind }) => kind))
  const name = code
    .split('-')
    .map((part, place) => (place === 0 ? part : part.slice(0, 1).toUpperCase() + part.slice(1)))
    .join('')
  const label = code.slice(0, 1).toUpperCase() + code.slice(1)
  const style = commonStyle(rows.flatMap(({ cells }) => cells)) ?? 'dot'
  const importer = [
    `/** ${label}: what these files are, and since when. */`,
    `import { ${[...verbs, 'layout', 'tableImporter'].sort().join(', ')} } from '#plugins/kit/index.ts'`,
    '',
    'const transactions = layout({',
    `  name: 'Transactions',${json === undefined ? '' : `\n  json: ${quoted(json)},`}`,
    `  dates: ${quoted(dayOrder(guesses))},`,
    `  numbers: ${quoted(style)},`,
    "  amounts: 'net', // or 'gross': are fees and taxes inside?",
    '  columns: {',
    ...guesses.map(
      ({ name: own, kind, title, samples }) => `    ${own}: ${kind}(${quoted(title)}), // ${samples.join(' | ').slice(0, 80)}`,
    ),
    '  },',
    '  rows: {',
    ...[...kinds].filter((kind) => kind !== '').map(rowOf),
    '  },',
    ...(guesses.some(({ name: own, kind }) => own === 'balance' && kind === 'number')
      ? ["  stated: { balance: 'balance' },"]
      : []),
    '})',
    '',
    `export const ${name} = tableImporter(`,
    '  {',
    `    code: ${quoted(code)},\n    name: ${quoted(label)},\n    website: 'https://',`,
    "    description: '',\n    docs: '',\n  },",
    '  [transactions],',
    ')',
    '',
  ].join('\n')
  return { importer, facts: factsFor(code, table.rows.length) }
}

/** A kind of row that says nothing known is left to be filled in: until then its rows are errors, and nothing is booked by a guess. */
function rowOf(kind: string): string {
  const type = TYPES.find(([, pattern]) => pattern.test(kind))?.[0]
  return type === undefined
    ? `    // ${quoted(kind)}: { skip: 'why nothing is made of it' },`
    : `    ${quoted(kind)}: ${quoted(type)}, // by its word: look at these rows`
}

function guessColumns(titles: readonly string[], rows: readonly Row[]): Guess[] {
  const used = new Set<string>()
  const columns = titles.map((title, column) => {
    const cells = [...new Set(rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== ''))]
    const known = NAMES.find(([name, pattern]) => pattern.test(title) && !used.has(name))?.[0]
    if (known !== undefined) used.add(known)
    return { title, cells, name: known }
  })
  const byCells = (name: string, share: (cell: string) => boolean) => {
    const found = columns.find(({ name: own, cells }) => own === undefined && cells.filter(share).length * 2 > cells.length)
    if (!used.has(name) && found !== undefined) found.name = name
  }
  byCells('date', (cell) => ORDERS.some((order) => parseDay(cell, order) !== undefined))
  byCells('kind', (cell) => TYPES.some(([, pattern]) => pattern.test(cell)))
  return columns.map(({ title, cells, name = `column${titles.indexOf(title) + 1}` }) => {
    const samples = cells.slice(0, 3)
    return { name, kind: kindOf(name, samples), title, samples }
  })
}

function kindOf(name: string, samples: readonly string[]): string {
  if (name === 'isin') return 'isin'
  if (name === 'date' || name === 'settledOn') return 'day'
  if (name === 'time') return 'clock'
  if (name === 'unit' || (samples.length > 0 && samples.every((cell) => /^[A-Z]{3}$/.test(cell)))) return 'unit'
  return samples.length > 0 && name !== 'id' && samples.every((cell) => parseNumber(cell) !== undefined) ? 'number' : 'text'
}

function dayOrder(guesses: readonly Guess[]): string {
  const samples = guesses.find(({ kind }) => kind === 'day')?.samples ?? []
  return ORDERS.find((order) => samples.every((cell) => parseDay(cell, order) !== undefined)) ?? 'ymd'
}

function factsFor(code: string, rows: number): string {
  return [
    "import type { BrokerFacts } from '../facts.ts'",
    '',
    'export default {',
    `  'own:${code}/transactions.csv': { rows: ${rows}, cash: {}, held: {}, kinds: {}, ignored: 0, refused: {} },`,
    '} satisfies BrokerFacts',
    '',
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
