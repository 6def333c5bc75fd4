/** The client file of Portfolio Performance: objects that stand where they were met first, and references to them everywhere else. */
import type { Row, Table } from '#plugins/brim/contract.ts'
import { add, decimal, formatDecimal, RowRefusal, readXml, type XmlElement } from '#plugins/kit/index.ts'

export const RECORDS = 'Portfolio Performance transactions'
/** The columns of a transaction; `pair` is the same for both sides of one event. */
export const TITLES = [
  ...['side', 'type', 'day', 'time', 'account', 'amount', 'currency', 'shares', 'ref', 'isin', 'ticker', 'wkn', 'security'],
  ...['securityCurrency', 'fee', 'tax', 'gross', 'grossCurrency', 'exchangeRate', 'note', 'uuid', 'pair'],
] as const

export type Security = { readonly ref: string; readonly element: XmlElement; readonly currency: string }
export type Client = { readonly table: Table; readonly securities: readonly Security[]; readonly version: number }

type Fields = Partial<Record<(typeof TITLES)[number], string>>
type Reader = { readonly version: number; readonly resolve: Resolve; readonly securityOf: (element: XmlElement) => Security }
type Resolve = (element: XmlElement) => XmlElement
type Tree = {
  readonly root: XmlElement
  readonly parents: ReadonlyMap<XmlElement, XmlElement>
  readonly byId: ReadonlyMap<string, XmlElement>
}

const NEWEST = 70
const MAX_STEPS = 20

export const childOf = (element: XmlElement | undefined, name: string) => element?.children.find((one) => one.name === name)
export const textOf = (element: XmlElement | undefined, name: string) => childOf(element, name)?.text.trim() ?? ''

/** All transactions of all accounts and depots. Throws XmlError, and RowRefusal for a file that cannot be trusted. */
export function readClient(text: string): Client {
  const root = readXml(text)
  const version = Number(textOf(root, 'version'))
  if (!(version >= 1 && version <= NEWEST))
    throw new RowRefusal(
      'unsupported-version',
      `The file has the version "${textOf(root, 'version')}"; versions up to ${NEWEST} are known. Export the transactions as CSV instead.`,
    )
  const resolve = resolverOf(treeOf(root))
  const securities = securitiesOf(childOf(root, 'securities')?.children.map(resolve) ?? [])
  const bySecurity = new Map(securities.map((security) => [security.element, security]))
  const securityOf = (element: XmlElement) =>
    bySecurity.get(element) ?? { ref: textOf(element, 'name'), element, currency: textOf(element, 'currencyCode') }
  const pairs = new Map<XmlElement, string>()
  const records = ['accounts', 'portfolios'].flatMap((list) =>
    (childOf(root, list)?.children ?? []).flatMap((entry) => {
      const owner = resolve(entry)
      const found = childOf(owner, 'transactions')
      const transactions = found === undefined ? [] : resolve(found).children.map(resolve)
      return transactions.map((one) =>
        fieldsOf(one, owner, list === 'accounts' ? 'account' : 'portfolio', { version, resolve, securityOf }, pairs),
      )
    }),
  )
  const rows = records.map((fields, index): Row => ({ number: index + 1, cells: TITLES.map((title) => fields[title] ?? '') }))
  return { table: { name: RECORDS, rows: [{ number: 0, cells: TITLES }, ...rows] }, securities, version }
}

function treeOf(root: XmlElement): Tree {
  const [parents, byId] = [new Map<XmlElement, XmlElement>(), new Map<string, XmlElement>()]
  const open = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const { id } = element.attributes
    if (id !== undefined) byId.set(id, element)
    for (const child of element.children) {
      parents.set(child, element)
      open.push(child)
    }
  }
  return { root, parents, byId }
}

/** The object itself, where an element only refers to it: by a number, or by the path from here to there. */
function resolverOf({ root, parents, byId }: Tree): Resolve {
  return (element) => {
    let found = element
    for (let steps = 0; found.attributes['reference'] !== undefined; steps++) {
      const { reference } = found.attributes
      const next = /^\d+$/.test(reference) ? byId.get(reference) : follow(found, reference)
      if (next === undefined || steps > MAX_STEPS)
        throw new RowRefusal(
          'broken-reference',
          `The file refers to "${reference}", which is not there: it is damaged. Save it again.`,
        )
      found = next
    }
    return found
  }
  function follow(from: XmlElement, path: string): XmlElement | undefined {
    let at: XmlElement | undefined = path.startsWith('/') ? root : from
    for (const step of path.split('/').slice(path.startsWith('/') ? 2 : 0)) {
      const [, name = '', nth = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? []
      at = step === '..' ? at && parents.get(at) : at?.children.filter((child) => child.name === name)[Number(nth) - 1]
    }
    return at
  }
}

/** Refs by ISIN, ticker or name; where two securities share one, the second has its id in it. */
function securitiesOf(elements: readonly XmlElement[]): Security[] {
  const taken = new Set<string>()
  return elements.map((element) => {
    const isin = textOf(element, 'isin')
    const name = isin || textOf(element, 'tickerSymbol') || textOf(element, 'name')
    const ref = taken.has(name) ? `${name} (${textOf(element, 'uuid')})` : name
    taken.add(ref)
    return { ref, element, currency: textOf(element, 'currencyCode') }
  })
}

function fieldsOf(one: XmlElement, owner: XmlElement, side: string, reader: Reader, pairs: Map<XmlElement, string>): Fields {
  const { version, resolve, securityOf } = reader
  const [date, entry, of] = ['date', 'crossEntry', 'security'].map((name) => childOf(one, name))
  const [day = '', time = ''] = (date === undefined ? '' : resolve(date).text.trim()).split('T')
  const security = of === undefined ? undefined : securityOf(resolve(of))
  const currency = textOf(one, 'currencyCode')
  return {
    ...{ side, type: textOf(one, 'type'), day, time: time === '00:00' ? '' : time, account: textOf(owner, 'name') },
    ...{ amount: scaled(textOf(one, 'amount'), 2), currency, shares: scaled(textOf(one, 'shares'), sharePlaces(version)) },
    ...(security === undefined ? {} : securityFields(security)),
    ...unitFields(one, currency),
    ...{ note: textOf(one, 'note'), uuid: textOf(one, 'uuid'), pair: entry === undefined ? '' : pairOf(resolve(entry), pairs) },
  }
}

function pairOf(entry: XmlElement, pairs: Map<XmlElement, string>): string {
  const known = pairs.get(entry) ?? String(pairs.size + 1)
  pairs.set(entry, known)
  return known
}

function securityFields({ ref, element, currency }: Security): Fields {
  const [isin, ticker, wkn, security] = ['isin', 'tickerSymbol', 'wkn', 'name'].map((name) => textOf(element, name))
  return { ref, isin: isin ?? '', ticker: ticker ?? '', wkn: wkn ?? '', security: security ?? '', securityCurrency: currency }
}

/** Fees and taxes are units of a transaction, or numbers of its own before version 29. */
function unitFields(one: XmlElement, currency: string): Fields {
  const units = childOf(one, 'units')?.children ?? []
  const sum = (type: string, old: string) => {
    const own = units
      .filter(({ attributes }) => attributes['type'] === type)
      .map((unit) => amountIn(childOf(unit, 'amount'), currency))
    return sumOf([...own, scaled(textOf(one, old), 2)].filter((figure) => figure !== ''))
  }
  const gross = units.find(({ attributes }) => attributes['type'] === 'GROSS_VALUE')
  const forex = childOf(gross, 'forex')
  const more =
    forex === undefined
      ? {}
      : {
          gross: amountIn(forex, undefined),
          grossCurrency: forex.attributes['currency'] ?? '',
          exchangeRate: textOf(gross, 'exchangeRate'),
        }
  return { fee: sum('FEE', 'fees'), tax: sum('TAX', 'taxes'), ...more }
}

/** Nothing for none; texts that are no figures stay such, so that their row is refused. */
function sumOf(figures: readonly string[]): string {
  const isPlain = figures.every((figure) => /^-?\d+\.\d+$/.test(figure))
  return figures.length > 1 && isPlain ? formatDecimal(figures.map(decimal).reduce(add)) : figures.join(' and ')
}

/** What is in another currency than its transaction is no figure: its row is refused. */
function amountIn(element: XmlElement | undefined, currency: string | undefined): string {
  const { amount = '', currency: own = '' } = element?.attributes ?? {}
  return currency === undefined || own === currency ? scaled(amount, 2) : `${scaled(amount, 2)} in "${own}"`
}

function sharePlaces(version: number): number {
  return version >= 49 ? 8 : version >= 26 ? 6 : 5
}

export function quotePlaces(version: number): number {
  return version >= 49 ? 8 : version >= 30 ? 4 : 2
}

/** A whole number of the smallest parts as a decimal text; anything else as it stands. */
export function scaled(figure: string, places: number): string {
  const [, sign = '', digits] = /^(-?)(\d+)$/.exec(figure) ?? []
  if (digits === undefined) return figure
  const padded = digits.padStart(places + 1, '0')
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
}
