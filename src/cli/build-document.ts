import { BUILT_PATH, isFresh, packDocument } from '../docs/publish.ts'

/** Makes the OpenAPI document for the service to read, unless what is there is newer than every source. Run by `npm start` and the build. */
if (!isFresh(BUILT_PATH)) {
  const { createRooms } = await import('../server.ts')
  await Bun.write(BUILT_PATH, await packDocument(await createRooms()))
}
