import type { Ctx } from '../context.ts'
import { importTask } from './booking/import.task.ts'
import { previewTask } from './preview/preview.task.ts'
import { isReadBeside } from './reading/beside.ts'

const TABLE = 'text/csv'

/** While an upload of so many bytes comes in, has the process started that will import it, or show what an import would do, which mostly is what comes next. */
export function expectReport(ctx: Ctx, { bytes, isImported }: { readonly bytes: number; readonly isImported: boolean }): void {
  if (!isReadBeside(ctx, { size: bytes, contentType: TABLE })) return
  ctx.prepareCompute?.([isImported ? importTask : previewTask])
}
