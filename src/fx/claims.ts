/** For whom the series of a sync are fetched: chains that nobody registered go by them for these users only. Pure. */
import { type Leg, legOf, MANUAL } from './catalogue.ts'
import { keyOfLeg } from './first-days.ts'
import { EVERYBODY } from './rate.repository.ts'
import type { FxRoute } from './repository.ts'

/** A series and for whom it counts; `EVERYBODY` = for all. */
export type Claim = { readonly leg: Leg; readonly userId: number }

/**
 * A leg of a route that counts for all is fetched for all. Others are fetched for `asker`, who named their provider; where nobody named one
 * (`asker` is `null`), for those whose own routes they are legs of. What one user asks for so changes no answer of another.
 */
export function claimsOf(routes: readonly FxRoute[], legs: readonly Leg[], asker: number | null): Claim[] {
  const users = asker === null ? usersOf(routes) : usersOf(routes.filter((route) => route.userId === null))
  return legs.flatMap((leg) => {
    const userIds = users.get(keyOfLeg(leg)) ?? (asker === null ? [] : [asker])
    return [...userIds].map((userId) => ({ leg, userId }))
  })
}

/** For whom a provider's other series count that came with these unasked: for who named it, for all if all of these are; `null` = for nobody. */
export function claimOfOthers(claims: readonly Claim[], asker: number | null): number | null {
  return asker ?? (claims.every(({ userId }) => userId === EVERYBODY) ? EVERYBODY : null)
}

/** By leg, the users of the routes that it is part of; `EVERYBODY` alone where one of them counts for all. */
function usersOf(routes: readonly FxRoute[]): Map<string, Set<number>> {
  const users = new Map<string, Set<number>>()
  for (const { steps, userId } of routes)
    for (const step of steps.filter((one) => one.provider !== MANUAL)) {
      const key = keyOfLeg(legOf(step))
      const known = users.get(key) ?? new Set<number>()
      users.set(key, userId === null || known.has(EVERYBODY) ? new Set([EVERYBODY]) : known.add(userId))
    }
  return users
}
