import type { z } from '@hono/zod-openapi'
import { json, type Whole } from '../http/openapi.ts'
import type { HttpContext } from '../http/route.ts'
import { csvText, type Table } from './csv.ts'
import { keptBytes } from './kept.ts'
import { type Asked, type ReportQuery, resolveQuery } from './request.ts'
import { jsonBytes } from './rows.ts'

/** A report in wire names, and the rows that stand for it as CSV. */
export type Answer = { readonly body: object; readonly table: () => Table }

/** Query keys that every report takes, in wire names. */
export type CommonKeys = {
  readonly broker_ids?: number[] | undefined
  readonly currency?: string | undefined
  readonly method?: ReportQuery['method']
  readonly scope?: ReportQuery['scope']
  readonly owned?: boolean | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly as_of?: string | undefined
  readonly format?: 'json' | 'csv' | undefined
}

/** Answers a report as JSON or CSV, from what is kept where nothing has changed since. `extra` = whatever else the answer depends on. */
export function answerReport(
  c: HttpContext,
  name: string,
  query: CommonKeys,
  extra: unknown,
  build: (asked: Asked) => Answer,
): Response {
  const { ctx } = c.var
  const asked = resolveQuery(ctx, {
    brokerIds: query.broker_ids,
    currency: query.currency,
    method: query.method,
    scope: query.scope,
    owned: query.owned,
    from: query.from,
    to: query.to,
    asOf: query.as_of,
  })
  const isCsv = query.format === 'csv' || (query.format === undefined && c.req.header('accept')?.startsWith('text/csv') === true)
  const key = JSON.stringify([name, isCsv, ctx.user.id, asked, extra])
  const bytes = keptBytes(ctx, key, () => {
    const answer = build(asked)
    return isCsv ? new TextEncoder().encode(csvText(answer.table())) : jsonBytes(answer.body)
  })
  if (!isCsv) return c.body(bytes, 200, { 'Content-Type': 'application/json' })
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`)
  return c.body(bytes, 200, { 'Content-Type': 'text/csv; charset=utf-8' })
}

/** The report as JSON, or its rows as CSV. */
export function report<S extends z.ZodType>(schema: S & Whole<S>, description: string) {
  const { content } = json<S>(schema, description)
  return { description, content: { ...content, 'text/csv': { schema: { type: 'string' as const } } } }
}
