import { expect, test } from 'bun:test'
import type { TestUser } from '#test/support/app.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setUp() {
  const { createUser, broker_id, line, book, ask } = await openPortfolio({ today: '2024-06-30' })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '5000', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '20', price: '100' },
    { ...line, type: 'DIVIDEND', date: '2024-03-04', amount: '37', taxes: '13' },
    { ...line, type: 'SELL', date: '2024-05-02', quantity: '-5', price: '120' },
  )
  return {
    createUser,
    ask: (path: string, ...rest: [headers?: Record<string, string>, as?: TestUser]) => ask(`charts/${path}`, ...rest),
  }
}

/** Width and height by the header of the file (PNG 3, section 11.2.1). */
function sizeOf(png: Uint8Array): [number, number] {
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

test('200 as PNG of the requested size, cached and tagged', async () => {
  const { ask } = await setUp()
  for (const kind of ['history', 'performance', 'drawdown', 'allocation', 'income', 'gains']) {
    const answer = await ask(`${kind}.png?width=640&height=320`)
    expect([kind, answer.status, answer.headers.get('content-type')]).toEqual([kind, 200, 'image/png'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(sizeOf(answer.bytes)).toEqual([640, 320])
    const again = await ask(`${kind}.png?width=640&height=320`, { 'If-None-Match': answer.headers.get('etag') ?? '' })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  }
  expect(sizeOf((await ask('history.png')).bytes)).toEqual([800, 400])
})

test('200 with letters, drawn by the fonts of the service', async () => {
  const { ask } = await setUp()
  const [english, german] = [await ask('gains.png?language=en'), await ask('gains.png?language=de')]
  expect(Buffer.compare(english.bytes, german.bytes)).not.toBe(0)
  const lower = await ask('gains.png?language=ja')
  expect(Buffer.compare(english.bytes, lower.bytes)).toBe(0)
})

test('200 in light and dark; a PNG that is to follow the reader is light', async () => {
  const { ask } = await setUp()
  const [light, dark, auto] = [
    await ask('history.png?theme=light'),
    await ask('history.png?theme=dark'),
    await ask('history.png?theme=auto'),
  ]
  expect(Buffer.compare(light.bytes, dark.bytes)).not.toBe(0)
  expect(Buffer.compare(light.bytes, auto.bytes)).toBe(0)
})

test('200 for many at once, each its own', async () => {
  const { ask } = await setUp()
  const widths = Array.from({ length: 12 }, (_, index) => 300 + index * 50)
  const answers = await Promise.all(widths.map((width) => ask(`history.png?width=${width}`)))
  expect(answers.map(({ bytes }) => sizeOf(bytes)[0])).toEqual(widths)
})

test('503 when fifty others wait already, and all those are answered', async () => {
  const { ask, createUser } = await setUp()
  const users = await Promise.all(Array.from({ length: 60 }, () => createUser()))
  const answers = await Promise.all(users.map((user, index) => ask(`gains.png?height=180&width=${400 + index}`, {}, user)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(10)
  expect([refused[0]?.body.code, refused[0]?.headers.get('retry-after')]).toEqual(['chart/busy', '5'])
})
