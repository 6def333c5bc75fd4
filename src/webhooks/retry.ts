/** Seconds after each failed attempt; after the last the delivery is given up: about 28 hours in all, as the Standard Webhooks specification has it. */
const PAUSES = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const
/** A tenth of a pause is left to chance, so that deliveries which failed together do not come back together. */
const JITTER = 0.1

/**
 * When a delivery is tried again after `failures` failed attempts (1 or more); `null`: it is given up. `random` is 0 to 1. `retryAfterSeconds`
 * of the answer counts when it is longer than our own pause, for at most an hour.
 */
export function retryAt(now: Date, failures: number, random: number, retryAfterSeconds = 0): Date | null {
  const pause = PAUSES[failures - 1]
  if (pause === undefined) return null
  const seconds = Math.max(pause * (1 + JITTER * random), Math.min(retryAfterSeconds, 3_600))
  return new Date(now.getTime() + Math.round(seconds * 1_000))
}
