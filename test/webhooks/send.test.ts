import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { MESSAGE_EVENTS } from '#src/webhooks/events.ts'
import { bodyOf, WEBHOOK_FORMATS } from '#src/webhooks/message.ts'
import { retryAt } from '#src/webhooks/retry.ts'
import { type Sending, type SendTools, sendOnce } from '#src/webhooks/send.service.ts'
import { signatureOf } from '#src/webhooks/signature.ts'
import { afterwards } from '#test/support/afterwards.ts'

const MESSAGE = {
  event: 'import.done',
  occurredAt: '2026-03-04T05:06:07.000Z',
  text: 'Five lines of oak.csv.',
  data: { broker_id: 3 },
} as const
const SECRET = 'between the two of us'
const AT = new Date('2026-03-04T05:06:08.900Z')

function listen(answer: (request: Request) => Response | Promise<Response>) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 60, fetch: answer })
  afterwards(() => server.stop(true))
  return server.port
}

function toolsWith(addresses: readonly string[] = ['127.0.0.1'], called: string[] = []): SendTools {
  return {
    fetch: (url, init) => {
      called.push(url)
      return fetch(url, init)
    },
    resolve: async () => addresses,
    clock: () => AT,
  }
}

function sending(url: string, other: Partial<Sending> = {}): Sending {
  return {
    ...bodyOf('json', MESSAGE),
    id: 'msg_1',
    url,
    secret: SECRET,
    allowed: ['127.0.0.0/8'],
    timeoutMilliseconds: 1_000,
    ...other,
  }
}

test('the example of the Standard Webhooks specification has the signature that stands there', () => {
  const body = '{"test": 2432232314}'
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body }
  expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('what arrives is signed over its id, its time and its very bytes, by whatever name it was called', async () => {
  const got: { headers: Headers; body: string }[] = []
  const port = listen(async (request) => {
    got.push({ headers: request.headers, body: await request.text() })
    return new Response(null, { status: 204 })
  })
  const sent = await sendOnce(toolsWith(), sending(`http://hooks.example:${port}/in?a=b`))
  expect(sent).toEqual({ isDone: true, status: 204, fault: null, retryAfterSeconds: 0 })
  const [{ headers, body } = { headers: new Headers(), body: '' }] = got
  const seconds = String(Math.floor(AT.getTime() / 1000))
  expect(headers.get('host')).toBe(`hooks.example:${port}`)
  expect([headers.get('webhook-id'), headers.get('webhook-timestamp')]).toEqual(['msg_1', seconds])
  const sum = createHmac('sha256', SECRET).update(`msg_1.${seconds}.${body}`).digest('base64')
  expect(headers.get('webhook-signature')).toBe(`v1,${sum}`)
  expect(JSON.stringify([...headers.entries()]) + body).not.toContain(SECRET)
})

test('private addresses are not called, neither written out nor behind a name, one of several included', async () => {
  const called: string[] = []
  const hosts = ['127.0.0.1', '[::1]', '10.0.0.7', '[::ffff:192.168.0.1]', '169.254.169.254', '0x7f.1', '2130706433']
  for (const host of hosts) {
    const sent = await sendOnce(toolsWith([], called), sending(`http://${host}/`, { allowed: [] }))
    expect([host, sent.fault]).toEqual([host, 'private-address'])
  }
  for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.1.1.1'], ['::1']]) {
    const sent = await sendOnce(toolsWith(addresses, called), sending('http://inward.example/', { allowed: [] }))
    expect(sent.fault).toBe('private-address')
  }
  expect(called).toEqual([])
})

test('a redirect is not followed', async () => {
  let inward = 0
  const other = listen(() => {
    inward += 1
    return new Response()
  })
  for (const status of [301, 302, 307, 308]) {
    const port = listen(() => new Response(null, { status, headers: { Location: `http://127.0.0.1:${other}/` } }))
    expect(await sendOnce(toolsWith(), sending(`http://a.example:${port}/`))).toMatchObject({
      isDone: false,
      status,
      fault: 'redirect',
    })
  }
  expect(inward).toBe(0)
})

test('a listener that hangs, a name that is never resolved and one that nobody listens to end, each with its word', async () => {
  const port = listen(() => new Promise<Response>(() => {}))
  const brief = { timeoutMilliseconds: 100 }
  expect((await sendOnce(toolsWith(), sending(`http://a.example:${port}/`, brief))).fault).toBe('timeout')
  const lost = { ...toolsWith(), resolve: () => new Promise<string[]>(() => {}) }
  expect((await sendOnce(lost, sending('http://a.example/', brief))).fault).toBe('timeout')
  expect((await sendOnce(toolsWith(), sending('http://a.example:1/'))).fault).toBe('unreachable')
  expect((await sendOnce(toolsWith([]), sending('http://a.example/'))).fault).toBe('unreachable')
})

test('of an answer without end nothing is read but its status', async () => {
  let produced = 0
  const chunk = new Uint8Array(1024 * 1024)
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        produced += chunk.length
        if (produced > 1024 * chunk.length) controller.close()
        else controller.enqueue(chunk)
      },
    })
  const port = listen(() => new Response(endless(), { status: 500, headers: { 'Retry-After': '90' } }))
  const sent = await sendOnce(toolsWith(), sending(`http://a.example:${port}/`))
  expect(sent).toEqual({ isDone: false, status: 500, fault: 'status', retryAfterSeconds: 90 })
  expect(produced).toBeLessThan(256 * chunk.length)
})

test('each format has the fields of its service, and every event a title', () => {
  for (const event of MESSAGE_EVENTS)
    for (const format of WEBHOOK_FORMATS) {
      const { body, headers, contentType } = bodyOf(format, { ...MESSAGE, event })
      expect(body).toContain(MESSAGE.text)
      expect(Object.values(headers).join('')).toMatch(/^[ -~]*$/)
      if (format === 'ntfy') expect([contentType, headers['Title']]).toEqual(['text/plain; charset=utf-8', expect.any(String)])
      if (format === 'gotify') expect(Object.keys(JSON.parse(body))).toEqual(['title', 'message', 'priority'])
      if (format === 'apprise') expect(Object.keys(JSON.parse(body))).toEqual(['title', 'body', 'type', 'format'])
      if (format === 'json')
        expect(JSON.parse(body)).toMatchObject({ type: event, timestamp: MESSAGE.occurredAt, data: { broker_id: 3 } })
    }
})

test('pauses begin at five seconds, never shrink, heed the other side within an hour, and end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(999_999),
      (failures, random, after) => {
        const seconds = ((retryAt(AT, failures, random)?.getTime() ?? 0) - AT.getTime()) / 1000
        const polite = ((retryAt(AT, failures, random, after)?.getTime() ?? 0) - AT.getTime()) / 1000
        expect(polite).toBe(Math.max(seconds, Math.min(after, 3600)))
        if (failures === 1) expect(seconds).toBeWithin(5, 5.6)
        else expect(seconds).toBeGreaterThanOrEqual(((retryAt(AT, failures - 1, 0)?.getTime() ?? 0) - AT.getTime()) / 1000)
      },
    ),
  )
  expect(retryAt(AT, 9, 0)).toBeNull()
})
