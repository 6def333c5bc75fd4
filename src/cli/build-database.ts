import { EMPTY_PATH, makeEmpty } from './empty-database.ts'

/** Makes the empty database that the executable holds. Run by the build. */
await makeEmpty(EMPTY_PATH)
