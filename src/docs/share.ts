import type { OpenAPIObject } from 'openapi3-ts/oas31'
import type { Content, Document, Header, Operation, Parameter, Response } from './openapi.ts'
import { FRONT_STATUSES, frontAnswer, problemAnswer } from './problems.ts'
import { shareFields } from './share-fields.ts'

type Shared<T> = { readonly [name: string]: T }
type Uses<T> = Map<string, { readonly name: string; readonly value: T; count: number }>

/**
 * The document with what several operations say alike as components: problems, jobs, pictures, headers, parameters and fields. It says the same in less: what the most operations want of their callers stands once, problems of the front
 * of the service, which any operation may answer, are one `default`, fields that several shapes have alike are components, and answers that are no problems have the examples of their fields, from which
 * viewers put whole ones together; a merge patch has that of the JSON beside it.
 */
export function shareParts(document: Document): OpenAPIObject {
  const folded = mapValues(document.paths, (item) => mapValues(item, (operation) => withFront(withoutNotes(operation))))
  const operations = Object.values(folded).flatMap((item) => Object.values(item))
  const answers = operations.flatMap(({ responses }) => Object.entries(responses))
  const sharedAnswers = shared(
    answers.flatMap(([status, answer]): (readonly [name: string, value: Response])[] => {
      if (isProblem(answer)) return [[status === 'default' ? 'Problems' : `Problem${pascal(status)}`, answer]]
      if (isPicture(answer)) return [['Picture', answer]]
      return status === '202' ? [['Later', answer]] : []
    }),
  )
  const headers = shared(
    answers.flatMap(([, answer]) =>
      Object.entries(answer.headers ?? {}).map(([name, header]) => [pascal(name), header] as const),
    ),
  )
  const parameters = shared(
    operations.flatMap(({ parameters = [] }) => parameters.map((one) => [pascal(one.name) + pascal(one.in), one] as const)),
  )
  const withHeaders = (answer: Response) => ({
    ...answer,
    ...(answer.content && { content: mapValues(answer.content, withoutExample) }),
    ...(answer.headers && { headers: mapValues(answer.headers, (one) => headers.refer('headers', one)) }),
  })
  const operationOf = (operation: Operation) => ({
    ...operation,
    ...(operation.requestBody && { requestBody: withExampleOnce(operation.requestBody) }),
    ...(operation.parameters && { parameters: operation.parameters.map((one) => parameters.refer('parameters', one)) }),
    responses: mapValues(operation.responses, (answer) => {
      const reference = sharedAnswers.refer('responses', answer)
      return '$ref' in reference ? reference : withHeaders(answer)
    }),
  })
  const components = {
    ...document.components,
    schemas: shareFields(document.components.schemas),
    responses: mapValues(sharedAnswers.components, withHeaders),
    headers: headers.components,
    parameters: parameters.components,
  }
  const security = mostUsed(operations.map((operation) => operation.security))
  const paths = mapValues(folded, (item) => mapValues(item, (operation) => withoutUsual(operationOf(operation), security)))
  return { ...document, security, paths, components } as unknown as OpenAPIObject
}

/** What the most operations want of their callers: the document says it once. */
function mostUsed(all: readonly Operation['security'][]): Operation['security'] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(JSON.stringify(one), (counts.get(JSON.stringify(one)) ?? 0) + 1)
  const [[usual] = ['[]']] = [...counts].sort(([, a], [, b]) => b - a)
  return JSON.parse(usual) as Operation['security']
}

function withoutUsual<T extends Pick<Operation, 'security'>>(operation: T, usual: Operation['security']): Omit<T, 'security'> {
  const { security, ...rest } = operation
  return JSON.stringify(security) === JSON.stringify(usual) ? rest : operation
}

const MERGE_PATCH = 'application/merge-patch+json'

/** What routes say to the service alone. */
export const NOTES = ['x-cost', 'x-idempotent', 'x-of-all', 'x-scope']

/** What they say of bodies to the service alone; how large one may be, its description says. */
export const BODY_NOTES = ['x-max-bytes', 'x-max-values']

function withoutNotes(operation: Operation): Operation {
  const { requestBody } = operation
  return { ...without(operation, NOTES), ...(requestBody && { requestBody: without(requestBody, BODY_NOTES) }) }
}

function without<T extends object>(value: T, notes: readonly string[]): T {
  return { ...value, ...Object.fromEntries(notes.map((note) => [note, undefined])) }
}

/** The operation with one `default` in place of the plain problems of the front; what it says of its own about such a status stays. */
function withFront(operation: Operation): Operation {
  const own = Object.entries(operation.responses).filter(([status, answer]) => !isOfFront(status, answer))
  return { ...operation, responses: { ...Object.fromEntries(own), default: frontAnswer() } }
}

function isOfFront(status: string, { description }: Response): boolean {
  return FRONT_STATUSES.includes(status) && description === problemAnswer(status).description
}

/** What is there more than once becomes a component under its name; others of the same name get a number. */
function shared<T extends Header | Parameter | Response>(all: readonly (readonly [name: string, value: T])[]) {
  const uses: Uses<T> = new Map()
  for (const [name, value] of all) {
    const key = JSON.stringify(value)
    const use = uses.get(key) ?? { name, value, count: 0 }
    use.count += 1
    uses.set(key, use)
  }
  const components: Record<string, T> = {}
  const names = new Map<string, string>()
  for (const [key, { name, value, count }] of [...uses].sort(([, a], [, b]) => b.count - a.count)) {
    if (count < 2) continue
    let free = name
    for (let number = 2; free in components; number++) free = name + number
    components[free] = value
    names.set(key, free)
  }
  const sorted: Shared<T> = Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
  const refer = (kind: string, value: T): T | { readonly $ref: string } => {
    const name = names.get(JSON.stringify(value))
    return name === undefined ? value : { $ref: `#/components/${kind}/${name}` }
  }
  return { components: sorted, refer }
}

function withoutExample(media: Content[string], type: string): Content[string] {
  const { example: _, ...rest } = media
  return type === 'application/json' ? rest : media
}

/** A merge patch looks as JSON does. */
function withExampleOnce<B extends { readonly content: Content }>(body: B): B {
  const { content } = body
  const media = content[MERGE_PATCH]
  if (media === undefined) return body
  const { example: _, ...rest } = media
  return { ...body, content: { ...content, [MERGE_PATCH]: rest } }
}

function isProblem({ content = {} }: Response): boolean {
  return 'application/problem+json' in content
}

function isPicture({ content }: Response): boolean {
  return content !== undefined && Object.keys(content).every((type) => type.startsWith('image/'))
}

function pascal(name: string): string {
  return name.replaceAll(/(^|[_-])([A-Za-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, by: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, by(value, key)]))
}
