import type { Generated } from 'kysely'

/** Written by the room `jobs`, and by `http` for answers to be given again. */
export type JobTables = {
  job: JobTable
  idempotency: IdempotencyTable
}

export type JobTable = {
  id: string
  kind: string
  user_id: number
  state: string
  done: Generated<number>
  total: number | null
  note: string | null
  result: string | null
  problem: string | null
  /** JSON: the brokers that it speaks of. */
  broker_ids: Generated<string>
  /** The token with which it was started. */
  token_id: number | null
  created_at: string
  finished_at: string | null
}

export type IdempotencyTable = {
  user_id: number
  key: string
  fingerprint: string
  /** `null` while the first request is still running. */
  status: number | null
  headers: string | null
  body: string | null
  /** JSON: the brokers that the answer speaks of. */
  broker_ids: Generated<string>
  created_at: string
}
