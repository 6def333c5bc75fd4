import type { Components } from './examples.ts'
import { exampleOf, withExamples } from './examples.ts'
import type { Content, Header, Operation, Parameter, Response } from './openapi.ts'

/** What happens to every operation of a kind, whatever its room says: headers in and out, and problems that the front of the service answers. */
export type Place = { readonly method: string; readonly path: string; readonly components: Components; readonly prefix: string }

const text = (example: string) => ({ type: 'string', example })

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
export function withCustoms(operation: Operation, place: Place): Operation {
  const repeats = place.method === 'post' && '201' in operation.responses && operation.security.length > 0
  const parameters = [
    ...(operation.parameters ?? []),
    ...(repeats ? [IDEMPOTENCY_KEY] : []),
    ...('412' in operation.responses ? [IF_MATCH] : []),
    ...('304' in operation.responses ? [IF_NONE_MATCH] : []),
    ...('202' in operation.responses ? [PREFER] : []),
  ]
  return {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.requestBody && {
      requestBody: { ...operation.requestBody, content: withExamples(operation.requestBody.content, place.components) },
    }),
    responses: withProblems(operation, place, repeats),
  }
}

function withProblems(operation: Operation, place: Place, repeats: boolean): Record<string, Response> {
  const expected = new Set<string>()
  const takesJson = operation.requestBody?.content['application/json'] !== undefined
  const names = (operation.parameters ?? []).map((parameter) => parameter.in)
  if (place.method !== 'get') expected.add('403')
  if (takesJson) for (const status of ['400', '413', '415', '422']) expected.add(status)
  if (names.includes('query')) expected.add('422')
  if (names.includes('path')) expected.add('404')
  if (repeats) for (const status of ['409', '422']) expected.add(status)
  expected.add('500')
  const missing = [...expected].filter((status) => !(status in operation.responses))
  const all = { ...operation.responses, ...Object.fromEntries(missing.map((status) => [status, problemAnswer(status)])) }
  const answers = Object.entries(all).map(([status, answer]) => [status, complete(status, answer, operation, place)])
  return Object.fromEntries(answers.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

function problemAnswer(status: string): Response {
  return {
    description: PROBLEMS[status]?.[1] ?? 'A problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

function complete(status: string, answer: Response, operation: Operation, place: Place): Response {
  const headers = headersOf(status, answer, operation)
  return {
    ...answer,
    ...(answer.content && {
      content: withProblemExample(status, withExamples(answer.content, place.components), place, operation),
    }),
    ...(Object.keys(headers).length > 0 && { headers }),
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

const PROBLEMS: Readonly<Record<string, readonly [code: string, title: string, detail: string]>> = {
  400: ['request/malformed', 'Bad request', 'The request body cannot be read: it is not valid JSON.'],
  401: ['auth/no-session', 'Sign in first', 'Sign in first: POST /api/v1/auth/login sets the session cookie.'],
  403: ['auth/cross-site', 'Not allowed', 'This request came from another site and was refused.'],
  404: ['request/not-found', 'Not found', 'There is nothing at this address.'],
  409: ['request/in-progress', 'Conflict', 'The first request with this Idempotency-Key is still under way.'],
  412: ['request/stale', 'Changed meanwhile', 'It was changed since you read it. Read it again.'],
  413: ['request/too-large', 'Too large', 'The request body is larger than 16 MiB.'],
  415: ['request/content-type', 'Unsupported type', 'Send the body as JSON, with the header Content-Type: application/json.'],
  416: ['request/range', 'Range outside the file', 'The file has 5120 bytes; the range lies outside.'],
  422: ['request/invalid', 'Not acceptable', 'One value is not acceptable.'],
  429: ['auth/too-many-attempts', 'Too many requests', 'Too many attempts. Wait a minute.'],
  500: ['internal', 'Internal error', 'Something went wrong on our side; nothing was changed.'],
  502: ['source/unreachable', 'Source failed', 'The outside source did not answer.'],
  503: ['auth/busy', 'Not available now', 'Too much is going on. Try again in a moment.'],
  507: ['storage/full', 'Storage full', 'The disk of the service is full; nothing was kept of this request.'],
}

function withProblemExample(status: string, content: Content, place: Place, operation: Operation): Content {
  const media = content['application/problem+json']
  const problem = PROBLEMS[status]
  if (!media || !problem || 'example' in media) return content
  const [code, title, detail] = problem
  const example = {
    type: `urn:holdfast:problem:${code}`,
    title,
    status: Number(status),
    detail,
    instance: place.prefix + filledPath(place, operation),
    code,
    request_id: '0d6f3a52-7c0e-4f6c-9a55-1f2f0c3c9b11',
    ...(status === '422' && { errors: [{ pointer: pointerIn(operation), detail: 'Is not acceptable.' }] }),
  }
  return { ...content, 'application/problem+json': { ...media, example } }
}

function pointerIn(operation: Operation): string {
  const body = operation.requestBody?.content
  if (body?.['application/json']) return '/name'
  if (body?.['multipart/form-data']) return '/form/file'
  return `/query/${operation.parameters?.find((parameter) => parameter.in === 'query')?.name ?? 'limit'}`
}

function filledPath(place: Place, operation: Operation): string {
  return place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters?.find((entry) => entry.in === 'path' && entry.name === name)
    return String(parameter ? exampleOf(parameter.schema, place.components) : 1)
  })
}
