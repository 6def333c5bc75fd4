import type { Config } from '../config.ts'
import { VERSION } from '../shared/version.ts'
import { originOf } from './bind.ts'
import type { Data } from './open.ts'

/** What somebody who started the service by hand wants to know. */
export function welcome({ publicUrl, host, basePath, logLevel }: Config, port: number | undefined, { folders }: Data): string {
  if (logLevel === 'silent') return ''
  const address = publicUrl ?? `${originOf(host, port)}${basePath}/`
  return `\nHoldfast ${VERSION} is at ${address} - its data are in ${folders.root}. Ctrl-C ends it.\n\n`
}
