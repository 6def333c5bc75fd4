import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createThrottle } from '#src/auth/failures.ts'
import {
  awaitTurn,
  forgiveAttempt,
  hearOfThrottle,
  isKnown,
  networkOf,
  takeAttempt,
  takeRegistration,
} from '#src/auth/throttle.ts'
import { createTurns } from '#src/auth/turns.ts'
import { type HeardMessage, setPeers } from '#src/peers.ts'
import { createTestApp } from '#test/support/app.ts'

const OPTIONS = { free: 3, expirySeconds: 900, maxKeys: 100 }

afterEach(() => setSystemTime())

test('so many failures cost nothing, then each wait is twice as long as the one before, up to 15 minutes', () => {
  const throttle = createThrottle(OPTIONS)
  const waits: number[] = []
  for (let index = 0; index < 16; index += 1) {
    expect(throttle.take('a')).toBe(0)
    waits.push(throttle.wait('a'))
    setSystemTime(new Date(Date.now() + throttle.wait('a') * 1000))
  }
  expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
  expect(throttle.wait('b')).toBe(0)
})

test('an attempt that comes too early is not counted and makes no wait longer', () => {
  const throttle = createThrottle(OPTIONS)
  for (let index = 0; index < 6; index += 1) {
    throttle.take('a')
    setSystemTime(new Date(Date.now() + throttle.wait('a') * 1000))
  }
  throttle.take('a')
  for (let index = 0; index < 50; index += 1) expect(throttle.take('a')).toBe(16)
})

test('15 minutes after the last failure everything is removed', () => {
  const throttle = createThrottle(OPTIONS)
  for (let index = 0; index < 3; index += 1) throttle.take('a')
  setSystemTime(new Date(Date.now() + 901_000))
  expect([throttle.take('a'), throttle.take('a'), throttle.wait('a')]).toEqual([0, 0, 0])
})

test('giving back and removing free attempts again', () => {
  const throttle = createThrottle(OPTIONS)
  for (let index = 0; index < 3; index += 1) throttle.take('a')
  throttle.giveBack('a')
  expect(throttle.wait('a')).toBe(0)
  expect(throttle.take('a')).toBe(0)
  expect(throttle.wait('a')).toBeGreaterThan(0)
  throttle.remove('a')
  expect([throttle.wait('a'), throttle.size()]).toEqual([0, 0])
  throttle.giveBack('never seen')
  expect(throttle.size()).toBe(0)
})

test('10,000 guessed names leave no more keys than the bound, and the newest are still counted', () => {
  const throttle = createThrottle(OPTIONS)
  for (let index = 0; index < 10_000; index += 1) throttle.take(`name ${index}`)
  expect(throttle.size()).toBe(100)
  for (let index = 0; index < 3; index += 1) throttle.take('name 9999')
  expect(throttle.wait('name 9999')).toBeGreaterThan(0)
  expect(throttle.size()).toBe(100)
})

const TURNS = {
  free: 2,
  firstSeconds: 0.02,
  longestSeconds: 0.04,
  maxWaiting: 2,
  maxWaitingOfAll: 3,
  expirySeconds: 900,
  maxKeys: 10,
}

test('a name that many guess is answered one at a time; who waits gets a turn, and only so many wait', async () => {
  const turns = createTurns(TURNS)
  for (let index = 0; index < 3; index += 1) turns.count('olga')
  const order: number[] = []
  const waits = [1, 2, 3].map((turn) => turns.wait('olga').then((seconds) => order.push(turn) && seconds))
  expect(await Promise.all(waits)).toEqual([0, 0, 1])
  expect(order).toEqual([3, 1, 2])
  expect(await turns.wait('vera')).toBe(0)
})

test('over all names only so many wait', async () => {
  const turns = createTurns(TURNS)
  for (const name of ['a', 'b', 'c', 'd']) for (let index = 0; index < 3; index += 1) turns.count(name)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => turns.wait(name)))).toEqual([0, 0, 0, 1])
})

const attempt = async (deps: Parameters<typeof takeAttempt>[0], name: string, address: string) => {
  await awaitTurn(deps, { name, address })
  takeAttempt(deps, { name, address })
}
const tooMany = { code: 'auth/too-many-attempts' }

test('wrong passwords from elsewhere lock nobody out, neither who signed in before nor who comes from a new address', async () => {
  const { deps } = await createTestApp()
  await attempt(deps, 'olga', '192.0.2.1')
  forgiveAttempt(deps, { name: 'olga', address: '192.0.2.1' })
  for (let index = 0; index < 20; index += 1) await attempt(deps, 'olga', `203.0.113.${index}`)
  for (let index = 0; index < 3; index += 1) await attempt(deps, 'olga', '192.0.2.1')
  await attempt(deps, 'olga', '198.51.100.9')
})

test('from one address a name has ten attempts before it waits; who signed in from there does not wait for other names', async () => {
  const { deps } = await createTestApp()
  forgiveAttempt(deps, { name: 'vera', address: '203.0.113.1' })
  for (let index = 0; index < 10; index += 1) await attempt(deps, 'olga', '203.0.113.1')
  await expect(attempt(deps, 'olga', '203.0.113.1')).rejects.toMatchObject(tooMany)
  for (let index = 0; index < 20; index += 1) await attempt(deps, `guess${index}`, '203.0.113.1')
  await expect(attempt(deps, 'nora', '203.0.113.1')).rejects.toMatchObject(tooMany)
  await attempt(deps, 'vera', '203.0.113.1')
  await attempt(deps, 'nora', '203.0.113.2')
})

test('20 registrations a minute from one network, then 429 with the seconds to wait; others go on', async () => {
  const { deps } = await createTestApp()
  for (let index = 0; index < 20; index += 1) await takeRegistration(deps, `2001:db8:1:2::${index}`)
  const refusal = await takeRegistration(deps, '2001:db8:1:2::ff').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ kind: 'too-many', code: 'auth/too-many-registrations' })
  expect((refusal as { extras: { retryAfterSeconds: number } }).extras.retryAfterSeconds).toBeWithin(1, 61)
  await takeRegistration(deps, '2001:db8:1:3::1')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

/** Some processes that hear each other. */
async function processes(count: number) {
  const all = await Promise.all(Array.from({ length: count }, async () => (await createTestApp()).deps))
  const hear = async (to: number, message: HeardMessage) => {
    const deps = all[to]
    if (deps) await hearOfThrottle(deps, message)
  }
  for (const [from, deps] of all.entries())
    setPeers(deps, (message) => {
      for (const to of all.keys()) if (to !== from) void hear(to, { ...message, from })
    })
  return { all, hear }
}

test("several processes count guesses and registrations together, and know each other's names", async () => {
  const { all } = await processes(2)
  const [first, second] = all
  if (!first || !second) throw new Error('there are two')
  const otto = { name: 'otto', address: '192.0.2.7' }
  for (let turn = 0; turn < 10; turn += 1) takeAttempt(turn % 2 === 0 ? first : second, otto)
  for (const deps of all) expect(() => takeAttempt(deps, otto)).toThrow('Too many failed attempts')
  forgiveAttempt(second, otto)
  expect(all.map((deps) => isKnown(deps, otto))).toEqual([true, true])
  for (const deps of all) takeAttempt(deps, otto)
  for (let turn = 0; turn < 20; turn += 1) await takeRegistration(turn % 2 === 0 ? first : second, '192.0.2.8')
  await Bun.sleep(1)
  for (const deps of all) expect(takeRegistration(deps, '192.0.2.8')).rejects.toThrow('Wait before you try again')
})

test('a process that has just come learns who guessed and who is known', async () => {
  const { all, hear } = await processes(2)
  const [first, second] = all
  if (!first || !second) throw new Error('there are two')
  const guesser = { name: 'eve', address: '198.51.100.1' }
  setPeers(second, () => {})
  for (let turn = 0; turn < 10; turn += 1) takeAttempt(first, guesser)
  const mira = { name: 'mira', address: '192.0.2.9' }
  forgiveAttempt(first, mira)
  const late = (await createTestApp()).deps
  all[1] = late
  takeAttempt(late, mira)
  await hear(0, { from: 1, joined: true })
  await Bun.sleep(1)
  expect(() => takeAttempt(late, guesser)).toThrow('Too many failed attempts')
  expect(isKnown(late, mira)).toBe(true)
})
