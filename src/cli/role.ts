import type { Env } from '../config.ts'

/** A process that the service has started begins with what it is for, without what serves requests. Whether this is one. Throws ExitError. */
export async function beginRole(env: Env): Promise<boolean> {
  if (env['HOLDFAST_COMPUTE'] !== undefined) (await import('./compute.ts')).compute()
  else if (env['HOLDFAST_CHORE'] !== undefined) (await import('./chore.ts')).chore()
  else if (env['HOLDFAST_WORKER'] !== undefined) await (await import('./worker.ts')).work(env)
  else return false
  return true
}
