import type { Server } from 'bun'
import type { Deps } from '../context.ts'
import { prepareHandOver } from './listeners.ts'

/** New connections go elsewhere; those that wait to be accepted are, in so long. */
const ACCEPT_MILLISECONDS = 50
/** Whoever has a connection and no request on it has so long to send one, which is answered with `Connection: close`. */
const IDLE_MILLISECONDS = 5_000
/** Jobs and requests that run have so long. Afterwards they are interrupted. */
const FINISH_MILLISECONDS = 300_000
const LOOK_MILLISECONDS = 100

type Answer = (request: Request, server: Server<undefined>) => Response | Promise<Response>
type Leaving = { readonly server: Server<undefined>; readonly deps: Deps; readonly newest: number }

/** How a server leaves its port to another process without losing a request. */
export function createRetirement() {
  let isRetiring = false
  const closing = async (answer: Response | Promise<Response>) => {
    const response = await answer
    response.headers.set('Connection', 'close')
    return response
  }
  return {
    /** The same, and connections end with their next answer once the server is leaving. */
    answering:
      (fetch: Answer): Answer =>
      (request, server) =>
        isRetiring ? closing(fetch(request, server)) : fetch(request, server),
    /** Resolves when new connections go elsewhere, to a promise of the end. */
    begin: async (leaving: Leaving): Promise<{ readonly ended: Promise<void> }> => {
      isRetiring = true
      const isClosed = await leavePort(leaving)
      leaving.deps.log.info('left the port', { pid: process.pid })
      return { ended: finish(leaving, isClosed) }
    },
  }
}

/** Whether the socket alone was closed; else only Bun can, which closes idle connections with it. */
async function leavePort({ server, deps: { log }, newest }: Leaving): Promise<boolean> {
  try {
    const handOver = await prepareHandOver(server.port ?? 0)
    if (handOver === undefined) return false
    handOver.steer(newest)
    await Bun.sleep(ACCEPT_MILLISECONDS)
    await new Promise((resolve) => setImmediate(resolve))
    handOver.close()
    return true
  } catch (error) {
    log.warn('new connections cannot be led to the new process: some may be lost now', { error })
    return false
  }
}

async function finish({ server, deps }: Leaving, isClosed: boolean): Promise<void> {
  const { settleJobs } = await import('../jobs/service.ts')
  if (isClosed) await Bun.sleep(IDLE_MILLISECONDS)
  const until = performance.now() + FINISH_MILLISECONDS
  await settleJobs(deps, FINISH_MILLISECONDS)
  const stopped = server.stop()
  while (server.pendingRequests > 0 && performance.now() < until) await Bun.sleep(LOOK_MILLISECONDS)
  await Promise.race([stopped, Bun.sleep(LOOK_MILLISECONDS)])
  await server.stop(true)
}
