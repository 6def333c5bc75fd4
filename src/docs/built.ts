/** The document that the build made, as a path; in the executable it is a file inside it. Not there before the first build. */
import document from '../../dist/openapi.json.gz' with { type: 'file' }

export const BUILT = document
