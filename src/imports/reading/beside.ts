import type { Ctx, WorkingPlugin } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import { runTask, type Task } from '../../task.ts'

const SMALL_BYTES = 256 * 1024
/** What is packed may be so many times as long as its file, mostly. */
const PACKED_TIMES = 16
const TEXTS = /^text\/|[/+](json|xml)$/

/** Whether a file is text, of which a head can be read. */
export function isText({ contentType }: { readonly contentType: string }): boolean {
  return TEXTS.test(contentType)
}

/** About how long a report is, in bytes, once it is unpacked. */
export function unpackedBytes(file: { readonly size: number; readonly contentType: string }): number {
  return file.size * (isText(file) ? 1 : PACKED_TIMES)
}

/**
 * Whether a report is read beside the service: it is long or there are importers of the data folder, which may do anything, and there is a
 * process that can. A short one is read at once in its own request.
 */
export function isReadBeside(
  { compute, plugins }: Pick<Ctx, 'compute' | 'plugins'>,
  file: { readonly size: number; readonly contentType: string },
): boolean {
  if (compute === undefined) return false
  return (plugins.ownImporters?.size ?? 0) > 0 || unpackedBytes(file) > SMALL_BYTES
}

/**
 * Runs a task that reads a report. Throws what the task does, the reason of `signal` once that has aborted, and `import/too-long` or
 * `import/too-large` (422), which name the plugin, for a file that was given up.
 */
export async function readBeside<I, O>(ctx: Ctx, task: Task<I, O>, input: I, signal?: AbortSignal): Promise<O> {
  let working: WorkingPlugin | null = null
  const announce = (now: WorkingPlugin | null) => {
    working = now
  }
  try {
    return await runTask({ ...ctx, announce }, task, input, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const limit = error instanceof AppError ? LIMITS.get(error.code) : undefined
    throw limit === undefined
      ? error
      : new AppError('invalid', `import/${limit[0]}`, detailOf(working, limit[1]), { cause: error })
  }
}

function detailOf(working: WorkingPlugin | null, took: string): string {
  return `Reading this file ${took}${working === null ? '' : ` in the import plugin ${working.code}`} and was stopped. ${ADVICE}`
}

const ADVICE = 'Nothing was imported. Split the report into shorter periods, or choose another import plugin.'
const LIMITS: ReadonlyMap<string, readonly [code: string, took: string]> = new Map([
  ['compute/too-long', ['too-long', 'took too long']],
  ['compute/too-large', ['too-large', 'took too much memory']],
])
