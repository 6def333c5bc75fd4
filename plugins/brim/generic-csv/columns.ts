/** Which column of which table holds which field of a transaction. */
import type { Row, Table } from '#plugins/brim/contract.ts'
import { findLayout, fold, isSignificant } from '#plugins/kit/index.ts'

/** The documented columns: the fields of a transaction as the service shows them. `text` = what may have the guard of our own exports. */
const DOCUMENTED = {
  date: 'plain',
  time: 'plain',
  settled_on: 'plain',
  type: 'plain',
  symbol: 'text',
  isin: 'text',
  name: 'text',
  asset_type: 'plain',
  exchange: 'text',
  quantity: 'number',
  price: 'number',
  price_currency: 'plain',
  fx_rate: 'number',
  amount: 'number',
  currency: 'plain',
  fees: 'number',
  taxes: 'number',
  cost_basis: 'number',
  ratio: 'text',
  cost_share: 'number',
  group: 'text',
  external_id: 'text',
  description: 'text',
  tags: 'text',
  account: 'text',
  status: 'plain',
  id: 'plain',
  lots: 'plain',
} as const
/** Of columns that only a mapping names: the amount before costs, asset and currency together, and in what the fees were taken. */
export const CONTENTS = { ...DOCUMENTED, gross: 'number', pair: 'plain', fee_currency: 'plain' } as const
export type Field = keyof typeof CONTENTS
export type NumberField = { [F in Field]: (typeof CONTENTS)[F] extends 'number' ? F : never }[Field]

export const FIELDS = Object.keys(DOCUMENTED) as (keyof typeof DOCUMENTED)[]
export const ALL_FIELDS = Object.keys(CONTENTS) as Field[]
export const NUMBER_FIELDS = ALL_FIELDS.filter((field) => CONTENTS[field] === 'number') as NumberField[]

/** Read by nobody on purpose, so not worth telling: what our own export has besides. */
const OWN_TITLES = new Set(['brokerid', 'assetid', 'reportid', 'revision', 'createdby', 'createdat', 'updatedat'])
const BY_TITLE: ReadonlyMap<string, Field> = new Map([
  ...FIELDS.map((field) => [titleKey(field), field] as const),
  ['groupid', 'group'],
  ['state', 'status'],
])

export type Layout = ReturnType<typeof layoutOf>

/** What titles are compared by: case, accents, blanks, `_` and `-` do not matter. */
export function titleKey(title: string): string {
  return fold(title).replace(/[\s_-]+/g, '')
}

const NO_TITLES: ReadonlySet<string> = new Set()

/** The layout of a table with our documented titles: `date` and `type` must be there. `ignore` has titles by `titleKey`. */
export function documentedLayout(table: Table, ignore = NO_TITLES): Layout | undefined {
  const found = findLayout([table], (titles) => {
    const places = new Map<Field, number>()
    for (const [index, key] of titles.map(titleKey).entries()) {
      const field = ignore.has(key) ? undefined : BY_TITLE.get(key)
      if (field !== undefined && !places.has(field)) places.set(field, index)
    }
    return places.has('date') && places.has('type') ? places : undefined
  })
  return found && layoutOf(table, found.header, found.layout, ignore)
}

/** The layout of a table whose titles the user has named; else the titles that no row near the top has together with the others. */
export function mappedLayout(table: Table, columns: ReadonlyMap<Field, string>, ignore: ReadonlySet<string>) {
  let missing = [...columns.values()]
  const found = findLayout([table], (titles) => {
    const keys = titles.map(titleKey)
    const places = new Map([...columns].map(([field, title]) => [field, keys.indexOf(titleKey(title))] as const))
    const lacking = [...columns].flatMap(([field, title]) => (places.get(field) === -1 ? title : []))
    if (lacking.length < missing.length) missing = lacking
    return lacking.length === 0 ? places : undefined
  })
  return found ? layoutOf(table, found.header, found.layout, ignore) : { missing }
}

function layoutOf(table: Table, header: Row, places: ReadonlyMap<Field, number>, ignore: ReadonlySet<string>) {
  const used = new Set(places.values())
  const keys = header.cells.map(titleKey)
  const isUnread = (title: string, index: number) => title.trim() !== '' && !used.has(index) && !OWN_TITLES.has(keys[index] ?? '')
  /** Titles of columns that nobody reads. */
  const unread = header.cells.filter(isUnread)
  const counts = (title: string) => isSignificant(title) || isRepeated(title, header, places)
  /** Those of them without which no row can be trusted, and that nobody has said to ignore. */
  const missed = unread.filter((title) => !ignore.has(titleKey(title)) && counts(title))
  /** Our own export of transactions: signs and figures are the ledger's. */
  const own = ['id', 'brokerid', 'assetid', 'groupid'].every((key) => keys.includes(key))
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
