import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'

const follow = async (path: string, env: Record<string, string> = {}) => {
  const { app } = await createTestApp({ env })
  const answer = await app.request(path, { headers: { Accept: 'text/html' } })
  return [path, answer.status, answer.headers.get('Location')]
}

for (const [basePath, paths] of [
  ['', ['/api', '/api/v1', '/api/v1/', '/docs']],
  ['/money', ['/money/api', '/money/api/v1', '/money/docs', '/money/docs/']],
] as const)
  test(`the first pages lead to the documentation below "${basePath}"`, async () => {
    for (const path of paths) {
      let found = await follow(path, { BASE_PATH: basePath })
      for (let hops = 0; found[1] === 308 && hops < 2; hops++)
        found = [path, ...(await follow(String(found[2]), { BASE_PATH: basePath })).slice(1)]
      expect(found).toEqual([path, 302, `${basePath}/api/v1/docs`])
    }
    expect(await follow(`${basePath}/redoc`, { BASE_PATH: basePath })).toEqual([
      `${basePath}/redoc`,
      302,
      `${basePath}/api/v1/redoc`,
    ])
  })

test('the first page of all is the web interface, below the path that the service is served under', async () => {
  expect(await follow('/')).toEqual(['/', 303, '/sign-in'])
  expect(await follow('/more/')).toEqual(['/more/', 308, '/more'])
  for (const path of ['/money', '/money/'])
    expect(await follow(path, { BASE_PATH: '/money' })).toEqual([path, 303, '/money/sign-in'])
  expect((await follow('/', { BASE_PATH: '/money' }))[1]).toBe(404)
})

test('200 with an icon for browsers, which may keep it; an unknown address stays 404, and a form at the first page 405', async () => {
  const { app } = await createTestApp()
  const icon = await app.request('/favicon.ico')
  expect([icon.status, icon.headers.get('Content-Type'), icon.headers.get('Cache-Control')]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=86400',
  ])
  expect(await icon.text()).toStartWith('<svg')
  expect((await app.request('/portfolio')).status).toBe(404)
  expect((await app.request('/', { method: 'POST', body: 'x=1' })).status).toBe(405)
})
