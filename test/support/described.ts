import { describeApi } from '#src/docs/document.ts'
import type { Operation } from '#src/docs/openapi.ts'
import { createRooms } from '#src/server.ts'

export type DescribedOperation = {
  readonly id: string
  readonly method: string
  /** With `{parameters}`. */
  readonly path: string
  readonly isPublic: boolean
  readonly operation: Operation
}

export const describedDocument = describeApi(await createRooms(), { basePath: '', publicUrl: null })

/** Every operation of the OpenAPI document. */
export const describedOperations: readonly DescribedOperation[] = Object.entries(describedDocument.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      isPublic: operation.security.length === 0,
      operation,
    })),
)

/** A path whose parameters are filled with the examples of the document, or with `values`. */
export function fillPath(
  { path, operation }: DescribedOperation,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = operation.parameters?.find((entry) => entry.in === 'path' && entry.name === name)?.schema.example
    return String(values[name] ?? example ?? 'brim')
  })
}

/** The example of the request body, if it takes JSON. */
export function exampleBody({ operation }: DescribedOperation): unknown {
  return operation.requestBody?.content['application/json']?.example
}
