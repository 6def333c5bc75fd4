import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { runTask, type Task } from '../task.ts'

const SMALL_BYTES = 256 * 1024
/** What is packed may be so many times as long as its file, mostly. */
const PACKED_TIMES = 16
const TEXTS = /^text\/|[/+](json|xml)$/

/** Whether a report is read beside the service: it is long, and there is a process that can. A short one is read at once where it is asked for. */
export function isReadBeside(ctx: Pick<Ctx, 'compute'>, file: { readonly size: number; readonly contentType: string }): boolean {
  return ctx.compute !== undefined && file.size * (TEXTS.test(file.contentType) ? 1 : PACKED_TIMES) > SMALL_BYTES
}

/**
 * Runs a task that reads a report. Throws what the task does, the reason of `signal` once that has aborted, and `import/too-long` or
 * `import/too-large` (422) for a file that was given up.
 */
export async function readBeside<I, O>(ctx: Ctx, task: Task<I, O>, input: I, signal?: AbortSignal): Promise<O> {
  try {
    return await runTask(ctx, task, input, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const limit = error instanceof AppError ? LIMITS.get(error.code) : undefined
    throw limit === undefined ? error : new AppError('invalid', `import/${limit[0]}`, limit[1], { cause: error })
  }
}

const ADVICE = 'Nothing was imported. Split the report into shorter periods, or choose another import plugin.'
const LIMITS: ReadonlyMap<string, readonly [code: string, detail: string]> = new Map([
  ['compute/too-long', ['too-long', `Reading this file took too long and was stopped. ${ADVICE}`]],
  ['compute/too-large', ['too-large', `Reading this file took too much memory and was stopped. ${ADVICE}`]],
])
