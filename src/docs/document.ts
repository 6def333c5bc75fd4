import { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Config } from '../config.ts'
import type { HttpEnv } from '../http/route.ts'
import { NAME, VERSION } from '../shared/version.ts'
import { namedSchemas } from './components.ts'
import { withConventions } from './conventions.ts'
import { withCsvPaths } from './csv.ts'
import { withJobResults } from './job-results.ts'
import { sayWhatNamesSay } from './names.ts'
import { normaliseDocument } from './normalise.ts'
import type { Document } from './openapi.ts'
import { serversOf } from './servers.ts'
import { TAGS } from './tags.ts'

const DESCRIPTION = `Portfolio tracking: brokers, their ledgers, imports of broker reports, files, exchange rates, prices, holdings, gains and returns.

- **Session:** \`POST /auth/login\` sets the HttpOnly cookie \`session\`; send it with every request.
- **Tokens** for programs: \`POST /auth/tokens\`, sent as \`Authorization: Bearer hf_...\`.
- **Figures:** money, quantities, prices and rates are JSON strings with plain decimals, exact to the last digit. Dates are \`YYYY-MM-DD\`, instants RFC 3339 in UTC.
- **Lists** are bare arrays; those that grow take \`limit\` and \`cursor\` and answer a \`Link\` header.
- **Every field** of an answer is always there, \`null\` where there is nothing.
- **Faults** are problems (RFC 9457) with a stable \`code\`, all faults of a request at once.
- **Repeats:** \`Idempotency-Key\` makes every creating POST safe to repeat.
- **Versions:** what several people edit has an \`ETag\`; \`If-Match\` refuses to overwrite what has changed.
- **Long work** answers 202 with a job that can be watched and cancelled.`

/** The OpenAPI 3.1 document of every operation in `rooms`, as it is reached with this configuration. */
export function describeApi(rooms: OpenAPIHono<HttpEnv>, config: Pick<Config, 'basePath' | 'publicUrl'>): Document {
  const { definitions } = rooms.openAPIRegistry
  const named = namedSchemas(definitions).map((schema) => ({ type: 'schema' as const, schema }))
  const generated = new OpenApiGeneratorV31([...named, ...definitions]).generateDocument(headOf(config)) as unknown as Document
  const { webhooks, ...document } = generated as Document & { webhooks?: unknown }
  const session = { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by `POST /auth/login`' }
  const token = {
    type: 'http',
    scheme: 'bearer',
    description: 'Of `POST /auth/tokens`, with the scope that is named',
  }
  const whole = { ...document, components: { ...document.components, securitySchemes: { session, token } } }
  const normalised = withJobResults(withCsvPaths(sayWhatNamesSay(normaliseDocument(whole))))
  const { schemas: components } = normalised.components
  const paths = Object.entries(normalised.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        withConventions(operation, { method, path, components, paths: normalised.paths }),
      ]),
    ),
  ])
  const used = new Set(
    Object.values(normalised.paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)),
  )
  return { ...normalised, tags: TAGS.filter((tag) => used.has(tag.name)), paths: Object.fromEntries(paths) }
}

function headOf(config: Pick<Config, 'basePath' | 'publicUrl'>) {
  return {
    openapi: '3.1.0',
    info: {
      title: NAME,
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: `${NAME} maintainers` },
      license: { name: 'MIT License', identifier: 'MIT' },
    },
    servers: serversOf(config),
  }
}
