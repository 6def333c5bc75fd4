import { inSnapshot } from '#db/snapshot.ts'
import type { Task } from '../../task.ts'
import { cachedLines } from '../ledger/cached-lines.ts'
import type { UnbookedSplit } from '../unbooked/unbooked.ts'
import { withUnbookedSplits } from '../valuation/unbooked-splits.ts'

/** The splits that these brokers would book, in no order. The caller has checked the roles. */
export const unbookedTask: Task<readonly number[], readonly UnbookedSplit[]> = {
  name: 'portfolio/unbooked',
  run: (ctx, brokerIds) =>
    inSnapshot(ctx.reader, async (reader) => {
      const lines = await cachedLines({ ...ctx, reader }, brokerIds)
      const { unbooked } = await withUnbookedSplits({ ...ctx, reader }, lines, brokerIds.join(' '))
      return unbooked.filter(({ state }) => state === 'unbooked' || state === 'restated')
    }),
}
