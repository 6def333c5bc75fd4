/** A page of a stranger whose name points at this machine must not be of the same origin as the service. */
import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'

const ask = async (app: Awaited<ReturnType<typeof createTestApp>>, host: string, headers: Record<string, string> = {}) => {
  const answer = await app.call(null, 'GET', '/system/info', undefined, { Host: host, ...headers })
  return [answer.status, answer.body.code]
}

test('200 under names of the house, addresses and nothing else', async () => {
  const app = await createTestApp()
  for (const host of [
    'localhost',
    'localhost:8420',
    'nas',
    'NAS.local',
    'nas.lan:80',
    'nas.home.arpa',
    'nas.internal',
    'nas.local.',
  ])
    expect([host, ...(await ask(app, host))]).toEqual([host, 200, undefined])
  for (const host of ['127.0.0.1:8420', '192.168.1.5', '203.0.113.9:80', '[::1]:8420', '[2001:db8::1]'])
    expect([host, ...(await ask(app, host))]).toEqual([host, 200, undefined])
  for (const host of [
    'evil.example',
    'evil.example:8420',
    'local.evil.example',
    'nas.local.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.locall',
  ])
    expect([host, ...(await ask(app, host))]).toEqual([host, 421, 'request/unknown-host'])
})

test('200 under PUBLIC_URL and ALLOWED_HOSTS; the refusal says what to set', async () => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://good.example', ALLOWED_HOSTS: 'Also.example' } })
  for (const host of ['good.example', 'GOOD.example:443', 'also.example'])
    expect([host, ...(await ask(app, host))]).toEqual([host, 200, undefined])
  for (const host of ['evil.example', 'x.good.example', 'xgood.example'])
    expect([host, ...(await ask(app, host))]).toEqual([host, 421, 'request/unknown-host'])
  const answer = await app.call(null, 'GET', '/system/info', undefined, { Host: 'evil.example' })
  expect(answer.body.detail).toContain('evil.example. If it is yours, set PUBLIC_URL to its address, or add it to ALLOWED_HOSTS.')
})

test('421 for both what a proxy forwards and what it sends: a page can write X-Forwarded-Host', async () => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://good.example' } })
  expect(await ask(app, '127.0.0.1:8420', { 'X-Forwarded-Host': 'good.example' })).toEqual([200, undefined])
  expect(await ask(app, '127.0.0.1:8420', { 'X-Forwarded-Host': 'evil.example' })).toEqual([421, 'request/unknown-host'])
  expect(await ask(app, 'evil.example', { 'X-Forwarded-Host': 'localhost' })).toEqual([421, 'request/unknown-host'])
})

test('421 for the first registration of a page whose name points here', async () => {
  const app = await createTestApp()
  const body = { username: 'stranger', email: 'stranger@example.org', password: 'quiet-harbour-lantern-42' }
  const headers = { Host: 'evil.example:8420', Origin: 'http://evil.example:8420', 'Sec-Fetch-Site': 'same-origin' }
  expect((await app.call(null, 'POST', '/auth/register', body, headers)).status).toBe(421)
  expect(await app.store.writer.selectFrom('user').select('id').execute()).toEqual([])
})

test('behind a proxy that changes Host and sends only X-Forwarded-For and -Proto, a browser signs in', async () => {
  const app = await createTestApp()
  const proxied = {
    Host: 'backend:8420',
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'https',
    Origin: 'https://good.example',
  }
  const send = (headers: Record<string, string>) => app.call(null, 'POST', '/auth/logout', undefined, { ...proxied, ...headers })
  for (const site of ['same-origin', 'none']) expect([site, (await send({ 'Sec-Fetch-Site': site })).status]).toEqual([site, 200])
  for (const site of ['cross-site', 'same-site'])
    expect([site, (await send({ 'Sec-Fetch-Site': site })).status]).toEqual([site, 403])
  expect((await send({})).status).toBe(403)
})
