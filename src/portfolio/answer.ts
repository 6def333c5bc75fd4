import type { z } from '@hono/zod-openapi'
import { sightOf } from '#db/sight.ts'
import { wantsCsv } from '../http/finish.ts'
import { json, type Whole } from '../http/openapi.ts'
import { sendOutput } from '../http/output.ts'
import type { HttpContext } from '../http/route.ts'
import { runTask } from '../task.ts'
import { cachedOutput } from './cached-output.ts'
import { type ReportQuery, resolveQuery } from './ledger/request.ts'
import { type ReportOrder, reportTask } from './report.task.ts'

/** Query keys that every report takes, in wire names. */
export type CommonKeys = {
  readonly broker_ids?: number[] | undefined
  readonly asset_ids?: number[] | undefined
  readonly currency?: string | undefined
  readonly method?: ReportQuery['method']
  readonly scope?: ReportQuery['scope']
  readonly owned?: boolean | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly as_of?: string | undefined
  readonly format?: 'json' | 'csv' | undefined
}

/** What is requested of a report, without what its answer looks like. */
export function queryOf({ broker_ids, asset_ids, as_of, format: _, ...query }: CommonKeys): ReportQuery {
  return { ...query, brokerIds: broker_ids, assetIds: asset_ids, asOf: as_of }
}

/** Answers a report as JSON or CSV, from the cache where nothing has changed since. */
export async function answerReport(c: HttpContext, order: ReportOrder, query: CommonKeys): Promise<Response> {
  const { ctx } = c.var
  const request = await resolveQuery(ctx, queryOf(query))
  const isCsv = wantsCsv(c, query.format)
  const key = JSON.stringify([sightOf(ctx.user), isCsv, request, order])
  const { signal } = c.req.raw
  const output = await cachedOutput(ctx, key, (signal) => runTask(ctx, reportTask, { order, request, isCsv }, signal), signal)
  if (isCsv) c.header('Content-Disposition', `attachment; filename="${order.name}.csv"`)
  return await sendOutput(c, output, isCsv ? 'text/csv; charset=utf-8' : 'application/json')
}

/** The report as JSON, or its rows as CSV. */
export function report<S extends z.ZodType>(schema: S & Whole<S>, description: string) {
  const { content } = json<S>(schema, description)
  return { description, content: { ...content, 'text/csv': { schema: { type: 'string' as const } } } }
}
