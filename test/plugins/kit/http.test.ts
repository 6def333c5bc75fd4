import { afterEach, describe, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type HttpTools, requestBytes, requestText, sleep } from '#plugins/kit/http.ts'
import { AppError } from '#src/shared/errors.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Handler = (request: Request) => Response | Promise<Response>

function serve(handler: Handler) {
  const seen: { method: string; headers: Headers }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      seen.push({ method: request.method, headers: new Headers(request.headers) })
      return handler(request)
    },
  })
  closing.push(() => server.stop(true))
  return { seen, port: server.port }
}

/** Tools whose `fetch` reaches the server on `port`, whatever the host of the address. */
function tools(port: number | undefined, options: Partial<HttpTools> = {}) {
  const pauses: number[] = []
  const urls: string[] = []
  const inits: (RequestInit & { tls?: { serverName?: string } })[] = []
  const made: HttpTools = {
    clock: () => new Date('2031-05-06T12:00:00Z'),
    random: () => 1,
    sleep: (milliseconds) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    },
    fetch: (url, init) => {
      urls.push(url)
      inits.push(init)
      const target = new URL(url)
      target.protocol = 'http:'
      target.host = `127.0.0.1:${port}`
      return fetch(target.href, init)
    },
    ...options,
  }
  return { tools: made, pauses, urls, inits }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('no error'),
    (error: unknown) => error as AppError,
  )
const URL_ = 'https://rates.example/data.csv'
const csv = (text = 'a,b\n1,2\n') => new Response(text, { headers: { 'Content-Type': 'text/csv' } })

describe('a request', () => {
  test('gives the body and says who asks', async () => {
    const { seen, port } = serve(() => csv())
    const { tools: t } = tools(port)
    expect(await requestText(t, { url: URL_, expect: 'csv', headers: { 'X-Key': 'k' } })).toBe('a,b\n1,2\n')
    expect(seen[0]?.headers.get('user-agent')).toContain('Holdfast')
    expect(seen[0]?.headers.get('x-key')).toBe('k')
  })

  test('POST sends its body', async () => {
    const { port } = serve(async (request) => csv(`${request.method} ${await request.text()}`))
    expect(await requestText(tools(port).tools, { url: URL_, method: 'POST', body: 'q=1', expect: 'text' })).toBe('POST q=1')
  })

  test('a status that means no data gives undefined', async () => {
    const { port } = serve(() => new Response('none', { status: 404 }))
    expect(await requestText(tools(port).tools, { url: URL_, expect: 'csv', noData: [404] })).toBeUndefined()
  })

  test('an encoding that the format fixes is used', async () => {
    const { port } = serve(() => new Response(new Uint8Array([0xc4, 0xee, 0xeb])))
    expect(await requestText(tools(port).tools, { url: URL_, expect: 'text', encoding: 'windows-1251' })).toBe('Дол')
  })

  test('other schemes and names in the address are refused', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://a.example/', 'gopher://a.example', 'https://u:p@a.example/', 'nonsense']) {
      const { tools: t, urls } = tools(1)
      expect((await failure(requestText(t, { url, expect: 'text' }))).code).toBe('source/address')
      expect(urls).toEqual([])
    }
  })
})

describe('retries', () => {
  test('500 is tried again with growing pauses, then answered', async () => {
    let count = 0
    const { port } = serve(() => (++count < 4 ? new Response('', { status: 500 + count }) : csv()))
    const { tools: t, pauses } = tools(port)
    expect(await requestText(t, { url: URL_, expect: 'csv' })).toBe('a,b\n1,2\n')
    expect(pauses).toEqual([500, 1000, 2000])
  })

  test('jitter takes up to half of a pause away', async () => {
    const { port } = serve(() => new Response('', { status: 503 }))
    const { tools: t, pauses } = tools(port, { random: () => 0 })
    const error = await failure(requestText(t, { url: URL_, expect: 'csv' }))
    expect([error.code, error.kind, error.detail]).toEqual(['source/status', 'bad-gateway', 'rates.example answered 503.'])
    expect(pauses).toEqual([250, 500, 1000])
  })

  test('429 waits as long as Retry-After says, in seconds or as a date', async () => {
    const headers = ['7', 'Tue, 06 May 2031 12:00:09 GMT', 'Tue, 06 May 2031 11:00:00 GMT']
    let count = 0
    const { port } = serve(() =>
      count < 3 ? new Response('', { status: 429, headers: { 'Retry-After': headers[count++] as string } }) : csv(),
    )
    const { tools: t, pauses } = tools(port)
    expect(await requestText(t, { url: URL_, expect: 'csv' })).toBe('a,b\n1,2\n')
    expect(pauses).toEqual([7000, 9000, 0])
  })

  test('429 with a Retry-After of an hour is not waited for, but reported', async () => {
    const { port, seen } = serve(() => new Response('', { status: 429, headers: { 'Retry-After': '3600' } }))
    const { tools: t, pauses } = tools(port)
    const error = await failure(requestText(t, { url: URL_, expect: 'csv' }))
    expect([error.code, error.extras.retryAfterSeconds, pauses.length, seen.length]).toEqual(['source/busy', 3600, 0, 1])
    expect(error.detail).toBe('rates.example answered 429 (too many requests). It asks to wait 3600 s.')
  })

  for (const status of [400, 401, 403, 404, 410])
    test(`${status} is not tried again`, async () => {
      const { port, seen } = serve(() => new Response('', { status }))
      expect((await failure(requestText(tools(port).tools, { url: URL_, expect: 'csv' }))).code).toBe('source/status')
      expect(seen.length).toBe(1)
    })

  test('an AppError of the host (offline) is passed on at once', async () => {
    let count = 0
    const offline = new AppError('unavailable', 'system/offline', 'No outgoing requests: OFFLINE is set.')
    const { tools: t, pauses } = tools(1, {
      fetch: () => {
        count += 1
        return Promise.reject(offline)
      },
    })
    expect(await failure(requestText(t, { url: URL_, expect: 'csv' }))).toBe(offline)
    expect([count, pauses.length]).toEqual([1, 0])
  })

  test('abort ends a request, a pause and the retries with its own reason', async () => {
    const { port } = serve(() => new Promise<Response>(() => undefined))
    const reason = new Error('stopped by the user')
    const control = new AbortController()
    setTimeout(() => control.abort(reason), 30)
    expect(
      (await failure(requestText(tools(port, { signal: control.signal }).tools, { url: URL_, expect: 'csv' }))) as unknown,
    ).toBe(reason)

    const other = new AbortController()
    const failing = serve(() => new Response('', { status: 500 }))
    setTimeout(() => other.abort(reason), 60)
    const slow = tools(failing.port, { signal: other.signal, sleep }).tools
    expect((await failure(requestText(slow, { url: URL_, expect: 'csv' }))) as unknown).toBe(reason)
    expect(failing.seen.length).toBe(1)
  })
})

describe('faults of the connection', () => {
  test('no answer in time is a time-out that names the host', async () => {
    const { port } = serve(() => new Promise<Response>(() => undefined))
    const error = await failure(requestText(tools(port).tools, { url: URL_, expect: 'csv', timeoutSeconds: 0.05, retries: 1 }))
    expect([error.code, error.detail]).toEqual(['source/timeout', 'rates.example did not answer within 0.05 s.'])
  })

  test('a body that drips without end is timed out too', async () => {
    const { port } = serve(() => {
      let timer: ReturnType<typeof setInterval> | undefined
      return new Response(
        new ReadableStream({
          start: (control) => {
            timer = setInterval(() => control.enqueue(new TextEncoder().encode('1,')), 20)
          },
          cancel: () => clearInterval(timer),
        }),
      )
    })
    expect(
      (await failure(requestText(tools(port).tools, { url: URL_, expect: 'csv', timeoutSeconds: 0.15, retries: 0 }))).code,
    ).toBe('source/timeout')
  })

  for (const [name, head] of [
    ['Content-Length', 'Content-Length: 1000'],
    ['chunked', 'Transfer-Encoding: chunked'],
  ] as const)
    test(`a body that breaks off (${name}) is no answer`, async () => {
      const server: Server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => {
          socket.write(
            `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n${head}\r\n\r\n${name === 'chunked' ? '5\r\na,b\n1\r\n' : 'a,b\n1'}`,
          )
          setTimeout(() => socket.destroy(), 20)
        })
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      closing.push(() => server.close())
      const address = server.address()
      const { tools: t, pauses } = tools(typeof address === 'object' ? address?.port : 0)
      expect((await failure(requestText(t, { url: URL_, expect: 'csv', retries: 2 }))).code).toBe('source/unreachable')
      expect(pauses.length).toBe(2)
    })

  test('nobody listening is unreachable', async () => {
    const error = await failure(requestText(tools(1).tools, { url: URL_, expect: 'csv', retries: 0 }))
    expect([error.code, error.detail]).toEqual(['source/unreachable', 'The connection to rates.example failed or broke off.'])
  })
})

describe('size', () => {
  test('an endless body stops at the limit, without holding it', async () => {
    let sent = 0
    const { port } = serve(
      () =>
        new Response(
          new ReadableStream({
            pull(control) {
              sent += 65_536
              control.enqueue(new Uint8Array(65_536))
            },
          }),
        ),
    )
    const error = await failure(requestBytes(tools(port).tools, { url: URL_, expect: 'binary', maxBytes: 1024 * 1024 }))
    expect([error.code, error.detail]).toEqual(['source/too-large', 'rates.example sent more than 1024 KiB; stopped.'])
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  test('what counts is the decoded size: a gzip bomb stops too, and is not tried again', async () => {
    const bomb = gzipSync(new Uint8Array(64 * 1024 * 1024))
    const { port, seen } = serve(() => new Response(bomb, { headers: { 'Content-Encoding': 'gzip' } }))
    expect((await failure(requestBytes(tools(port).tools, { url: URL_, expect: 'binary', maxBytes: 1024 * 1024 }))).code).toBe(
      'source/too-large',
    )
    expect(seen.length).toBe(1)
  })

  test('exactly the limit is fine', async () => {
    const { port } = serve(() => new Response(new Uint8Array(1000)))
    expect((await requestBytes(tools(port).tools, { url: URL_, expect: 'binary', maxBytes: 1000 }))?.byteLength).toBe(1000)
  })
})

describe('what came', () => {
  const page = '<!DOCTYPE html>\n<html><body>Please enable JavaScript</body></html>'
  for (const kind of ['xml', 'csv', 'json'] as const)
    for (const [how, body, type] of [
      ['declared and looking so', page, 'text/html; charset=utf-8'],
      ['declared as data', page, 'application/octet-stream'],
      ['behind a comment', `<!-- x -->\n <HTML lang="en">`, 'text/plain'],
      ['declared, without a head', 'Access denied', 'text/html'],
    ] as const)
      test(`a page instead of ${kind} is refused: ${how}`, async () => {
        if (how === 'declared, without a head' && kind === 'csv') return expect(kind).toBe('csv')
        const { port } = serve(() => new Response(body, { headers: { 'Content-Type': type } }))
        const error = await failure(requestText(tools(port).tools, { url: URL_, expect: kind }))
        expect([error.code, error.detail]).toEqual([
          'source/html',
          `rates.example sent a web page instead of ${kind.toUpperCase()} data.`,
        ])
      })

  test('data with a wrong declaration is read', async () => {
    for (const [expected, body] of [
      ['csv', 'DATE,A\n1,2\n'],
      ['json', ' {"a":1}'],
      ['xml', '<?xml version="1.0"?><r/>'],
    ] as const) {
      const { port } = serve(() => new Response(body, { headers: { 'Content-Type': 'text/html' } }))
      expect(await requestText(tools(port).tools, { url: URL_, expect: expected })).toBe(body)
    }
  })
})

describe('redirects', () => {
  const to = (location: string, status = 302) => new Response('', { status, headers: { Location: location } })

  test('are followed within the limit, relative ones too; headers of ours stay with the first origin', async () => {
    const { port, seen } = serve((request) => {
      const path = new URL(request.url).pathname
      return path === '/data.csv' ? to('/two') : path === '/two' ? to('https://other.example/three', 301) : csv()
    })
    const { tools: t, urls } = tools(port)
    expect(await requestText(t, { url: URL_, expect: 'csv', headers: { 'X-Key': 'k' } })).toBe('a,b\n1,2\n')
    expect(urls).toEqual([URL_, 'https://rates.example/two', 'https://other.example/three'])
    expect(seen.map((request) => request.headers.get('x-key'))).toEqual(['k', 'k', null])
  })

  test('303 turns a POST into a GET, 307 keeps it', async () => {
    for (const [status, method] of [
      [303, 'GET'],
      [307, 'POST'],
    ] as const) {
      const { port, seen } = serve((request) => (new URL(request.url).pathname === '/data.csv' ? to('/two', status) : csv()))
      await requestText(tools(port).tools, { url: URL_, method: 'POST', body: 'x', expect: 'csv' })
      expect(seen.map((request) => request.method)).toEqual(['POST', method])
    }
  })

  test('an endless ring of them ends', async () => {
    const { port, seen } = serve(() => to('/data.csv'))
    expect((await failure(requestText(tools(port).tools, { url: URL_, expect: 'csv' }))).code).toBe('source/redirect')
    expect(seen.length).toBe(6)
  })

  test('from https to http is refused', async () => {
    const { port } = serve(() => to('http://rates.example/data.csv'))
    expect((await failure(requestText(tools(port).tools, { url: URL_, expect: 'csv' }))).code).toBe('source/redirect')
  })

  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.20.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[fd00::1]',
    'localhost',
    'a.localhost',
    '2130706433',
    '0x7f.1',
  ])
    test(`to ${host} is refused before anything is sent there`, async () => {
      const { port } = serve(() => to(`https://${host}/`))
      const { tools: t, urls } = tools(port)
      expect((await failure(requestText(t, { url: URL_, expect: 'csv' }))).code).toBe('source/address')
      expect(urls).toEqual([URL_])
    })

  test('to a name that stands for a private address is refused', async () => {
    const { port } = serve(() => to('https://inner.example/'))
    const { tools: t, urls } = tools(port, {
      resolve: (host) => Promise.resolve(host === 'inner.example' ? ['203.1.1.1', '10.0.0.7'] : ['203.1.1.1']),
    })
    expect((await failure(requestText(t, { url: URL_, expect: 'csv' }))).code).toBe('source/address')
    expect(urls).toEqual([URL_])
  })
})

describe('addresses that a user gave', () => {
  test('are called by the checked address under their own name', async () => {
    const { port, seen } = serve(() => csv())
    const { tools: t, urls, inits } = tools(port, { resolve: () => Promise.resolve(['93.184.216.34', '2606:2800:220:1::1']) })
    expect(await requestText(t, { url: 'https://user.example:8443/x?y=1', expect: 'csv', publicOnly: true })).toBe('a,b\n1,2\n')
    expect(urls).toEqual(['https://93.184.216.34:8443/x?y=1'])
    expect(inits[0]?.tls).toEqual({ serverName: 'user.example' })
    expect(seen[0]?.headers.get('host')).toBe('user.example:8443')
  })

  test('are refused when any of their addresses is private, when they cannot be checked, and when they are private themselves', async () => {
    for (const [url, resolve] of [
      ['https://user.example/', () => Promise.resolve(['93.184.216.34', '127.0.0.1'])],
      ['https://user.example/', undefined],
      ['http://127.0.0.1:8420/', undefined],
      ['http://[::1]/', undefined],
      ['http://0177.0.0.1/', undefined],
    ] as const) {
      const { tools: t, urls } = tools(1, resolve ? { resolve } : {})
      expect((await failure(requestText(t, { url, expect: 'text', publicOnly: true }))).code).toBe('source/address')
      expect(urls).toEqual([])
    }
  })

  test('a name without an address is unreachable', async () => {
    const { tools: t } = tools(1, { resolve: () => Promise.resolve([]) })
    expect(
      (await failure(requestText(t, { url: 'https://none.example/', expect: 'text', publicOnly: true, retries: 0 }))).code,
    ).toBe('source/unreachable')
  })
})
