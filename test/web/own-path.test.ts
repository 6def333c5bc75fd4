import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ownPath } from '#src/web/own-path.ts'
import { hasPage } from '#src/web/serve.tsx'

test('only pages of ours are led to', () => {
  expect(ownPath('/more?types=BUY&x=%2F', hasPage)).toBe('/more?types=BUY&x=%2F')
  const others = ['//evil.example/x', '/\\evil.example', 'https://evil.example', '/%2Fevil.example', '%2F%2Fevil.example']
  const more = [
    '/%5Cevil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '',
    '/api/v1/auth/logout',
    '/nothing',
  ]
  for (const one of [...others, ...more]) expect([one, ownPath(one, hasPage)]).toEqual([one, '/'])
})

test('whatever is given, the browser stays on this site', () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string({ unit: fc.constantFrom('/', '\\', '%2f', '.', '\t', 'e', ':', '?', '#', '@') }),
  )
  fc.assert(
    fc.property(text, (one) => {
      expect(new URL(ownPath(one, hasPage), 'http://ours.example').origin).toBe('http://ours.example')
    }),
  )
})
