import { hasCsv } from '../http/csv-route.ts'
import type { Document, Operation, PathItem } from './openapi.ts'

/** What CSV does not have: pages, and what has no columns. */
const JSON_ONLY = new Set(['format', 'limit', 'cursor', 'count', 'lots', 'explain', 'explain_totals'])

/**
 * Operations that answer JSON or CSV as two, the CSV under the path with `.csv`: clients get one type from each. That the first takes
 * `format=csv` is said in words only.
 */
export function withCsvPaths(document: Document): Document {
  const paths = Object.entries(document.paths).flatMap(([path, item]): (readonly [string, PathItem])[] => {
    const { get } = item
    if (!get || !hasCsv({ method: 'get', responses: get.responses as never })) return [[path, item]]
    return [
      [path, { ...item, get: jsonOf(get, path) }],
      [`${path}.csv`, { get: csvOf(path, get) }],
    ]
  })
  return withoutFormats({ ...document, paths: Object.fromEntries(paths) })
}

/** Without the lists of values that only parameters had which are gone. */
function withoutFormats(document: Document): Document {
  const said = JSON.stringify(document)
  const schemas = Object.entries(document.components.schemas).filter(
    ([name]) => !name.endsWith('Format') || said.includes(`"#/components/schemas/${name}"`),
  )
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}

function jsonOf(operation: Operation, path: string): Operation {
  const { description, parameters = [] } = operation
  return {
    ...operation,
    description: `${description.trim()} CSV: \`${path}.csv\` or \`format=csv\`.`,
    parameters: parameters.filter(({ name }) => name !== 'format'),
    responses: only(operation, 'application/json'),
  }
}

function csvOf(path: string, operation: Operation): Operation {
  const { operationId, summary, parameters = [] } = operation
  return {
    ...operation,
    operationId: `${operationId}Csv`,
    summary: `${summary}, as CSV`,
    description: `All rows of \`GET ${path}\` in one file, in UTF-8 with a line of names.`,
    parameters: parameters.filter(({ name }) => !JSON_ONLY.has(name)),
    responses: only(operation, 'text/csv'),
  }
}

function only({ responses }: Operation, type: string): Operation['responses'] {
  const answer = responses['200']
  const media = answer?.content?.[type]
  return answer && media ? { ...responses, 200: { ...answer, content: { [type]: media } } } : responses
}
