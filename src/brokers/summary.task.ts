import { inSnapshot } from '#db/snapshot.ts'
import { type Output, writeOutput } from '../shared/output.ts'
import type { Task } from '../task.ts'
import { type SummaryRequest, summariseBroker } from './summary.ts'
import { summaryToWire } from './wire.ts'

/** The summary of a broker as JSON, on one state of the database. The caller has checked the role. */
export const summaryTask: Task<SummaryRequest, Output> = {
  name: 'brokers/summary',
  run: async (ctx, request) => {
    const body = await inSnapshot(ctx.reader, async (reader) => summaryToWire(await summariseBroker({ ...ctx, reader }, request)))
    return await writeOutput([JSON.stringify(body)], ctx.folders.temporary)
  },
}
