import { z } from '@hono/zod-openapi'

/** A text of at most `max` characters for which `isValid` holds; one fault, whichever it breaks. */
export function checkedText(isValid: (text: string) => boolean, max: number, fault: string) {
  return z.string().max(max, { error: fault, abort: true }).refine(isValid, fault)
}
