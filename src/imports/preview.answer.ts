import type { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import { sendOutput } from '../http/output.ts'
import type { HttpContext } from '../http/route.ts'
import { isReadBeside, readBeside } from './beside.ts'
import type { Preview } from './preview.schema.ts'
import { previewTask } from './preview.task.ts'
import { type PreviewChoice, previewReport, takeState, withFailure } from './preview.ts'
import type { ParseRequest } from './schema.ts'
import { getReport } from './service.ts'
import { previewToWire, reportToWire } from './wire.ts'

/** Answers what an import of a stored report would do; a long one is read and compared beside the service. Needs EDITOR. */
export async function answerPreview(
  c: HttpContext,
  id: string,
  { plugin, options, short, opening, positions, ...page }: z.infer<typeof ParseRequest>,
): Promise<Response & TypedResponse<z.infer<typeof Preview>, 200, 'json'>> {
  const { ctx } = c.var
  const report = await getReport(ctx, id, 'EDITOR')
  const choice: PreviewChoice = { plugin, options, short, opening, positions }
  if (!isReadBeside(ctx, report)) return c.json(previewToWire(await previewReport(ctx, report, choice), page), 200)
  const { state, output } = await withFailure(ctx, report, () =>
    readBeside(ctx, previewTask, { report, choice, page }, c.req.raw.signal),
  )
  const head = `{"report":${JSON.stringify(reportToWire(await takeState(ctx, report, state)))}`
  const response = await sendOutput(c, output, 'application/json', head)
  return response as Awaited<ReturnType<typeof answerPreview>>
}
