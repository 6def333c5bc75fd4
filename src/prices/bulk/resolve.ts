import { listNamedAssets, type NamedAsset, type NamedAssets } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { lowerAscii } from '../../shared/fold.ts'
import type { CloseBook, CloseName, NamedCloses } from './book.ts'
import type { Faults } from './faults.ts'

/** The closes of one asset, a day at most once, by day: lists of equal length. */
export type AssetCloses = {
  readonly asset: NamedAsset
  readonly days: readonly string[]
  readonly closes: readonly string[]
  readonly currencies: readonly string[]
  readonly lines: readonly number[]
}

type Found = { readonly asset: NamedAsset } | { readonly column: string; readonly detail: string }

const MAX_NAMED = 10

/**
 * The closes of a book by the assets that they name, by id. What names no asset, several of them, or a day of an asset twice, is a fault of the book. Reads the
 * catalogue in pieces and gives the event loop back in between.
 */
export async function resolveCloses(ctx: Ctx, book: CloseBook): Promise<AssetCloses[]> {
  const groups = book.groups()
  const names = await listNamedAssets(ctx, wantedOf(groups))
  const parts = new Map<number, { readonly asset: NamedAsset; readonly groups: NamedCloses[] }>()
  for (const group of groups) {
    const [first] = group.lines
    if (first === undefined) continue
    const found = findAsset(group.name, names)
    if ('detail' in found) book.faults.add(`/${first}/${found.column}`, `${found.detail}${alsoOn(group.lines.length)}`)
    else {
      const part = parts.get(found.asset.id) ?? { asset: found.asset, groups: [] }
      part.groups.push(group)
      parts.set(found.asset.id, part)
    }
  }
  const resolved: AssetCloses[] = []
  const yieldWhenDue = createYielder()
  for (const part of [...parts.values()].sort((a, b) => a.asset.id - b.asset.id)) {
    resolved.push(byDay(part, book.faults))
    await yieldWhenDue()
  }
  return resolved
}

/** What has to be looked up: where an id is given, that says it. */
function wantedOf(groups: readonly NamedCloses[]) {
  const [ids, isins, symbols] = [new Set<number>(), new Set<string>(), new Set<string>()]
  for (const { name } of groups)
    if (name.assetId !== '') ids.add(Number(name.assetId))
    else if (name.isin !== '') isins.add(name.isin.toUpperCase())
    else symbols.add(lowerAscii(name.symbol))
  return { ids: [...ids].filter((id) => Number.isSafeInteger(id) && id > 0), isins: [...isins], symbols: [...symbols] }
}

/** By id, else by ISIN, else by symbol; of several listings the one that also fits the rest that is said, and none that is archived if another fits. */
function findAsset(name: CloseName, { byId, byIsin, bySymbol }: NamedAssets): Found {
  if (name.assetId !== '') {
    const asset = /^\d{1,15}$/.test(name.assetId) ? byId.get(Number(name.assetId)) : undefined
    if (asset === undefined) return { column: 'asset_id', detail: `There is no asset ${name.assetId}, or only strangers use it.` }
    const isOther = name.isin !== '' && asset.isin !== null && asset.isin !== name.isin.toUpperCase()
    return isOther ? { column: 'isin', detail: `${asset.name} has another ISIN: ${asset.isin}.` } : { asset }
  }
  const [column, text, found = []] =
    name.isin === ''
      ? (['symbol', name.symbol, bySymbol.get(lowerAscii(name.symbol))] as const)
      : (['isin', name.isin, byIsin.get(name.isin.toUpperCase())] as const)
  const what = column === 'isin' ? 'ISIN' : 'symbol'
  const fitting = narrowed(found, name)
  const [asset, ...others] = fitting
  if (asset === undefined) return { column, detail: `No asset that you know has the ${what} ${text}.` }
  if (others.length === 0) return { asset }
  const listed = fitting.slice(0, MAX_NAMED).map(labelOf).join('; ')
  const more = fitting.length > MAX_NAMED ? `; ${fitting.length - MAX_NAMED} more` : ''
  return { column, detail: `${fitting.length} assets have the ${what} ${text}: ${listed}${more}. Say which one by asset_id.` }
}

function narrowed(found: readonly NamedAsset[], { symbol, currency }: CloseName): readonly NamedAsset[] {
  const tests: readonly ((asset: NamedAsset) => boolean)[] = [
    (asset) => currency === '' || asset.currency === currency,
    (asset) => symbol === '' || lowerAscii(asset.symbol) === lowerAscii(symbol),
    (asset) => !asset.archived,
  ]
  return tests.reduce((left, fits) => (left.some(fits) ? left.filter(fits) : left), found)
}

function labelOf({ id, symbol, name, currency, exchange }: NamedAsset): string {
  return `${id} (${symbol}, ${name}, ${currency}${exchange === null ? '' : `, ${exchange}`})`
}

function alsoOn(lines: number): string {
  return lines === 1 ? '' : ` So do ${lines - 1} more rows.`
}

/** The groups of an asset as one list by day; a day that comes twice is a fault where it comes again. */
function byDay({ asset, groups }: { asset: NamedAsset; groups: readonly NamedCloses[] }, faults: Faults): AssetCloses {
  const currencyOf = ({ name }: NamedCloses) => (name.currency === '' ? asset.currency : name.currency)
  const days = joined(groups.map((group) => group.days))
  const closes = joined(groups.map((group) => group.closes))
  const lines = joined(groups.map((group) => group.lines))
  const currencies = joined(groups.map((group) => new Array<string>(group.days.length).fill(currencyOf(group))))
  if (isAscending(days)) return { asset, days, closes, currencies, lines }
  const order = Array.from(days, (_, index) => index).sort((a, b) => compare(days[a], days[b]) || compare(lines[a], lines[b]))
  for (const [place, index] of order.entries()) {
    const before = order[place - 1]
    if (before !== undefined && days[before] === days[index])
      faults.add(`/${lines[index]}/date`, `${days[index]} of ${asset.symbol} is at ${lines[before]} already.`)
  }
  const sorted = <T>(list: readonly T[]) => order.map((index) => list[index] as T) // the indexes are those of the list
  return { asset, days: sorted(days), closes: sorted(closes), currencies: sorted(currencies), lines: sorted(lines) }
}

function joined<T>(lists: readonly T[][]): T[] {
  const [only, ...others] = lists
  return only !== undefined && others.length === 0 ? only : lists.flat()
}

function isAscending(days: readonly string[]): boolean {
  return days.every((day, index) => index === 0 || (days[index - 1] ?? '') < day)
}

function compare<T extends string | number>(a: T | undefined, b: T | undefined): number {
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1
}
