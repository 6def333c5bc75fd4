import type { Tx } from '#db/connection.ts'
import { createAssets } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import type { JobControls } from '../../jobs/service.ts'
import { AppError } from '../../shared/errors.ts'
import { yieldToEventLoop } from '../../shared/event-loop.ts'
import {
  assetOfUnit,
  type BulkLine,
  insertLines,
  type Changes as LedgerChanges,
  nameImportedLots,
  takeOutLines,
  writeOpenings,
} from '../../transactions/service.ts'
import { type BroughtPrices, bringPrices, NO_PRICES } from '../bring-prices.ts'
import type { ChosenNow } from '../choices/choices.ts'
import { currencyForAssets } from '../matching/currency.ts'
import { type SettledReversals, settleReversals, writeReversals } from '../matching/reversal-writes.ts'
import { traitsOf } from '../matching/traits.ts'
import { madeAssets } from '../openings/opening-plan.ts'
import type { ImportPlan } from '../plan.ts'
import type { Prepared } from '../prepare.ts'
import {
  type Balances,
  balancesOf,
  type Changes,
  type ChangesAt,
  changesBetween,
  NO_CHANGES,
  namesOf,
} from '../preview/changes.ts'
import type { Report } from '../report.ts'
import type { SettledReport } from './settle.ts'
import type { SettledBroker } from './settle-broker.ts'
import { lotsOf, toLines } from './to-lines.ts'

export type Booked = {
  readonly count: number
  readonly created: readonly number[]
  /** At the broker of the report, and at each other one that lines go to. */
  readonly changes: Changes
  readonly otherChanges: readonly ChangesAt[]
  readonly prices: BroughtPrices
  /** Why a dry run would be refused. */
  readonly refused: AppError | null
}

type How = Pick<ChosenNow, 'prices'> & { readonly dryRun?: boolean | undefined; readonly job: JobControls }

/** Makes the assets and writes the lines of a plan, at each broker its own. A dry run goes on where the ledger refuses, and says why. */
export async function book(
  ctx: Ctx & { db: Tx },
  report: Report,
  prepared: Prepared,
  { chosen, settled: { drafts, brokers }, refusal }: ImportPlan,
  { dryRun, prices: isWanted = true, job }: How,
): Promise<Booked> {
  const reversals = settleReversals(chosen.reversed, drafts)
  const used = new Set([...traitsOf(reversals.booked).assets, ...traitsOf(reversals.remembered).assets])
  const created = await makeAssets(ctx, report, prepared, { assets: used, brokers })
  await yieldToEventLoop()
  const before: Balances[] = []
  for (const { brokerId } of brokers) before.push(await balancesOf(ctx, brokerId))
  const lines = await toLines(reversals.booked, created)
  const nameOf = namesOf(prepared.read, drafts, created)
  const done = async () => {
    const changes: ChangesAt[] = []
    for (const [index, { brokerId }] of brokers.entries()) {
      const at = changesBetween(before[index] ?? new Map(), await balancesOf(ctx, brokerId), nameOf)
      changes.push({ brokerId, ...at })
    }
    const [own = NO_CHANGES, ...otherChanges] = changes
    return { count: lines.length, created: [...created.values()], changes: own, otherChanges }
  }
  const [{ brokerId: only } = { brokerId: report.brokerId }, ...others] = brokers
  const byBroker = others.length === 0 ? new Map([[only, lines]]) : Map.groupBy(lines, ({ fields }) => fields.brokerId)
  const writing = { reportId: report.id, byBroker, reversals, created, job, isAllowed: refusal !== null }
  try {
    for (const broker of brokers) await writeAt(ctx, broker, writing)
    await nameImportedLots(ctx, report.id, lotsOf(reversals.booked, chosen.classified))
    await writeReversals(ctx, report, reversals, created)
    return { ...(await done()), prices: await bringPrices(ctx, report, prepared, { isWanted, created }), refused: null }
  } catch (error) {
    if (dryRun === true && error instanceof AppError && error.kind === 'conflict')
      return { ...(await done()), prices: NO_PRICES, refused: error }
    throw error
  }
}

type Writing = {
  readonly reportId: string
  readonly byBroker: ReadonlyMap<number, readonly BulkLine[]>
  readonly reversals: SettledReversals
  readonly created: ReadonlyMap<number, number>
  readonly job: JobControls
  readonly isAllowed: boolean
}

/** Writes the lines of one broker, takes out those that go, and books its openings. */
async function writeAt(ctx: Ctx & { db: Tx }, { brokerId, plan, short }: SettledBroker, writing: Writing): Promise<void> {
  const { reportId, reversals, created, job } = writing
  const own = writing.byBroker.get(brokerId) ?? []
  const eachLine = (done: number) => {
    job.signal.throwIfAborted()
    job.progress(done, { total: own.length, note: 'writing the transactions' })
  }
  const gone = reversals.lines.filter((line) => line.brokerId === brokerId)
  const openings = madeAssets(plan.units, created)
  const beside = async (changes: LedgerChanges) => {
    await takeOutLines(ctx, gone, changes)
    await writeOpenings(ctx, { brokerId, reportId }, openings, changes)
  }
  const allowShort = short === 'allow' || writing.isAllowed
  await insertLines(ctx, brokerId, own, { reportId, eachLine, allowShort, beside })
}

/** `assets`: those of its drafts, with their stand-ins. */
type Used = Pick<SettledReport, 'brokers'> & { readonly assets: ReadonlySet<number> }

async function makeAssets(
  ctx: Ctx & { db: Tx },
  report: Report,
  prepared: Prepared,
  { assets, brokers }: Used,
): Promise<Map<number, number>> {
  const opened = brokers.flatMap(({ plan }) => plan.units.flatMap(({ unit }) => assetOfUnit(unit) ?? []))
  const used = new Set([...assets, ...opened])
  const wanted = prepared.read.assets.filter((asset) => used.has(prepared.toCreate.get(asset.ref) ?? 0))
  if (wanted.length === 0) return new Map()
  const currencyOf = await currencyForAssets(ctx, report.brokerId, prepared.read)
  const ids = await createAssets(
    ctx,
    wanted.map((asset) => ({ ...asset, currency: currencyOf(asset) })),
    { reportId: report.id, brokerId: report.brokerId },
  )
  return new Map([...ids].map(([ref, id]) => [prepared.toCreate.get(ref) ?? 0, id]))
}
