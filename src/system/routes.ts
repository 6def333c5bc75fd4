import type { z } from '@hono/zod-openapi'
import { json, problems } from '../http/openapi.ts'
import { createRouter, publicRoute } from '../http/route.ts'
import { Health, SystemInfo as SystemInfoOnWire } from './schema.ts'
import { checkHealth, describeSystem, type SystemInfo } from './service.ts'

const tags = ['system']

const getHealthRoute = publicRoute({
  operationId: 'getHealth',
  tags,
  method: 'get',
  path: '/system/health',
  summary: 'Whether the service can work',
  description:
    'The database answers, is whole and takes writes, and the data folder can be written; else `system/unhealthy` (503) with the same `checks`. `clock` and `backup` only warn. Cheap: for containers and monitors.',
  responses: { 200: json(Health, 'It can'), ...problems(503) },
})

const getSystemInfoRoute = publicRoute({
  operationId: 'getSystemInfo',
  tags,
  method: 'get',
  path: '/system/info',
  summary: 'What the service is',
  description:
    'Version, runtime, schema, how many currencies and plugins there are, whether anyone may register, how to sign in, and whether the first user is still to come.',
  responses: { 200: json(SystemInfoOnWire, 'The service') },
})

export function systemRoutes() {
  const router = createRouter()
  router.openapi(getHealthRoute, async (c) => c.json(await checkHealth(c.var.deps), 200))
  router.openapi(getSystemInfoRoute, async (c) => c.json(toWire(await describeSystem(c.var.deps)), 200))
  return router
}

function toWire(info: SystemInfo): z.infer<typeof SystemInfoOnWire> {
  return {
    name: info.name,
    version: info.version,
    commit: info.commit,
    runtime: info.runtime,
    started_at: info.startedAt.toISOString(),
    database: { engine: info.database.engine, schema_version: info.database.schemaVersion },
    currencies: info.currencies,
    plugins: info.plugins,
    registration_enabled: info.registrationEnabled,
    setup_required: info.isSetupRequired,
    sign_in: {
      password: info.signIn.password,
      oidc: info.signIn.oidc && { name: info.signIn.oidc.name, login_url: info.signIn.oidc.loginUrl },
    },
    docs_url: info.docsUrl,
  }
}
