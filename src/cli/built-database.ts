/** The empty database that the build made, as a path; in the executable it is a file inside it. */
import database from '../../dist/empty.db' with { type: 'file' }

export const BUILT = database
