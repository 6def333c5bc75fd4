import { type Env, loadConfig } from '../config.ts'
import { publishDocument } from '../docs/publish.ts'
import { createRooms } from '../server.ts'
import { print } from './terminal.ts'

/** Prints the OpenAPI document of this release, with the configured base path and public address. */
export async function printOpenApi(env: Env): Promise<void> {
  const config = loadConfig({ BASE_PATH: env['BASE_PATH'], PUBLIC_URL: env['PUBLIC_URL'] })
  print(`${JSON.stringify(JSON.parse(await publishDocument(createRooms, config)), null, 2)}\n`)
}
