import type { Ctx } from '../context.ts'
import { setLocation } from '../http/location.ts'
import { json } from '../http/openapi.ts'
import type { HttpContext } from '../http/route.ts'
import { withTimeout } from '../shared/timeout.ts'
import type { JobKindName } from './job.ts'
import { Job as JobOnWire } from './schema.ts'
import { type Job, type JobKind, type JobWork, startJob, unlistJob } from './service.ts'
import { toWire } from './wire.ts'

/** After so long in the request, work goes on as a job. */
const PATIENCE_MILLISECONDS = 5_000

/** The answer that routes of long work declare beside their own; what they answer otherwise is the result of jobs of this kind. */
export function longAnswer(kind: JobKindName) {
  const later = json(JobOnWire, 'It takes longer, or `Prefer: respond-async` was sent: `Location` is the job')
  return { 202: { ...later, 'x-job-kind': kind } }
}

/**
 * Answers long work: in the request when it is short, with the job (202) at once for `Prefer: respond-async`, or by itself after 5
 * seconds. The work goes on when the client goes away. `toAnswer` makes the wire shape, which is also the job's result;
 * `toLocation` the path of what was made, below `/api/v1`. The route declares `...longAnswer(kind)`.
 */
export async function answerLong<T, W extends Record<string, unknown>, S extends 200 | 201>(
  c: HttpContext,
  options: JobKind & {
    readonly status: S
    readonly toLocation?: (value: T) => string
    readonly patienceMilliseconds?: number
    /** It changes nothing: it is listed only while it runs, and where it outlasts the request. */
    readonly isLook?: boolean
  },
  work: JobWork<T>,
  toAnswer: (value: T) => W,
) {
  const isAsync = /(^|[\s,;])respond-async($|[\s,;])/i.test(c.req.header('prefer') ?? '')
  const origin = { instance: c.req.path, requestId: c.var.requestId }
  const { job, outcome } = await startJob(c.var.ctx, { ...options, origin }, work, toAnswer)
  if (isAsync) {
    c.header('Preference-Applied', 'respond-async')
    return answerJob(c, job)
  }
  const ended = await endedInTime(c.var.ctx, job, outcome, options)
  if (ended === undefined) return answerJob(c, job)
  if (options.toLocation) setLocation(c, options.toLocation(ended.value))
  return c.json(toAnswer(ended.value), options.status)
}

type Patience = { readonly isLook?: boolean; readonly patienceMilliseconds?: number }

/** The outcome of a job where it comes in time; a look is then off the list of jobs. Throws what the job does. */
async function endedInTime<T>(
  ctx: Ctx,
  job: Job,
  outcome: Promise<T>,
  { isLook = false, patienceMilliseconds = PATIENCE_MILLISECONDS }: Patience,
): Promise<{ readonly value: T } | undefined> {
  const settled = outcome.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  const ended = await withTimeout(settled, patienceMilliseconds, () => undefined)
  if (ended === undefined) return undefined
  if (isLook) await unlistJob(ctx, job)
  if ('error' in ended) throw ended.error
  return ended
}

function answerJob(c: HttpContext, job: Job) {
  setLocation(c, `/jobs/${job.id}`)
  return c.json(toWire(job), 202)
}
