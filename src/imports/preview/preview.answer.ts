import type { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { sendOutput } from '../../http/output.ts'
import type { HttpContext } from '../../http/route.ts'
import { requireMapped } from '../account-map.ts'
import { settleChoices } from '../choices/choices.ts'
import { givenChoices } from '../choices/choices.wire.ts'
import { notesOf } from '../notes.ts'
import { isReadBeside, readBeside } from '../reading/beside.ts'
import type { ParseRequest } from '../schema.ts'
import { getReport } from '../service.ts'
import { previewToWire, reportToWire } from '../wire.ts'
import type { Preview } from './preview.schema.ts'
import { previewTask } from './preview.task.ts'
import { previewReport, takeState, withFailure } from './preview.ts'

/** Answers what an import of a stored report would do; a long one is read and compared beside the service. Needs EDITOR. */
export async function answerPreview(
  c: HttpContext,
  id: string,
  { limit, offset, list, assets_offset, ignored_offset, ...given }: z.infer<typeof ParseRequest>,
): Promise<Response & TypedResponse<JSONParsed<z.infer<typeof Preview>>, 200, 'json'>> {
  const { ctx } = c.var
  const report = await getReport(ctx, id, 'EDITOR')
  const page = { limit, offset, list, assets_offset, ignored_offset }
  const choice = await settleChoices(ctx, id, givenChoices(given))
  await requireMapped(ctx, choice)
  if (!isReadBeside(ctx, report)) {
    const preview = await previewReport(ctx, report, choice)
    return c.json(previewToWire(preview, await notesOf(ctx, preview.report), page), 200)
  }
  const { state, output } = await withFailure(ctx, report, () =>
    readBeside(ctx, previewTask, { report, choice, page }, c.req.raw.signal),
  )
  const changed = await takeState(ctx, report, state, choice)
  const head = `{"report":${JSON.stringify(reportToWire(changed, await notesOf(ctx, changed)))}`
  const response = await sendOutput(c, output, 'application/json', head)
  return response as Awaited<ReturnType<typeof answerPreview>>
}
