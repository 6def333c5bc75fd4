/** From which day on series are fetched that only automatic routes need. Pure. */
import { earlier } from '#plugins/kit/period.ts'
import { type Leg, legOf, MANUAL, pairOf } from './catalogue.ts'
import type { FxRoute } from './repository.ts'

/** The first day needed of each leg that is part of automatic routes alone, by `keyOfLeg`; of all others the whole history is fetched. */
export function firstDaysOf(routes: readonly FxRoute[]): ReadonlyMap<string, string> {
  const days = new Map<string, string>()
  const whole = new Set<string>()
  for (const { steps, neededFrom } of routes)
    for (const step of steps.filter((one) => one.provider !== MANUAL)) {
      const key = keyOfLeg(legOf(step))
      if (neededFrom === null) whole.add(key)
      else days.set(key, earlier(neededFrom, days.get(key) ?? neededFrom))
    }
  return new Map([...days].filter(([key]) => !whole.has(key)))
}

/** One text for a leg. */
export function keyOfLeg(leg: Leg): string {
  return `${pairOf(leg)}:${leg.provider}`
}
