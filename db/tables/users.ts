import type { Generated } from 'kysely'

/** Written by the rooms `auth` and `users`. */
export type UserTables = {
  user: UserTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  oidc_identity: OidcIdentityTable
  login_address: LoginAddressTable
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

export type SecondFactorTable = {
  user_id: number
  /** Base32. */
  secret: string
  /** `null` until the first code proved that the user has the secret. */
  confirmed_at: string | null
  /** Of the last code that was used, so that none counts twice: intervals of 30 s since 1970. */
  last_step: Generated<number>
  /** Wrong codes since the last right one, and when the last of them came. */
  failures: Generated<number>
  failed_at: string | null
  created_at: string
}

export type RecoveryCodeTable = {
  user_id: number
  /** SHA-256, hexadecimal; the row goes when its code is used. */
  hash: string
}

export type OidcIdentityTable = {
  issuer: string
  /** Unique at the issuer, and never given to another there. */
  subject: string
  user_id: number
  /** They are a superuser because of a group there. */
  admin_by_group: Generated<number>
  created_at: string
}

/** From where a user signed in. */
export type LoginAddressTable = {
  user_id: number
  /** HMAC-SHA-256 of the network, with the secret of the service. */
  hash: string
  seen_at: string
}
