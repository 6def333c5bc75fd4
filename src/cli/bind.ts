import type { Server } from 'bun'
import { EXIT, ExitError } from './exit.ts'

/** Longer than the proxies in front keep their idle connections, so that it is never us who closes one that they are about to use. */
const IDLE_SECONDS = 120
/** Every route has a limit of its own and counts while it reads. */
const MAX_BODY_BYTES = 2 ** 40

export type Address = { readonly host: string; readonly port: number; readonly variable: 'PORT' | 'METRICS_PORT' }
type Answer = (request: Request, server: Server<undefined>) => Response | Promise<Response>

/** Listens, together with other processes of this service. Throws ExitError when the port is taken. */
export function bind(address: Address, fetch: Answer): Server<undefined> {
  return open(address, fetch, true)
}

/** Looks whether nobody else listens on a port, which `bind` would not notice; a free one for 0. Throws ExitError when it is taken. */
export function requireFreePort(address: Address): number {
  const listener = probe(address) ?? open(address, () => new Response(null, { status: 503 }), false)
  const { port = address.port } = listener
  void listener.stop(true)
  return port
}

/** A bare listener, where there can be one: after a web server the next one would have to wait for the end of the first. `open` says why there is none. */
function probe({ host, port }: Address): Bun.TCPSocketListener<undefined> | undefined {
  try {
    return Bun.listen({ hostname: host, port, socket: { data: () => {} } })
  } catch {
    return undefined
  }
}

/** An address that opens on this machine: nobody can call one that stands for all. */
export function originOf(host: string, port: number | undefined): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function open({ host, port, variable }: Address, fetch: Answer, reusePort: boolean): Server<undefined> {
  try {
    const limits = { idleTimeout: IDLE_SECONDS, maxRequestBodySize: MAX_BODY_BYTES }
    return Bun.serve({ hostname: host, port, fetch, reusePort, ...limits })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const sentence = `Cannot listen on ${host} port ${port}: ${reason}. Choose another ${variable} or HOST.`
    throw new ExitError(EXIT.unavailable, sentence, error)
  }
}
