import { readTogether } from '#db/snapshot.ts'
import { selectBrokerIds } from '../access/service.ts'
import type { Ctx } from '../context.ts'
import {
  countTransactions,
  listTransactionTexts,
  type PageRequest,
  type TransactionFilter,
  type TransactionText,
} from './list.repository.ts'
import { type BalanceAfter, cashAfter } from './running-cash.ts'

export type { PageRequest, TransactionFilter, TransactionText }

export type ListInput = Omit<TransactionFilter, 'brokerIds'> & { readonly brokerIds?: readonly number[] | undefined }
export type TransactionPage = {
  readonly lines: readonly TransactionText[]
  readonly next: readonly [string, number] | null
  readonly total: number | null
}

/** Narrowed to the brokers that are wanted, by default those that the caller has included; brokers without access are left out in silence. */
export async function visibleTo(ctx: Ctx, filter: ListInput): Promise<TransactionFilter> {
  return { ...filter, brokerIds: await selectBrokerIds(ctx, filter.brokerIds) }
}

/** One page of lines that the caller may see. */
export async function listTransactions(
  ctx: Pick<Ctx, 'reader'>,
  visible: TransactionFilter,
  page: PageRequest,
  count: boolean,
): Promise<TransactionPage> {
  const lines = await listTransactionTexts(ctx.reader, visible, { ...page, limit: page.limit + 1 })
  const more = lines.length > page.limit
  if (more) lines.pop()
  const last = lines.at(-1)
  return {
    lines,
    next: more && last ? [last.date, last.id] : null,
    total: count ? await countTransactions(ctx.reader, visible) : null,
  }
}

/** The same page with the cash balances after its lines, on one state of the ledger. */
export function listWithBalances(
  ctx: Pick<Ctx, 'reader'>,
  visible: TransactionFilter,
  page: PageRequest,
  count: boolean,
): Promise<TransactionPage & { readonly balanceAfter: BalanceAfter }> {
  return readTogether(ctx.reader, async (reader) => {
    const found = await listTransactions({ reader }, visible, page, count)
    return { ...found, balanceAfter: await cashAfter({ reader }, found.lines) }
  })
}

const CHUNK = 1_000

/** Every line that fits, in chunks; reads on only as the consumer does. */
export async function* streamTransactions(
  ctx: Ctx,
  filter: ListInput,
  order: PageRequest['order'],
): AsyncGenerator<readonly TransactionText[]> {
  let after: readonly [string, number] | undefined
  do {
    const page = await listTransactions(ctx, await visibleTo(ctx, filter), { order, limit: CHUNK, after }, false)
    yield page.lines
    after = page.next ?? undefined
  } while (after)
}
