import type { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import type { HttpContext } from '../http/route.ts'
import { keptText } from '../portfolio/service.ts'
import type { BrokerSummary } from './schema.ts'
import { resolveSummary, summariseBroker } from './summary.ts'
import { summaryToWire } from './wire.ts'

/** Answers the summary of a broker, from what is kept where nothing has changed since. Needs VIEWER. */
export async function answerSummary(
  c: HttpContext,
  input: { brokerId: number; asOf?: string | undefined; currency?: string | undefined },
): Promise<Response & TypedResponse<z.infer<typeof BrokerSummary>, 200, 'json'>> {
  const { ctx } = c.var
  const request = await resolveSummary(ctx, input)
  const key = JSON.stringify(['summary', ctx.user.id, request])
  const text = keptText(ctx, key, () => JSON.stringify(summaryToWire(summariseBroker(ctx, request))))
  const response: Response = c.body(text, 200, { 'Content-Type': 'application/json' })
  return response as Awaited<ReturnType<typeof answerSummary>>
}
