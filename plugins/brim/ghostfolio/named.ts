/** The names that an export gives to accounts and to assets made by hand, in place of their ids. */
import { isIsin } from '#plugins/kit/index.ts'
import type { AssetDraft, AssetType, ParsedReport, ReportFile, Table } from '../contract.ts'

const TYPES: Readonly<Record<string, AssetType>> = {
  BOND: 'BOND',
  COMMODITY: 'COMMODITY',
  CRYPTOCURRENCY: 'CRYPTO',
  ETF: 'ETF',
  MUTUALFUND: 'FUND',
  PRECIOUS_METAL: 'COMMODITY',
  STOCK: 'STOCK',
}

type Profile = { readonly name: string; readonly isin: string; readonly subclass: string }

/** The report with these names. */
export function withNames(report: ParsedReport, [file]: readonly ReportFile[]): ParsedReport {
  const records = file?.records ?? []
  const accounts = readNames(records, 'accounts', 'id', ({ name }) => name ?? '')
  const count = (name: string) => [...accounts.values()].filter((one) => one === name).length
  const profiles = readNames(records, 'assetProfiles', 'symbol', ({ name = '', isin = '', assetSubClass = '' }): Profile => {
    return { name, isin, subclass: assetSubClass }
  })
  const transactions = report.transactions.map((draft) => {
    const name = accounts.get(draft.account ?? '') ?? ''
    return name === '' || count(name) > 1 ? draft : { ...draft, account: name }
  })
  return { ...report, transactions, assets: report.assets.map((asset) => withProfile(asset, profiles.get(asset.ref))) }
}

function withProfile(asset: AssetDraft, profile: Profile | undefined): AssetDraft {
  if (profile === undefined) return asset
  const { name, isin, subclass } = profile
  const type = TYPES[subclass]
  const more = { ...(name === '' ? {} : { name }), ...(isIsin(isin) ? { isin } : {}), ...(type === undefined ? {} : { type }) }
  return { ...asset, ...more }
}

function readNames<T>(
  tables: readonly Table[],
  path: string,
  key: string,
  read: (record: Partial<Record<string, string>>) => T,
): ReadonlyMap<string, T> {
  const [header, ...rows] = tables.find(({ name }) => name === path)?.rows ?? []
  const titles = header?.cells ?? []
  const recordOf = (cells: readonly string[]) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? '']))
  return new Map(rows.map(({ cells }) => recordOf(cells)).map((record) => [record[key] ?? '', read(record)]))
}
