import type { Query } from '../ask.ts'
import type { Reader } from '../reader.ts'

const LISTS = ['broker_ids', 'asset_ids', 'types', 'currencies', 'tags'] as const
const SINGLES = ['q', 'from', 'to', 'account', 'report_id', 'group_id'] as const
type ListName = (typeof LISTS)[number]
type SingleName = (typeof SINGLES)[number]

/** What the address narrows the list to, by the names of `GET /transactions`. */
export type Filter = { readonly [K in ListName]: readonly string[] } & { readonly [K in SingleName]: string }

/** Reads the address; lists may be repeated or written with commas. */
export function filterOf(query: URLSearchParams): Filter {
  const some = (name: string) => query.getAll(name).filter((one) => one !== '')
  const listed = (name: ListName) => (name === 'tags' ? some(name) : some(name).flatMap((one) => one.split(',')))
  return {
    broker_ids: listed('broker_ids'),
    asset_ids: listed('asset_ids'),
    types: listed('types'),
    currencies: listed('currencies'),
    tags: listed('tags'),
    q: (query.get('q') ?? '').trim(),
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    account: query.get('account') ?? '',
    report_id: query.get('report_id') ?? '',
    group_id: query.get('group_id') ?? '',
  }
}

export function isNarrowed(filter: Filter): boolean {
  return LISTS.some((name) => filter[name].length > 0) || SINGLES.some((name) => filter[name] !== '')
}

/** One thing that the list is narrowed to, and the list without it. */
export type Chip = { readonly text: string; readonly without: Query }

/** How ids and codes are called. */
export type Names = {
  readonly type: (code: string) => string
  readonly broker: (id: number) => string
  readonly asset: (id: number) => string
}

/** Everything that narrows the list but the text, in words. */
export function chipsOf(r: Reader, filter: Filter, names: Names, day: (date: string) => string): Chip[] {
  const { transactions: words } = r.words
  const each = (name: ListName, text: (value: string) => string) =>
    filter[name].map((value) => ({
      text: text(value),
      without: { [name]: filter[name].filter((one) => one !== value), cursor: null },
    }))
  const one = (name: SingleName, text: string) => (filter[name] === '' ? [] : [{ text, without: { [name]: null, cursor: null } }])
  return [
    ...each('types', names.type),
    ...each('broker_ids', (id) => names.broker(Number(id))),
    ...each('asset_ids', (id) => names.asset(Number(id))),
    ...each('currencies', (code) => code),
    ...each('tags', words.withTag),
    ...one('from', words.since(day(filter.from))),
    ...one('to', words.until(day(filter.to))),
    ...one('account', words.ofAccount(filter.account)),
    ...one('report_id', words.ofFile),
    ...one('group_id', words.ofGroup),
  ]
}
