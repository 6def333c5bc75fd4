import type { Components } from './examples.ts'
import { withExamples } from './examples.ts'
import { linksOf } from './links.ts'
import type { Content, Document, Header, Operation, Parameter, Response, Schema } from './openapi.ts'
import { isPlainProblem, problemAnswer } from './problems.ts'

/** What happens to every operation of a kind, whatever its room says: headers in and out, and problems that the front of the service answers. */
export type Place = {
  readonly method: string
  readonly path: string
  readonly components: Components
  /** Every path with its operations. */
  readonly paths: Document['paths']
}

const text = (example: string): Schema => ({ type: 'string', example })

const HEADERS = {
  Location: { description: 'Where it is', schema: text('/api/v1/brokers/1') },
  ETag: { description: 'The version, for `If-None-Match` and `If-Match`', schema: text('"r1"') },
  Link: {
    description: 'The next page as `<...>; rel="next"` (RFC 8288); absent on the last',
    schema: text('</api/v1/jobs?cursor=WyI…>; rel="next"'),
  },
  'X-Total-Count': { description: 'With `count=true`', schema: { type: 'integer', example: 1 } },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', example: 60 } },
} as const satisfies Record<string, Header>

const headerParameter = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text(example),
})
const IDEMPOTENCY_KEY = headerParameter(
  'Idempotency-Key',
  'The same key and body within 24 hours answer the first result again, with `Idempotent-Replay: true`; another body is 422',
  '4f0c3c9b-1d7e',
)
const IF_MATCH = headerParameter('If-Match', 'Only when the version is still this one, else 412', '"r1"')
const IF_NONE_MATCH = headerParameter('If-None-Match', 'Only when the version is another one, else 304', '"r1"')
const PREFER = headerParameter('Prefer', '`respond-async`: answer 202 with a job at once', 'respond-async')

/** The operation with everything that its kind brings along. */
export function withConventions(operation: Operation, place: Place): Operation {
  const isStored = '201' in operation.responses && operation['x-idempotent'] !== false
  const isIdempotent = place.method === 'post' && isStored && operation.security.length > 0
  const parameters = [
    ...(operation.parameters ?? []),
    ...(isIdempotent ? [IDEMPOTENCY_KEY] : []),
    ...('412' in operation.responses ? [IF_MATCH] : []),
    ...('304' in operation.responses ? [IF_NONE_MATCH] : []),
    ...('202' in operation.responses ? [PREFER] : []),
  ]
  return {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.requestBody && {
      requestBody: { ...operation.requestBody, content: bodyContent(operation.requestBody.content, place) },
    }),
    responses: withProblems(operation, place, isIdempotent),
  }
}

function bodyContent(given: Content, { method, components }: Place): Content {
  const content = withExamples(given, components)
  const json = content['application/json']
  return method === 'patch' && json ? { ...content, 'application/merge-patch+json': json } : content
}

function withProblems(operation: Operation, place: Place, isIdempotent: boolean): Record<string, Response> {
  const expected = new Set<string>()
  const takesJson = operation.requestBody?.content['application/json'] !== undefined
  const names = (operation.parameters ?? []).map((parameter) => parameter.in)
  if (place.method !== 'get') expected.add('403')
  if (takesJson) for (const status of ['400', '413', '415', '422']) expected.add(status)
  if (names.includes('query')) expected.add('422')
  if (names.includes('path')) expected.add('404')
  if (isIdempotent) for (const status of ['409', '422']) expected.add(status)
  if (operation.requestBody !== undefined) expected.add('408')
  if (operation.security?.length !== 0) expected.add('429')
  for (const status of ['421', '500']) expected.add(status)
  const missing = [...expected].filter((status) => !(status in operation.responses))
  const all = { ...operation.responses, ...Object.fromEntries(missing.map((status) => [status, problemAnswer(status)])) }
  const answers = Object.entries(all).map(([status, answer]) => [status, complete(status, answer, operation, place)])
  return Object.fromEntries(answers.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

function complete(status: string, answer: Response, operation: Operation, place: Place): Response {
  const headers = headersOf(status, answer, operation)
  const links = linksOf(status, operation, place)
  const { content, ...rest } = isPlainProblem(answer) ? problemAnswer(status) : answer
  return {
    ...rest,
    ...(content && { content: withExamples(content, place.components) }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(links && { links }),
  }
}

function headersOf(status: string, answer: Response, operation: Operation): Record<string, Header> {
  const parameters = (operation.parameters ?? []).map((parameter) => parameter.name)
  return {
    ...answer.headers,
    ...(status === '201' || status === '202' ? { Location: HEADERS.Location } : {}),
    ...(status === '200' && ('304' in operation.responses || '412' in operation.responses) ? { ETag: HEADERS.ETag } : {}),
    ...(status === '200' && parameters.includes('cursor') ? { Link: HEADERS.Link } : {}),
    ...(status === '200' && parameters.includes('count') ? { 'X-Total-Count': HEADERS['X-Total-Count'] } : {}),
    ...(status === '429' || status === '503' ? { 'Retry-After': HEADERS['Retry-After'] } : {}),
  }
}
