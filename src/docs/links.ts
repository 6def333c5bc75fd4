import type { Document, Link, Operation } from './openapi.ts'

type Place = { readonly path: string; readonly paths: Document['paths'] }

/** From an answer that names something new to the operation that reads it: a job, or what was created. */
export function linksOf(status: string, operation: Operation, { path, paths }: Place): Record<string, Link> | undefined {
  if (status === '202') return linkTo(paths['/jobs/{id}']?.['get'], 'id')
  if (status !== '201') return undefined
  const content = operation.responses[status]?.content?.['application/json']
  if (content?.schema?.$ref === undefined) return undefined
  const reader = readerOf(content.schema.$ref, path, paths)
  return reader && linkTo(reader.operation, reader.parameter)
}

/** The GET that answers the same shape under an id: the nearest path. */
function readerOf($ref: string, path: string, paths: Document['paths']) {
  const readers = Object.entries(paths).flatMap(([there, { get: operation }]) => {
    const [, parameter] = /^[^{}]*\/\{(\w+)\}$/.exec(there) ?? []
    const answered = operation?.responses['200']?.content?.['application/json']?.schema?.$ref
    return operation && parameter && answered === $ref ? [{ operation, parameter, there }] : []
  })
  const common = (there: string) => there.split('/').findIndex((part, index) => part !== path.split('/')[index])
  return readers.sort((a, b) => common(b.there) - common(a.there))[0]
}

function linkTo(operation: Operation | undefined, parameter: string): Record<string, Link> | undefined {
  if (!operation) return undefined
  const { operationId, summary } = operation
  return { [operationId]: { operationId, parameters: { [parameter]: '$response.body#/id' }, description: summary } }
}
