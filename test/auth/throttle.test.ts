import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createThrottle, networkOf, takeAttempt } from '#src/auth/throttle.ts'
import { createTestApp } from '#test/support/app.ts'

const OPTIONS = { failures: 3, seconds: 900, maxKeys: 100 }

afterEach(() => setSystemTime())

test('so many failures are counted, then the seconds to wait are answered', async () => {
  const throttle = createThrottle(OPTIONS)
  expect([await throttle.take('a'), await throttle.take('a'), await throttle.wait('a'), await throttle.take('a')]).toEqual([
    0, 0, 0, 0,
  ])
  expect(await throttle.wait('a')).toBeWithin(899, 901)
  expect(await throttle.take('a')).toBeWithin(899, 901)
  expect(await throttle.wait('b')).toBe(0)
})

test('a refused attempt does not make the wait longer: the window starts with the first failure', async () => {
  const throttle = createThrottle(OPTIONS)
  const start = Date.now()
  for (let index = 0; index < 3; index += 1) await throttle.take('a')
  setSystemTime(new Date(start + 800_000))
  for (let index = 0; index < 50; index += 1) expect(await throttle.take('a')).toBeWithin(98, 102)
  setSystemTime(new Date(start + 901_000))
  expect([await throttle.wait('a'), await throttle.take('a')]).toEqual([0, 0])
})

test('giving back and forgetting free attempts again', async () => {
  const throttle = createThrottle(OPTIONS)
  for (let index = 0; index < 3; index += 1) await throttle.take('a')
  await throttle.giveBack('a')
  expect(await throttle.wait('a')).toBe(0)
  expect(await throttle.take('a')).toBe(0)
  expect(await throttle.wait('a')).toBeGreaterThan(0)
  await throttle.forget('a')
  expect([await throttle.wait('a'), throttle.size()]).toEqual([0, 0])
  await throttle.giveBack('never seen')
  expect(throttle.size()).toBe(0)
})

test('10,000 guessed names leave no more keys than the bound, and the newest stay blocked', async () => {
  const throttle = createThrottle(OPTIONS)
  for (let index = 0; index < 10_000; index += 1) await throttle.take(`name ${index}`)
  expect(throttle.size()).toBe(100)
  for (let index = 0; index < 3; index += 1) await throttle.take('name 9999')
  expect(await throttle.wait('name 9999')).toBeGreaterThan(0)
  expect(throttle.size()).toBe(100)
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

test('attempts that the address has no more are not counted for the name: nobody is locked out from afar', async () => {
  const { deps } = await createTestApp()
  for (let index = 0; index < 10; index += 1) await takeAttempt(deps, { name: `guess${index}`, address: '203.0.113.1' })
  for (let index = 0; index < 20; index += 1)
    await expect(takeAttempt(deps, { name: 'olga', address: '203.0.113.1' })).rejects.toMatchObject({
      code: 'auth/too-many-attempts',
    })
  for (let index = 0; index < 10; index += 1) await takeAttempt(deps, { name: 'olga', address: '203.0.113.2' })
  await expect(takeAttempt(deps, { name: 'Olga', address: '203.0.113.3' })).rejects.toMatchObject({
    code: 'auth/too-many-attempts',
  })
})
