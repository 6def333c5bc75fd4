import type { Document, Schema } from './openapi.ts'

const KIND = 'x-job-kind'

/**
 * The results of jobs by their kind, read from the operations that answer 202 with a job of that kind: the result is what they would
 * have answered. The marker of the kind itself is taken out.
 */
export function withJobResults(document: Document): Document {
  const results = new Map<string, Set<string>>()
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => {
          const { [KIND]: kind, ...later } = operation.responses['202'] ?? { description: '' }
          if (typeof kind !== 'string') return [method, operation]
          const done = (operation.responses['201'] ?? operation.responses['200'])?.content?.['application/json']?.schema?.$ref
          if (done !== undefined) results.set(kind, (results.get(kind) ?? new Set()).add(done))
          return [method, { ...operation, responses: { ...operation.responses, 202: later } }]
        }),
      ),
    ]),
  )
  const job = document.components.schemas['Job']
  if (!job || results.size === 0) return { ...document, paths }
  const schemas = { ...document.components.schemas, Job: withResult(job), JobResult: unionOf(results) }
  return { ...document, paths, components: { ...document.components, schemas } }
}

function withResult(job: Schema): Schema {
  const { description = '', example = null } = job.properties?.['result'] ?? {}
  const result = { anyOf: [{ $ref: '#/components/schemas/JobResult' }, { type: 'null' as const }], description, example }
  return { ...job, properties: { ...job.properties, result } }
}

function unionOf(results: ReadonlyMap<string, ReadonlySet<string>>): Schema {
  const named = [...results].sort(([a], [b]) => (a < b ? -1 : 1))
  const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
  const said = named.map(([kind, shapes]) => `\`${kind}\`: ${[...shapes].map(nameOf).join(' or ')}`)
  const shapes = new Set(named.flatMap(([, all]) => [...all]))
  return { anyOf: [...shapes].map(($ref) => ({ $ref })), description: `By the kind of the job. ${said.join('; ')}` }
}
