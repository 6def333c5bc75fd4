import type { Config } from '../config.ts'

/** Where the service is reached: the address that the document comes from, and the public one. */
export function serversOf({ basePath, publicUrl }: Pick<Config, 'basePath' | 'publicUrl'>) {
  const path = `${basePath}/api/v1`
  return [
    { url: path, description: 'Where this document comes from' },
    ...(publicUrl === null ? [] : [{ url: `${new URL(publicUrl).origin}${path}`, description: 'The public address' }]),
  ]
}
