/** Which column of which table holds which field of a transaction. */
import type { Row, Table } from '#plugins/brim/contract.ts'
import { fold, isSignificant } from '#plugins/kit/index.ts'

/** The documented columns: the fields of a transaction as the service shows them. */
export const FIELDS = [
  'date',
  'time',
  'settled_on',
  'type',
  'symbol',
  'isin',
  'name',
  'asset_type',
  'exchange',
  'quantity',
  'price',
  'price_currency',
  'fx_rate',
  'amount',
  'currency',
  'fees',
  'taxes',
  'cost_basis',
  'ratio',
  'cost_share',
  'group',
  'external_id',
  'description',
  'tags',
  'account',
  'status',
  'id',
  'lots',
] as const
/** Of columns that only a mapping names: the amount before costs, asset and currency together, and in what the fees were taken. */
const MAPPED_FIELDS = ['gross', 'pair', 'fee_currency'] as const
export const ALL_FIELDS = [...FIELDS, ...MAPPED_FIELDS] as const
export type Field = (typeof ALL_FIELDS)[number]

export const NUMBER_FIELDS = [
  'quantity',
  'price',
  'fx_rate',
  'amount',
  'gross',
  'fees',
  'taxes',
  'cost_basis',
  'cost_share',
] as const
export type NumberField = (typeof NUMBER_FIELDS)[number]

/** Read by nobody on purpose, so not worth telling: what our own export has besides. */
const OWN_TITLES = new Set(['brokerid', 'assetid', 'reportid', 'revision', 'createdby', 'createdat', 'updatedat'])
const OTHER_TITLES: ReadonlyMap<string, Field> = new Map([
  ['groupid', 'group'],
  ['state', 'status'],
])
const BY_TITLE: ReadonlyMap<string, Field> = new Map([
  ...FIELDS.map((field) => [titleKey(field), field] as const),
  ...OTHER_TITLES,
])
const HEADER_ROWS = 40

export type Layout = {
  readonly table: Table
  readonly header: Row
  readonly places: ReadonlyMap<Field, number>
  /** Titles of columns that nobody reads. */
  readonly unread: readonly string[]
  /** Those of them without which no row can be trusted, and that nobody has said to ignore. */
  readonly missed: readonly string[]
  /** Our own export of transactions: signs and figures are the ledger's. */
  readonly own: boolean
}

/** What titles are compared by: case, accents, blanks, `_` and `-` do not matter. */
export function titleKey(title: string): string {
  return fold(title).replace(/[\s_-]+/g, '')
}

const NO_TITLES: ReadonlySet<string> = new Set()

/** The layout of a table with our documented titles: `date` and `type` must be there. `ignore` has titles by `titleKey`. */
export function documentedLayout(table: Table, ignore = NO_TITLES): Layout | undefined {
  for (const header of table.rows.slice(0, HEADER_ROWS)) {
    const places = new Map<Field, number>()
    header.cells.forEach((title, index) => {
      const key = titleKey(title)
      const field = ignore.has(key) ? undefined : BY_TITLE.get(key)
      if (field !== undefined && !places.has(field)) places.set(field, index)
    })
    if (places.has('date') && places.has('type')) return layoutOf(table, header, places, ignore)
  }
  return undefined
}

/** The layout of a table whose titles the user has named; else the titles that no row near the top has together with the others. */
export function mappedLayout(
  table: Table,
  columns: ReadonlyMap<Field, string>,
  ignore: ReadonlySet<string>,
): Layout | { readonly missing: readonly string[] } {
  let missing = [...columns.values()]
  for (const header of table.rows.slice(0, HEADER_ROWS)) {
    const keys = header.cells.map(titleKey)
    const lacking = [...columns.values()].filter((title) => !keys.includes(titleKey(title)))
    if (lacking.length === 0) {
      const places = new Map([...columns].map(([field, title]) => [field, keys.indexOf(titleKey(title))] as const))
      return layoutOf(table, header, places, ignore)
    }
    if (lacking.length < missing.length) missing = lacking
  }
  return { missing }
}

function layoutOf(table: Table, header: Row, places: ReadonlyMap<Field, number>, ignore: ReadonlySet<string>): Layout {
  const used = new Set(places.values())
  const keys = header.cells.map(titleKey)
  const unread = header.cells.filter(
    (title, index) => title.trim() !== '' && !used.has(index) && !OWN_TITLES.has(keys[index] ?? ''),
  )
  const own = ['id', 'brokerid', 'assetid', 'groupid'].every((key) => keys.includes(key))
  const missed = unread.filter(
    (title) => !ignore.has(titleKey(title)) && (isSignificant(title) || isRepeated(title, header, places)),
  )
  return { table, header, places, unread, missed, own }
}

/** A second column of a title that is read: nobody knows which of the two is meant. */
function isRepeated(title: string, header: Row, places: ReadonlyMap<Field, number>): boolean {
  const field = BY_TITLE.get(titleKey(title))
  const read = field === undefined ? undefined : header.cells[places.get(field) ?? -1]
  return read !== undefined && BY_TITLE.get(titleKey(read)) === field
}

/** Whether a row says the same as the header again. */
export function isHeader(row: Row, { header }: Layout): boolean {
  return row.cells[0] === header.cells[0] && row.cells.every((cell, index) => cell === (header.cells[index] ?? ''))
}
