import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { loadConfig } from '#src/config.ts'
import type { Deps } from '#src/context.ts'
import { type Client, clientOf } from '#src/http/proxy.ts'
import type { HttpEnv } from '#src/http/route.ts'
import { isInRanges } from '#src/shared/address.ts'

/** What the service sees of a request from `peer`. */
async function seen(
  peer: string | null,
  headers: Record<string, string> = {},
  trusted?: string,
  url = 'http://holdfast.lan/',
): Promise<Client> {
  const config = loadConfig(trusted === undefined ? {} : { TRUSTED_PROXIES: trusted })
  const app = new Hono<HttpEnv>()
  app.get('/', (c) => {
    c.set('deps', { config } as Deps)
    return c.json(clientOf(c))
  })
  const server = { requestIP: () => (peer === null ? null : { address: peer, family: 'IPv4', port: 1 }) }
  const response = await app.fetch(new Request(url, { headers }), { server } as unknown as HttpEnv['Bindings'])
  return (await response.json()) as Client
}

const FORWARDED = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'money.example.org' }

test('a direct request is what it is', async () => {
  expect(await seen('203.0.113.1', { Host: 'holdfast.lan' })).toEqual({
    address: '203.0.113.1',
    secure: false,
    host: 'holdfast.lan',
  })
  expect((await seen('203.0.113.1', {}, undefined, 'https://holdfast.lan/')).secure).toBe(true)
})

test('X-Forwarded headers of a stranger are not believed', async () => {
  expect(await seen('203.0.113.1', { ...FORWARDED, Host: 'holdfast.lan' })).toEqual({
    address: '203.0.113.1',
    secure: false,
    host: 'holdfast.lan',
  })
})

test.each(['127.0.0.1', '10.9.8.7', '172.18.0.2', '192.168.1.1', '::1', 'fd00::1', '::ffff:172.18.0.2'])(
  'X-Forwarded headers of the proxy %s are believed where private addresses are trusted',
  async (peer) => {
    expect(await seen(peer, FORWARDED, 'private')).toEqual({ address: '203.0.113.7', secure: true, host: 'money.example.org' })
  },
)

test('only loopback is believed when nothing is said', async () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect([peer, (await seen(peer, FORWARDED)).address]).toEqual([peer, '203.0.113.7'])
  for (const peer of ['10.9.8.7', '172.18.0.2', '192.168.1.1', 'fd00::1', 'fe80::1'])
    expect([peer, (await seen(peer, FORWARDED)).address]).toEqual([peer, peer])
})

test('`private` stands beside other ranges', async () => {
  expect((await seen('172.18.0.2', FORWARDED, '198.51.100.0/24, private')).address).toBe('203.0.113.7')
  expect((await seen('198.51.100.7', FORWARDED, '198.51.100.0/24, private')).address).toBe('203.0.113.7')
  expect(() => loadConfig({ TRUSTED_PROXIES: 'public' })).toThrow()
})

test('with TRUSTED_PROXIES only those are believed', async () => {
  expect((await seen('172.18.0.2', FORWARDED, '172.18.0.3')).address).toBe('172.18.0.2')
  expect((await seen('172.18.0.3', FORWARDED, '172.18.0.3')).address).toBe('203.0.113.7')
  expect((await seen('198.51.100.77', FORWARDED, '198.51.100.0/24')).address).toBe('203.0.113.7')
})

test.each([
  ['what the client put in front is not believed', '1.2.3.4, 5.6.7.8, 203.0.113.7', '203.0.113.7'],
  ['trusted proxies in between are passed over', '203.0.113.7, 10.0.0.5, 172.18.0.9', '203.0.113.7'],
  ['a forged private address in front does not hide the client', '10.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['a client in the private network is seen', '192.168.1.50', '192.168.1.50'],
  ['IPv6', '2001:db8::7', '2001:db8::7'],
  ['IPv4 written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['garbage leaves the proxy itself', 'unknown, _hidden, <script>', '172.18.0.2'],
  ['an empty header leaves the proxy itself', '', '172.18.0.2'],
])('X-Forwarded-For: %s', async (_, header, address) => {
  expect((await seen('172.18.0.2', { 'X-Forwarded-For': header }, 'private')).address).toBe(address)
})

test('X-Forwarded-Proto: the first of a list, in any case; another word is not https; without it the connection decides', async () => {
  const secure = async (proto: string) => (await seen('127.0.0.1', { 'X-Forwarded-Proto': proto })).secure
  expect([await secure('HTTPS'), await secure('https, http'), await secure('http, https'), await secure('wss')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect((await seen('127.0.0.1', {}, undefined, 'https://holdfast.lan/')).secure).toBe(true)
})

test('an unknown peer counts as local: a request without a socket', async () => {
  expect((await seen(null, FORWARDED)).address).toBe('203.0.113.7')
})

test.each([
  ['127.0.0.1', true],
  ['172.15.255.255', false],
  ['172.16.0.0', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['11.0.0.1', false],
  ['fe80::1', true],
  ['2001:db8::1', false],
  ['no address', false],
  ['', false],
])('%s is trusted with `private`: %p', (address, trusted) => {
  expect(isInRanges(address, loadConfig({ TRUSTED_PROXIES: 'private' }).trustedProxies)).toBe(trusted)
})
