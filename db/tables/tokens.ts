import type { Generated } from 'kysely'

/** Written by the rooms `tokens` and `session`. */
export type TokenTables = {
  api_token: ApiTokenTable
  api_token_broker: ApiTokenBrokerTable
}

export type ApiTokenTable = {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 of the token, in hexadecimal digits: the token itself is nowhere. */
  hash: string
  /** Separated by spaces. */
  scopes: string
  /** 1: of the brokers of its user it sees only those in `api_token_broker`. */
  is_narrowed: number
  created_at: string
  /** Within a minute. */
  last_used_at: string | null
  expires_at: string | null
}

export type ApiTokenBrokerTable = { token_id: number; broker_id: number }
