import { z } from '@hono/zod-openapi'
import { json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { adminRoute, userRoute } from '../session/guard.ts'
import { ChangeSettingsRequest, Setting as SettingOnWire, SettingParams } from './schema.ts'
import { changeSettings, getSetting, listSettings, type Setting } from './service.ts'

const listSettingsRoute = userRoute({
  operationId: 'listSettings',
  tags: ['settings'],
  method: 'get',
  path: '/settings',
  summary: 'List the settings of the service',
  description: 'Every setting with its value, default and bounds. Any signed-in user may read them; none is secret.',
  responses: { 200: json(z.array(SettingOnWire), 'Every setting') },
})

const getSettingRoute = userRoute({
  operationId: 'getSetting',
  tags: ['settings'],
  method: 'get',
  path: '/settings/{key}',
  summary: 'Read one setting',
  description: '`settings/not-found` (404) for a key that does not exist.',
  request: { params: SettingParams },
  responses: { 200: json(SettingOnWire, 'The setting'), ...problems(404) },
})

const changeSettingsRoute = adminRoute({
  operationId: 'changeSettings',
  tags: ['settings'],
  method: 'patch',
  path: '/settings',
  summary: 'Change settings',
  description: 'Superusers only. All or nothing; `null` brings the default back. Effective at once, without a restart.',
  request: { body: jsonBody(ChangeSettingsRequest) },
  responses: { 200: json(z.array(SettingOnWire), 'Every setting, after the change'), ...problems(403, 422) },
})

export function settingsRoutes() {
  const router = createRouter()
  router.openapi(listSettingsRoute, async (c) => c.json((await listSettings(c.var.ctx)).map(toWire), 200))
  router.openapi(getSettingRoute, async (c) => {
    const { key } = c.req.valid('param')
    return c.json(toWire(await getSetting(c.var.ctx, key)), 200)
  })
  router.openapi(changeSettingsRoute, async (c) => {
    return c.json((await changeSettings(c.var.ctx, c.req.valid('json'))).map(toWire), 200)
  })
  return router
}

function toWire(setting: Setting): z.infer<typeof SettingOnWire> {
  const { updatedAt, updatedBy, value, default: preset, choices, ...rest } = setting
  return {
    ...rest,
    value: typeof value === 'object' ? [...value] : value,
    default: typeof preset === 'object' ? [...preset] : preset,
    choices: choices === null ? null : [...choices],
    updated_at: updatedAt,
    updated_by: updatedBy,
  }
}
