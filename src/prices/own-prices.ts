import type { Asset } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import type { Fault } from '../shared/errors.ts'
import type { PriceRow } from './repository.ts'

/** Whether a row says what is stored already. */
export function sameAs(row: PriceRow, before: PriceRow | undefined): boolean {
  return before?.close === row.close && before.currency === row.currency && before.source === row.source
}

/** The closes that are not the caller's to change, where they may change only their own: those of others, and of providers of an asset that others added. */
export function foreignFaults(
  ctx: Ctx,
  asset: Pick<Asset, 'createdBy'>,
  rows: readonly PriceRow[],
  pointerAt: (index: number) => string,
  before: ReadonlyMap<string, PriceRow>,
): Fault[] {
  return rows.flatMap((row, index) => {
    const one = before.get(row.date)
    if (one === undefined || sameAs(row, one)) return []
    if (one.createdBy === ctx.user.id || (one.createdBy === null && asset.createdBy === ctx.user.id)) return []
    const who = one.createdBy === null ? one.source : 'another user'
    return [{ pointer: pointerAt(index), detail: `The price of ${row.date} is from ${who}.` }]
  })
}

/** A close as the history of an asset has it. */
export function closeText({ close, currency, source }: Pick<PriceRow, 'close' | 'currency' | 'source'>): string {
  return `${close} ${currency} (${source})`
}

/** How many rows they are, of which days, and what the only one was before. */
export function rangeOf(rows: readonly PriceRow[], before: ReadonlyMap<string, PriceRow>) {
  const days = rows.map((row) => row.date).sort()
  const [only] = rows
  const text = (row: PriceRow | undefined) => (row === undefined ? null : closeText(row))
  const figures = only === undefined || rows.length > 1 ? {} : { old: text(before.get(only.date)), new: text(only) }
  return { count: rows.length, firstDay: days[0], lastDay: days.at(-1), ...figures }
}
