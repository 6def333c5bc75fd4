import type { Tx } from '#db/connection.ts'
import { withDryRun } from '#db/transaction.ts'
import { noteChange, requireWritable } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import type { CurrencyWarning } from '../../shared/currency-notice.ts'
import { AppError } from '../../shared/errors.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { foreignFaults, rangeOf } from '../own-prices.ts'
import { describePrices, MANUAL, type PriceRow, readPrices } from '../repository.ts'
import { deleteSuspects, hasSuspects } from '../suspect.repository.ts'
import type { CloseBook } from './book.ts'
import { preparePriceWriter } from './bulk.repository.ts'
import { addCloseWarnings } from './close-warnings.ts'
import type { Faults } from './faults.ts'
import { type AssetCloses, resolveCloses } from './resolve.ts'

/** What became of the closes of one asset; `first` and `last` are the days of those that were given. */
export type AssetWritten = {
  readonly assetId: number
  readonly symbol: string
  readonly name: string
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly first: string
  readonly last: string
}
export type ManyWritten = {
  readonly assets: readonly AssetWritten[]
  /** Currencies that are wrong on their days. */
  readonly warnings: readonly CurrencyWarning[]
} & Pick<AssetWritten, 'added' | 'updated' | 'unchanged'>

type Right = Awaited<ReturnType<typeof requireWritable>>
type Entered = AssetCloses & Right
type Open = Ctx & { readonly db: Tx }

const DAYS_A_STEP = 1_000

/**
 * Stores closes of many assets that were entered by hand, all or none; with `isDryRun` everything is checked and nothing stored. They settle what was held back
 * on these days. Throws `price/many-invalid` (422) with the faults of the book, and what `requireWritable` throws and `price/not-yours` (403) with each asset
 * that the caller may not write, at its first row. Others are served meanwhile.
 */
export async function putManyPrices(ctx: Ctx, book: CloseBook, isDryRun: boolean): Promise<ManyWritten> {
  const given = await resolveCloses(ctx, book)
  const count = book.faults.total()
  if (count > 0) {
    const detail = `${count} fault${count === 1 ? '' : 's'}; nothing was stored.`
    throw new AppError('invalid', 'price/many-invalid', detail, { errors: book.faults.list, errorsTotal: count })
  }
  return await withDryRun(ctx, isDryRun, async (ctx) => {
    const entered = await requireAllWritable(ctx, given, book.faults.another())
    const write = preparePriceWriter(ctx.db, ctx.user.id)
    const yieldWhenDue = createYielder()
    const assets: AssetWritten[] = []
    const warnings: CurrencyWarning[] = []
    for (const one of entered) {
      assets.push(await writeAsset(ctx, one, write, yieldWhenDue))
      addCloseWarnings(warnings, one)
    }
    const sum = (key: 'added' | 'updated' | 'unchanged') => assets.reduce((total, asset) => total + asset[key], 0)
    const done = { assets, warnings, added: sum('added'), updated: sum('updated'), unchanged: sum('unchanged') }
    if (!isDryRun)
      ctx.log.info('prices entered', { assets: assets.length, user_id: ctx.user.id, count: done.added + done.updated })
    return done
  })
}

/** All that the caller may not write is named, before anything is written. */
async function requireAllWritable(ctx: Ctx, given: readonly AssetCloses[], faults: Faults): Promise<Entered[]> {
  const entered: Entered[] = []
  let first: AppError | undefined
  const yieldWhenDue = createYielder()
  for (const closes of given) {
    try {
      const one = { ...closes, ...(await requireWritable(ctx, closes.asset.id)) }
      const foreign = one.right === 'own' ? await foreignOf(ctx, one) : []
      for (const { pointer, detail } of foreign) faults.add(pointer, detail)
      if (foreign.length > 0)
        first ??= new AppError('forbidden', 'price/not-yours', 'Some of these prices are not yours to change.')
      entered.push(one)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      first ??= error
      faults.add(`/${closes.lines[0]}`, `${closes.asset.symbol}: ${error.detail}`)
    }
    await yieldWhenDue()
  }
  if (first === undefined) return entered
  const extras = { errors: faults.list, errorsTotal: faults.total() }
  throw new AppError(first.kind, first.code, `${first.detail} Nothing was stored.`, extras)
}

async function foreignOf(ctx: Ctx, { asset, ...closes }: Entered) {
  const before = new Map((await readPrices(ctx.reader, asset.id, spanOf(closes))).map((row) => [row.date, row]))
  return foreignFaults(ctx, asset, rowsOf(ctx, closes), (index) => `/${closes.lines[index]}`, before)
}

async function writeAsset(
  ctx: Open,
  { asset, ...closes }: Entered,
  write: ReturnType<typeof preparePriceWriter>,
  yieldWhenDue: () => Promise<void> | undefined,
): Promise<AssetWritten> {
  const { id, symbol, name } = asset
  const span = spanOf(closes)
  const only = closes.days.length === 1 ? (await readPrices(ctx.db, id, span))[0] : undefined
  const before = (await describePrices(ctx.db, id, span)).count
  const changed = await write(id, closes, yieldWhenDue)
  const added = (await describePrices(ctx.db, id, span)).count - before
  if (await hasSuspects(ctx.db, id))
    for (let at = 0; at < closes.days.length; at += DAYS_A_STEP) {
      await deleteSuspects(ctx.db, id, closes.days.slice(at, at + DAYS_A_STEP))
      await yieldWhenDue()
    }
  if (changed > 0) {
    const rows = closes.days.length === 1 ? rowsOf(ctx, closes) : []
    const known = new Map(only === undefined ? [] : [[only.date, only]])
    const figures = rows.length === 1 ? rangeOf(rows, known) : { count: changed, firstDay: span.from, lastDay: span.to }
    await noteChange(ctx, id, { action: 'prices-entered', ...figures })
  }
  await yieldWhenDue()
  const counts = { added, updated: changed - added, unchanged: closes.days.length - changed }
  return { assetId: id, symbol, name, ...counts, first: span.from, last: span.to }
}

function spanOf({ days }: Pick<AssetCloses, 'days'>) {
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

function rowsOf(ctx: Ctx, { days, closes, currencies }: Pick<AssetCloses, 'days' | 'closes' | 'currencies'>): PriceRow[] {
  const common = { source: MANUAL, createdBy: ctx.user.id }
  return days.map((date, index) => ({ date, close: closes[index] ?? '', currency: currencies[index] ?? '', ...common }))
}
