import type { HttpContext } from './route.ts'

/** Sets `Location` to a path below `/api/v1`, with the base path that the service has behind its proxy. */
export function setLocation(c: HttpContext, path: string): void {
  c.header('Location', `${c.var.deps.config.basePath}/api/v1${path}`)
}
