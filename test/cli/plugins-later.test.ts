import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'

test('rooms that no plugin has a part in answer before the plugins are loaded; others, and the pictures of plugins, wait for them', async () => {
  const loading = Promise.withResolvers<void>()
  const app = await createTestApp({ deps: { loadPlugins: () => loading.promise } })
  const root = await app.createUser()
  for (const path of ['/system/health', '/settings', '/jobs', '/uploads', '/transactions', '/webhooks', '/backup'])
    expect([path, (await app.call(root, 'GET', path)).status]).toEqual([path, 200])
  expect((await app.call(root, 'POST', '/backup')).status).toBe(201)
  const waiting = ['/brokers', '/assets', '/fx/providers/routes', '/uploads/plugin/fx/ecb/icon.svg'].map(async (path) => {
    const { status } = await app.call(root, 'GET', path)
    return { path, isLoaded, isError: status >= 500 }
  })
  let isLoaded = false
  await Bun.sleep(50)
  isLoaded = true
  loading.resolve()
  for (const answered of await Promise.all(waiting)) expect(answered).toMatchObject({ isLoaded: true, isError: false })
})
