import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inList } from './query.ts'

/** Who looks: a user, who sees of the brokers of which they are a member all (`all` = 1), or those in `only`. */
export type Sight = { readonly userId: number; readonly all: number; readonly only: readonly number[] }

/** For statements that do not ask who looks. */
export const NOBODY: Sight = { userId: 0, all: 1, only: [] }

export function sightOf(user: { readonly id: number; readonly onlyBrokers?: readonly number[] }): Sight {
  return { userId: user.id, all: user.onlyBrokers === undefined ? 1 : 0, only: user.onlyBrokers ?? [] }
}

/** Whether the broker of a column, of which the one who looks is a member, is one that they see. */
export function isSeen(brokerId: string, p: Sight): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${p.all} = 1 or ${sql.ref(brokerId)} in ${inList(p.only)})`
}
