import type { z } from '@hono/zod-openapi'
import type { Job } from './job.ts'
import type { Job as JobOnWire } from './schema.ts'

export function toWire(job: Job): z.infer<typeof JobOnWire> {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    done: job.done,
    total: job.total,
    note: job.note,
    result: job.result,
    problem: job.problem,
    created_at: job.createdAt,
    finished_at: job.finishedAt,
  }
}
