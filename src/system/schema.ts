import { z } from '@hono/zod-openapi'

const CheckState = z.enum(['ok', 'low', 'damaged', 'failed', 'behind', 'old', 'none']).openapi('CheckState', { example: 'ok' })

const HealthChecks = z
  .object({
    database: CheckState.openapi({ description: 'The database answers; `damaged`: it is only read until a backup is restored' }),
    storage: CheckState.openapi({
      description: 'The data folder can be written; `low`: only the reserve is left (setting `disk_reserve_mb`)',
    }),
    writes: CheckState.openapi({ description: 'A write to the database went through, in the last half minute' }),
    clock: CheckState.openapi({ description: '`behind`: the clock stands before what was written last' }),
    backup: CheckState.openapi({ description: '`old`: none in the last 8 days; `none`: never one' }),
  })
  .openapi('HealthChecks')

export const Health = z
  .object({
    status: z.literal('ok').openapi({ description: 'Anything else is a problem, with status 503', example: 'ok' }),
    version: z.string().openapi({ example: '0.1.0' }),
    checks: HealthChecks,
  })
  .openapi('Health')

export const SystemInfo = z
  .object({
    name: z.string().openapi({ example: 'Holdfast' }),
    version: z.string().openapi({ example: '0.1.0' }),
    commit: z.string().nullable().openapi({ description: 'That the executable was built from', example: '3edb81118ea4' }),
    runtime: z.string().openapi({ example: 'Bun 1.4.5' }),
    started_at: z.iso.datetime().openapi({ example: '2026-06-30T08:15:00.000Z' }),
    database: z
      .object({
        engine: z.string().openapi({ example: 'sqlite' }),
        schema_version: z.int().openapi({ example: 2 }),
      })
      .openapi('DatabaseInfo'),
    currencies: z.int().openapi({ description: 'How many are in force', example: 155 }),
    plugins: z
      .object({
        brim: z.int().openapi({ description: 'Importers of broker reports', example: 6 }),
        fx: z.int().openapi({ description: 'Sources of exchange rates', example: 31 }),
        assets: z.int().openapi({ description: 'Sources of prices', example: 0 }),
      })
      .openapi('PluginCounts'),
    registration_enabled: z
      .boolean()
      .openapi({ description: 'Whether anyone may register; the first user always may', example: true }),
    setup_required: z
      .boolean()
      .openapi({ description: 'There is no user yet: whoever registers first becomes superuser', example: false }),
    sign_in: z
      .object({
        password: z.boolean().openapi({ example: true }),
        oidc: z
          .object({
            name: z.string().openapi({ example: 'Authelia' }),
            login_url: z.string().openapi({ description: 'Where a browser goes', example: '/api/v1/auth/oidc/login' }),
          })
          .openapi('OidcWay')
          .nullable(),
      })
      .openapi('SignInWays'),
    docs_url: z.string().openapi({ example: '/api/v1/docs' }),
  })
  .openapi('SystemInfo')
