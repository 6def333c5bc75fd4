import { z } from '@hono/zod-openapi'
import { Problem } from '../http/problem.ts'
import { pageQuery, uuidParam } from '../http/query.ts'
import { JOB_KINDS } from './job.ts'

const JobState = z
  .enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
  .openapi('JobState', { description: 'The last three are final', example: 'running' })

export const Job = z
  .object({
    id: z.uuid().openapi({ example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' }),
    kind: z.enum(JOB_KINDS).openapi('JobKind', { description: 'What it does', example: 'import-report' }),
    state: JobState,
    done: z.int().openapi({ description: 'How much of `total` is done', example: 12_500 }),
    total: z.int().nullable().openapi({ description: '`null` while it is not known', example: 50_000 }),
    note: z.string().nullable().openapi({ description: 'What it is at, for people', example: 'Checking the rows' }),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({ description: 'Of a job that succeeded: what the operation would have answered', example: null }),
    problem: Problem.nullable().openapi({ description: 'Of a job that failed or was cancelled: why', example: null }),
    created_at: z.iso.datetime().openapi({ example: '2026-06-30T08:15:00.000Z' }),
    finished_at: z.iso.datetime().nullable().openapi({ example: null }),
  })
  .openapi('Job')

export const JobParams = z.object({ id: uuidParam('id', 'Id of the job') })
export const ListJobsQuery = z.strictObject(pageQuery)
