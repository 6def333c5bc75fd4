import type { Generated } from 'kysely'

/** Written by the rooms `auth` and `users`. */
export type UserTables = {
  user: UserTable
}

export type UserTable = {
  id: Generated<number>
  username: string
  /** Lower case, for uniqueness. */
  username_key: string
  email: string
  email_key: string
  password_hash: string
  is_active: Generated<number>
  is_superuser: Generated<number>
  /** Repeated in every token; raising it ends all sessions. */
  session_epoch: Generated<number>
  language: string | null
  currency: string | null
  theme: string | null
  cost_basis_method: string | null
  format_region: string | null
  hide_amounts: number | null
  shortcuts: number | null
  created_at: string
  updated_at: string
}
