import { expect, test } from 'bun:test'
import { createLog } from '#src/log.ts'

const TIME = '2026-06-30T08:00:00.000Z'

type Given = { level?: 'debug' | 'info' | 'warn' | 'error' | 'silent'; format?: 'json' | 'pretty'; isTerminal?: boolean }

function logTo(options: Given = {}) {
  const written: string[] = []
  const log = createLog({
    level: options.level ?? 'debug',
    format: options.format ?? 'json',
    isTerminal: options.isTerminal ?? false,
    write: (text) => written.push(text),
    now: () => new Date(TIME),
  })
  const lines = () => {
    log.flush()
    return written.join('').split('\n').slice(0, -1)
  }
  return { log, written, lines }
}

test('one JSON line per event, in order', () => {
  const { log, lines } = logTo()
  log.info('started', { port: 8420 })
  log.warn('slow', { milliseconds: 1200.5 })
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    { time: TIME, level: 'info', event: 'started', port: 8420 },
    { time: TIME, level: 'warn', event: 'slow', milliseconds: 1200.5 },
  ])
})

test.each([
  ['debug', 4],
  ['info', 3],
  ['warn', 2],
  ['error', 1],
  ['silent', 0],
] as const)('level %s lets %d of the four levels through', (level, count) => {
  const { log, lines } = logTo({ level })
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(lines()).toHaveLength(count)
})

test.each([
  'password',
  'new_password',
  'currentPassword',
  'jwtSecret',
  'token',
  'session_token',
  'Cookie',
  'set-cookie',
  'authorization',
  'apiKey',
  'api_key',
  'JWT',
])('what stands under %s is hidden, at any depth and in both formats', (key) => {
  for (const format of ['json', 'pretty'] as const) {
    const { log, lines } = logTo({ format })
    log.info('event', { [key]: 'very-private', nested: { list: [{ [key]: 'very-private' }] } })
    const [line = ''] = lines()
    expect(line).not.toContain('very-private')
    expect(line).toContain('[hidden]')
  }
})

test('line breaks and control characters in values cannot forge a line', () => {
  for (const format of ['json', 'pretty'] as const) {
    const { log, lines } = logTo({ format })
    log.info('request', { path: '/x\n{"level":"error","event":"forged"}\r\n\u001b[31m' })
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).not.toContain('\u001b')
  }
})

test('an error is written with message and stack, at once', () => {
  const { log, written } = logTo()
  log.error('failed', { error: new TypeError('broken') })
  expect(written).toHaveLength(1)
  const line = JSON.parse(written[0] ?? '')
  expect(line.error.message).toBe('broken')
  expect(line.error.stack).toContain('log.test.ts')
})

test('events are written together after a short while, without a call', async () => {
  const { log, written } = logTo()
  for (let index = 0; index < 100; index += 1) log.info('event', { index })
  expect(written).toHaveLength(0)
  await Bun.sleep(80)
  expect(written).toHaveLength(1)
  expect(written[0]?.split('\n')).toHaveLength(101)
})

test('a full buffer is written at once, and nothing is lost or written twice', () => {
  const { log, written, lines } = logTo()
  for (let index = 0; index < 2000; index += 1) log.info('event', { index, filler: 'x'.repeat(50) })
  expect(written.length).toBeGreaterThan(1)
  expect(lines().map((line) => JSON.parse(line).index)).toEqual(Array.from({ length: 2000 }, (_, index) => index))
})

test('flush without events writes nothing', () => {
  const { log, written } = logTo()
  log.flush()
  expect(written).toEqual([])
})

test('the pretty format holds time, level, event and fields in one line', () => {
  const { log, lines } = logTo({ format: 'pretty' })
  log.warn('slow request', { path: '/brokers', milliseconds: 12 })
  expect(lines()).toEqual([`${TIME} warn  slow request path=/brokers milliseconds=12`])
})

test('on a terminal the time of the day is enough, and only texts with spaces need quotes', () => {
  const { log, lines } = logTo({ format: 'pretty', isTerminal: true })
  log.info('listening', { address: 'http://localhost:8420/', note: 'two words', empty: '', list: ['a'] })
  expect(lines()).toEqual(['08:00:00 info  listening address=http://localhost:8420/ note="two words" empty="" list=["a"]'])
})
