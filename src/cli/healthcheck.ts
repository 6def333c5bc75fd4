import { type Env, loadConfig } from '../config.ts'
import { EXIT } from './exit.ts'
import { print, printError } from './terminal.ts'

const WAIT_MILLISECONDS = 5_000

/** Asks the service on this machine for its health: 0 when it is well, else 1 with the reason. For containers. */
export async function healthcheck(env: Env): Promise<number> {
  const { host, port, basePath } = loadConfig({ HOST: env['HOST'], PORT: env['PORT'], BASE_PATH: env['BASE_PATH'] })
  const url = `http://${reachable(host)}:${port}${basePath}/api/v1/system/health`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MILLISECONDS) })
    const text = await answer.text()
    const write = answer.ok ? print : printError
    write(`${text}\n`)
    return answer.ok ? EXIT.ok : EXIT.failed
  } catch (error) {
    printError(`holdfast: ${url} does not answer: ${error instanceof Error ? error.message : String(error)}\n`)
    return EXIT.failed
  }
}

/** An address to call for an address to listen on. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
