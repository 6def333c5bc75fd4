import type { ImportOptions } from '#plugins/brim/contract.ts'
import { visibleBrokerIds } from '../../access/service.ts'
import { bookableAssetIds, knownAssetIds } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import type { AccountMap } from '../account-map.ts'
import { findChoices, putChoices, type StoredChoices } from '../choices.repository.ts'
import type { OpeningChoice } from '../openings/opening-choice.ts'
import type { PositionsChoice } from '../openings/positions.ts'
import type { ShortChoice } from '../openings/shortages.ts'
import type { AssetChoice } from '../prepare.ts'
import type { Report } from '../report.ts'

/** What a caller may decide about a report; what is absent has its default. */
export type Choices = {
  readonly plugin?: string | undefined
  readonly options?: ImportOptions | undefined
  readonly assetMap?: Readonly<Record<string, AssetChoice>> | undefined
  readonly accountMap?: AccountMap | undefined
  readonly exclude?: readonly string[] | undefined
  readonly duplicates?: 'skip' | 'import' | undefined
  readonly short?: ShortChoice | undefined
  readonly opening?: OpeningChoice | undefined
  readonly positions?: PositionsChoice | undefined
  /** Whether closes that the report carries go to the price store; default: they do. */
  readonly prices?: boolean | undefined
}

/** What a request says of them: null takes back what is stored, what is absent leaves it. */
export type GivenChoices = { readonly [K in keyof Choices]?: Choices[K] | null | undefined }

/** What goes for one parse or import. */
export type ChosenNow = Choices & {
  /** Members that come from what is stored. */
  readonly stored?: readonly (keyof Choices)[] | undefined
  /** What the stored choices become when it succeeds; undefined where nothing was given. */
  readonly toStore?: StoredChoices | undefined
}

/** As JSON, all together. */
const MAX_STORED = 262_144

const MEMBERS = {
  plugin: true,
  options: true,
  assetMap: true,
  accountMap: true,
  exclude: true,
  duplicates: true,
  short: true,
  opening: true,
  positions: true,
  prices: true,
} satisfies Record<keyof Choices, true>
const NAMES = Object.keys(MEMBERS) as readonly (keyof Choices)[]

/** What is given, over what is stored with the report. What a request says of short rows goes before a stored `opening` that says otherwise. */
export async function settleChoices(ctx: Ctx, reportId: string, given: GivenChoices): Promise<ChosenNow> {
  const before = await findChoices(ctx.reader, reportId)
  const { opening, ...others } = before?.choices ?? {}
  const isContrary = (given.short ?? null) !== null && opening !== 'book'
  const stored: Choices = isContrary ? others : { ...others, opening }
  const isGiven = (name: keyof Choices) => given[name] !== undefined
  const settled: Record<string, unknown> = {}
  for (const name of NAMES) {
    const value = isGiven(name) ? given[name] : stored[name]
    if (value !== undefined && value !== null) settled[name] = value
  }
  // Each member has the type of its name, from one of the two.
  const choices = settled as Choices
  return {
    ...choices,
    stored: NAMES.filter((name) => !isGiven(name) && stored[name] !== undefined),
    toStore: NAMES.some(isGiven)
      ? bounded(
          choices,
          (before?.leftOut ?? []).filter((name) => !isGiven(name)),
        )
      : undefined,
  }
}

/** As many members as there is room for, the short ones first; the others are named. */
function bounded(choices: Choices, before: readonly (keyof Choices)[]): StoredChoices {
  const fitting: Record<string, unknown> = {}
  const leftOut = new Set(before)
  let left = MAX_STORED
  const sized = NAMES.filter((name) => choices[name] !== undefined).map((name) => ({
    name,
    length: JSON.stringify(choices[name]).length,
  }))
  for (const { name, length } of sized.toSorted((a, b) => a.length - b.length)) {
    left -= length
    if (left < 0) leftOut.add(name)
    else fitting[name] = choices[name]
  }
  return { choices: fitting as Choices, leftOut: [...leftOut] }
}

/** Stores what was chosen, inside the transaction of what it was chosen for. */
export async function storeChoices(ctx: Ctx, reportId: string, toStore: StoredChoices | undefined): Promise<void> {
  if (toStore !== undefined) await putChoices(ctx.db, reportId, toStore)
}

/** The stored choices as the caller may see them: without assets that only strangers use, and brokers that the caller is no member of. Null where none are stored. */
export async function shownChoices(ctx: Ctx, report: Report): Promise<StoredChoices | null> {
  const found = await findChoices(ctx.reader, report.id)
  if (found === undefined) return null
  const { assetMap, accountMap, ...others } = found.choices
  const [assets, accounts] = [await shownAssets(ctx, report, assetMap), await shownAccounts(ctx, accountMap)]
  return { ...found, choices: { ...others, assetMap: assets, accountMap: accounts } }
}

async function shownAssets(ctx: Ctx, report: Report, assetMap: Choices['assetMap']): Promise<Choices['assetMap']> {
  if (assetMap === undefined) return undefined
  const entries = Object.entries(assetMap)
  const ids = entries.flatMap(([, choice]) => (typeof choice === 'number' ? choice : []))
  const [known, free] = [await knownAssetIds(ctx, ids, report.brokerId), await bookableAssetIds(ctx, ids)]
  const visible = entries.filter(([, choice]) => typeof choice !== 'number' || known.has(choice) || free.has(choice))
  return Object.fromEntries(visible)
}

async function shownAccounts(ctx: Ctx, accountMap: AccountMap | undefined): Promise<AccountMap | undefined> {
  if (accountMap === undefined) return undefined
  const visible = new Set(await visibleBrokerIds(ctx))
  const entries = Object.entries(accountMap).filter(([, brokerId]) => visible.has(brokerId))
  for (const [, brokerId] of entries) ctx.concerned?.add(brokerId)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** The asset map for a report as it was read: of a stored one only what the report has, for another importer may name its assets otherwise. */
export function assetMapFor(
  read: { readonly assets: readonly { readonly ref: string }[] },
  { assetMap = {}, stored = [] }: Pick<ChosenNow, 'assetMap' | 'stored'>,
): Readonly<Record<string, AssetChoice>> {
  if (!stored.includes('assetMap')) return assetMap
  const refs = new Set(read.assets.map(({ ref }) => ref))
  return Object.fromEntries(Object.entries(assetMap).filter(([ref]) => refs.has(ref)))
}
