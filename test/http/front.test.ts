import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'

test('404 as a problem for a path that does not exist, with request id and security headers', async () => {
  const { call } = await createTestApp()
  const answer = await call(null, 'GET', '/nothing-here', undefined, { 'X-Request-Id': 'abc-1' })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ code: 'request/not-found', request_id: 'abc-1', instance: '/api/v1/nothing-here' })
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toBe('abc-1')
})

test('403 for a state-changing request from another site', async () => {
  const { call } = await createTestApp()
  const answer = await call(null, 'POST', '/auth/logout', {}, { Origin: 'https://evil.example' })
  expect(answer.status).toBe(403)
  expect(answer.body.code).toBe('auth/cross-site')
})
