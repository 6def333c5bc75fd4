import type { StatedPrice } from '#plugins/brim/contract.ts'
import type { Ctx } from '../../context.ts'
import { convertAmount, createRateTable, type RateTable } from '../../fx/service.ts'
import { loadCloses } from '../../prices/service.ts'
import { fromMinorUnit, isCurrency } from '../../shared/currency.ts'
import { type Decimal, decimal, divide, formatDecimal, multiplyDivide, tryDecimal, whole, ZERO } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import type { Prepared } from '../prepare.ts'
import type { Issue, KeyedDraft } from '../report.ts'
import type { ClassifiedDraft } from './match-ledger.ts'
import { traitsOf } from './traits.ts'

type Valued = { readonly drafts: readonly ClassifiedDraft[]; readonly issues: readonly Issue[] }
type Closes = Awaited<ReturnType<typeof loadCloses>>
type Close = NonNullable<ReturnType<Closes>>
/** A draft whose cost is the market value of its day, with its asset. */
type Wanted = { readonly entry: ClassifiedDraft; readonly assetId: number; readonly priceQuantity: Decimal }

/** The context with the plugins that know rates, where drafts may need some and they are not loaded yet: before the transaction begins. */
export async function withSourcesFor(ctx: Ctx, drafts: readonly KeyedDraft[]): Promise<Ctx> {
  const { loadSources } = ctx
  if (loadSources === undefined || !drafts.some(({ draft }) => draft.costBasis === 'market')) return ctx
  return { ...ctx, plugins: { ...ctx.plugins, ...(await loadSources()) } }
}

/**
 * What came in without a value (`costBasis: 'market'`) costs quantity x close / price quantity, by the close of that very day that is stored, else that the report itself states, converted by a fresh
 * rate of that day where the line has a currency of its own. Where there is no close or rate the cost stays open, with one warning for each asset;
 * lines that are in the ledger already need none.
 */
export async function withMarketValues(
  ctx: Ctx,
  { read, resolve }: Pick<Prepared, 'read' | 'resolve'>,
  drafts: readonly ClassifiedDraft[],
): Promise<Valued> {
  const wanted = traitsOf(drafts).hasMarketValues ? drafts.flatMap((entry) => wantedOf(entry, resolve)) : []
  if (wanted.length === 0) return { drafts, issues: [] }
  const days = wanted.map(({ entry }) => entry.fields.date).sort()
  const [from, until] = [days[0] ?? '', days.at(-1) ?? '']
  const ids = wanted.flatMap(({ assetId }) => (assetId > 0 ? assetId : []))
  const closes = await loadCloses(ctx, ids, from, until)
  const stated = new Map((read.stated?.prices ?? []).map((price) => [`${price.asset} ${price.date}`, price]))
  const closeOn = (one: Wanted) =>
    closeOfDay(closes, one) ?? statedClose(stated.get(`${one.entry.draft.asset} ${one.entry.fields.date}`))
  const rates = await ratesFor(ctx, wanted, closeOn, { from, until })
  const values = new Map<ClassifiedDraft, ClassifiedDraft['fields']>()
  const open: Wanted[] = []
  const yieldWhenDue = createYielder()
  for (const one of wanted) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const { fields, duplicate } = one.entry
    const close = closeOn(one)
    const cost = close === undefined ? undefined : costOf(one, close, rates)
    if (cost !== undefined)
      values.set(one.entry, { ...fields, costBasis: cost, currency: fields.currency ?? close?.currency ?? null })
    else if (duplicate.kind !== 'certain') open.push(one)
  }
  return { drafts: drafts.map((entry) => ({ ...entry, fields: values.get(entry) ?? entry.fields })), issues: unknownValues(open) }
}

function wantedOf(entry: ClassifiedDraft, resolve: Prepared['resolve']): Wanted[] {
  const { draft, fields } = entry
  const asset = draft.costBasis === 'market' && draft.asset !== undefined ? resolve(draft.asset) : undefined
  return asset === undefined || asset === 'skip' || fields.quantity <= ZERO ? [] : [{ entry, ...asset }]
}

function closeOfDay(closes: Closes, { entry, assetId }: Wanted): Close | undefined {
  const close = assetId > 0 ? closes(assetId, entry.fields.date) : null
  return close?.date === entry.fields.date ? close : undefined
}

function statedClose(price: StatedPrice | undefined): Pick<Close, 'close' | 'currency'> | undefined {
  if (price === undefined) return undefined
  const { currency, divisor } = fromMinorUnit(price.currency) ?? { currency: price.currency, divisor: 1 }
  const close = divide(decimal(price.close), whole(divisor))
  return close > ZERO && isCurrency(currency) ? { close, currency } : undefined
}

async function ratesFor(
  ctx: Ctx,
  wanted: readonly Wanted[],
  closeOn: (one: Wanted) => Pick<Close, 'currency'> | undefined,
  days: { readonly from: string; readonly until: string },
): Promise<RateTable> {
  const pairs = new Map<string, readonly [from: string, to: string]>()
  for (const one of wanted) {
    const [from, to] = [closeOn(one)?.currency, one.entry.fields.currency]
    if (from !== undefined && to !== null && from !== to) pairs.set(`${from}/${to}`, [from, to])
  }
  const table = createRateTable(ctx, days)
  if (pairs.size > 0) await table.load(ctx.reader, { pairs: [...pairs.values()], ...days })
  return table
}

/** `undefined` without a fresh rate, or where it has more digits than the ledger holds. */
function costOf(
  { entry: { fields }, priceQuantity }: Wanted,
  { close, currency }: Pick<Close, 'close' | 'currency'>,
  rates: RateTable,
): Decimal | undefined {
  const value = multiplyDivide(fields.quantity, close, priceQuantity)
  const rate = fields.currency === null ? undefined : rates.rate(currency, fields.currency, fields.date)
  if (rate === null || rate?.isStale === true) return undefined
  const cost = rate === undefined ? value : convertAmount(value, rate.ratio)
  return typeof tryDecimal(formatDecimal(cost)) === 'string' ? undefined : cost
}

function unknownValues(open: readonly Wanted[]): Issue[] {
  const byAsset = Map.groupBy(open, ({ entry }) => entry.draft.asset ?? '')
  return [...byAsset].map(([asset, [first, ...more]]): Issue => {
    const days = [first, ...more].flatMap((one) => one?.entry.fields.date ?? []).sort()
    const when = more.length === 0 ? `on ${days[0]}` : `in ${more.length + 1} rows from ${days[0]} to ${days.at(-1)}`
    const detail = `The file does not say what ${asset} was worth that came in ${when}, and there is no close or rate of the day: what it cost stays unknown, and with it the gains. Enter the closes of the asset and import again, or set cost_basis of the transactions.`
    const file = first?.entry.file == null ? {} : { file: first.entry.file }
    return { row: first?.entry.draft.rows[0] ?? null, severity: 'warning', code: 'value-unknown', detail, ...file }
  })
}
