import { inTransaction } from '#db/transaction.ts'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { isOpenToStrangers } from '../assets/service.ts'
import { type Deps, now } from '../context.ts'
import { decimal, formatDecimal, toNumber } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { createYielder } from '../shared/event-loop.ts'
import type { CleanPrice, Refused } from './intake.ts'
import { listSuperuserIds, MANUAL, type PriceRow, readPrices, writePrices } from './repository.ts'
import { deleteSuspects, readRejections, type Suspect, writeSuspects } from './suspect.repository.ts'

/** Rows of one transaction: short enough that other writers hardly wait. */
const BATCH = 1000
/** An overlap that differs by more than this was adjusted for a split that nobody has entered. */
const SPLIT_SUSPICION = 1.4

/** `isAccepted`: a history that the source has rewritten is taken in place of what is stored of it. */
type StoreHow = { readonly reportsSplits: boolean; readonly acceptJumps?: boolean; readonly isAccepted?: boolean }
export type Written = { readonly added: number; readonly updated: number }

/**
 * Stores what a provider gave of an asset, oldest first; only what is new or different is written. What was entered by hand is not replaced, but where
 * strangers use the asset, or may as it is verified, only superusers' closes stand; nor is what was rejected stored. Throws `price/split-missing` when an adjusted history no longer fits what is stored: stored prices would be divided by a split once more. A provider that reports its
 * splits may correct a single day; only when most of the days differ is one of them missing.
 */
export async function storePrices(
  deps: Deps,
  assetId: number,
  provider: PriceProvider,
  prices: readonly CleanPrice[],
  { reportsSplits, acceptJumps = false, isAccepted = false }: StoreHow,
): Promise<Written> {
  const range = { from: prices[0]?.date ?? '', to: prices.at(-1)?.date ?? '' }
  const before = new Map((await readPrices(deps.reader, assetId, range)).map((row) => [row.date, row]))
  const rows = rowsOf(prices, provider)
  const isTaken = isAccepted || (acceptJumps && reportsSplits)
  if (provider.adjusted !== 'none' && !isTaken) refuseUnknownSplit(rows, before, provider, reportsSplits)
  const newest = [...before.keys()].at(-1)
  const stands = await handRule(deps, assetId)
  const isRejected = await readRejections(deps.reader, assetId, range)
  const changed = rows.filter((row) => {
    const stood = before.get(row.date)
    if (isRejected(row)) return false
    if (stood?.source === MANUAL) return !stands(stood)
    return isChange(row, stood, provider, isAccepted || row.date === newest)
  })
  const yieldWhenDue = createYielder()
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    await inTransaction(deps, async ({ db }) => {
      const days = new Set(batch.map((row) => row.date))
      await writePrices(
        db,
        assetId,
        changed.filter((row) => days.has(row.date)),
      )
      await deleteSuspects(db, assetId, [...days])
    })
    await yieldWhenDue()
  }
  const updated = changed.filter((row) => before.has(row.date)).length
  return { added: changed.length - updated, updated }
}

/** Whether a close by hand goes before a provider's. Of a verified asset whoever uses it today: a stranger who books on it changes no close of its holders. */
async function handRule(deps: Deps, assetId: number): Promise<(row: PriceRow) => boolean> {
  if (!(await isOpenToStrangers(deps, assetId))) return () => true
  const superusers = await listSuperuserIds(deps.reader)
  return ({ createdBy }) => createdBy !== null && superusers.has(createdBy)
}

/** Closes that are adjusted for dividends sink with every dividend: what was stored first is nearest to what was traded. */
function isChange(row: PriceRow, stood: PriceRow | undefined, provider: PriceProvider, isNewest: boolean): boolean {
  if (stood === undefined) return true
  if (stood.close === row.close && stood.currency === row.currency && stood.source === row.source) return false
  return provider.adjusted !== 'splits-and-dividends' || stood.source !== row.source || isNewest
}

/** Whether what an adjusted history says of stored days is what is stored, but for a split that its source tells. */
export function fitsStored(
  prices: readonly CleanPrice[],
  before: ReadonlyMap<string, PriceRow>,
  provider: PriceProvider,
  reportsSplits: boolean,
): boolean {
  return provider.adjusted === 'none' || firstShifted(rowsOf(prices, provider), before, reportsSplits) === undefined
}

function rowsOf(prices: readonly CleanPrice[], { code }: PriceProvider): PriceRow[] {
  return prices.map(({ date, close, currency }) => {
    return { date, close: formatDecimal(close), currency, source: code, createdBy: null }
  })
}

function firstShifted(rows: readonly PriceRow[], before: ReadonlyMap<string, PriceRow>, reportsSplits: boolean) {
  const known = rows.flatMap((row) => {
    const stood = before.get(row.date)
    return stood?.source === row.source && stood.currency === row.currency ? [{ row, stood }] : []
  })
  const shifted = known.filter(({ row, stood }) => {
    const factor = toNumber(decimal(row.close)) / toNumber(decimal(stood.close))
    return !(factor < SPLIT_SUSPICION && factor > 1 / SPLIT_SUSPICION)
  })
  return reportsSplits && (shifted.length < 2 || shifted.length * 2 <= known.length) ? undefined : shifted[0]
}

function refuseUnknownSplit(
  rows: readonly PriceRow[],
  before: ReadonlyMap<string, PriceRow>,
  provider: PriceProvider,
  reportsSplits: boolean,
): void {
  const first = firstShifted(rows, before, reportsSplits)
  if (first === undefined) return
  const detail = `${provider.name} now says ${first.row.close} for ${first.row.date}, where ${first.stood.close} is stored: probably its history was adjusted for a split. Enter the split (POST /assets/{id}/events) and refresh again; where it was entered after these prices were stored, remove them (DELETE /assets/{id}/prices) and refresh.`
  throw new AppError('conflict', 'price/split-missing', detail)
}

/**
 * Notes what was held back of an asset's prices. Answers what of it is news: neither closes that were rejected nor those of days with a close by hand
 * that stands are noted again.
 */
export async function storeSuspects(
  deps: Deps,
  assetId: number,
  source: string,
  refused: readonly Refused[],
): Promise<Refused[]> {
  if (refused.length === 0) return []
  const days = refused.flatMap(({ date }) => date ?? []).sort()
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' }
  const noticedAt = now(deps)
  return await inTransaction(deps, async ({ db }) => {
    const stands = await handRule(deps, assetId)
    const byHand = (await readPrices(db, assetId, range)).filter((row) => row.source === MANUAL && stands(row))
    const settled = new Set(byHand.map((row) => row.date))
    const isRejected = await readRejections(db, assetId, range)
    const news = refused.filter((one) => !isClose(one) || !(settled.has(one.date) || isRejected({ ...one, source })))
    const suspects = news
      .filter(isClose)
      .map(({ date, close, currency, detail }) => ({ date, close, currency, source, detail, noticedAt }))
    await writeSuspects(db, assetId, suspects)
    return news
  })
}

/** Others could not be read. */
function isClose(one: Refused): one is Refused & Pick<Suspect, 'date' | 'close' | 'currency'> {
  return one.date !== null && one.close !== null && one.currency !== null
}
