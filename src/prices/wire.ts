import type { z } from '@hono/zod-openapi'
import type { SuspectPrice } from './schema.ts'
import type { Suspect } from './suspect.repository.ts'

/** A close that was held back, on the wire. */
export function suspectToWire({ noticedAt, rejectedAt, ...rest }: Suspect): z.infer<typeof SuspectPrice> {
  return { ...rest, noticed_at: noticedAt, rejected_at: rejectedAt }
}
