import type { Ctx } from '../../context.ts'
import { isReadBeside } from './beside.ts'
import { readTask } from './read.task.ts'
import { recogniseTask } from './recognise.task.ts'

const TABLE = 'text/csv'

/** While an upload of so many bytes comes in, has the process started that will look at it, and read it where it is imported at once. */
export function expectReport(ctx: Ctx, { bytes, isImported }: { readonly bytes: number; readonly isImported: boolean }): void {
  if (!isReadBeside(ctx, { size: bytes, contentType: TABLE })) return
  ctx.prepareCompute?.(isImported ? [recogniseTask, readTask] : [recogniseTask])
}
