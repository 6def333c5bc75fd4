import type { ProblemBody } from '../http/problem.ts'

export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** What there is of long work. */
export const JOB_KINDS = [
  'fx-sync',
  'import-export',
  'import-report',
  'refresh-prices',
  'suggest-price-sources',
  'create-backup',
  'verify-backup',
  'restore-backup',
] as const
export type JobKindName = (typeof JOB_KINDS)[number]

/** What a job gives, as it goes over the wire: a JSON object with snake_case names. */
export type JobResult = Readonly<Record<string, unknown>>

/** A piece of long work as it is stored, with its progress as of now. */
export type Job = {
  readonly id: string
  readonly kind: JobKindName
  readonly userId: number
  /** The token with which it was started. */
  readonly tokenId: number | null
  /** The brokers that it speaks of: it is for their members only. */
  readonly brokerIds: readonly number[]
  readonly state: JobState
  /** Of `total`, in units that `kind` knows. */
  readonly done: number
  readonly total: number | null
  /** What it is at, for the user. */
  readonly note: string | null
  readonly result: JobResult | null
  readonly problem: ProblemBody | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

export function isFinal(state: JobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled'
}
