import type { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import { sightOf } from '#db/sight.ts'
import { sendOutput } from '../http/output.ts'
import type { HttpContext } from '../http/route.ts'
import { cachedOutput } from '../portfolio/service.ts'
import { runTask } from '../task.ts'
import type { BrokerSummary } from './schema.ts'
import { summaryTask } from './summary.task.ts'
import { resolveSummary } from './summary.ts'

/** Answers the summary of a broker, from the cache where nothing has changed since. Needs VIEWER. */
export async function answerSummary(
  c: HttpContext,
  input: { brokerId: number; asOf?: string | undefined; currency?: string | undefined },
): Promise<Response & TypedResponse<z.infer<typeof BrokerSummary>, 200, 'json'>> {
  const { ctx } = c.var
  const request = await resolveSummary(ctx, input)
  const key = JSON.stringify(['summary', sightOf(ctx.user), request])
  const { signal } = c.req.raw
  const output = await cachedOutput(ctx, key, (signal) => runTask(ctx, summaryTask, request, signal), signal)
  const response = await sendOutput(c, output, 'application/json')
  return response as Awaited<ReturnType<typeof answerSummary>>
}
