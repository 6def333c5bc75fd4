import { expect, test } from 'bun:test'
import { boundedQueue, hashPassword, verifyPassword } from '#src/auth/hashing.ts'
import { useRealHashes } from '#test/support/hashing.ts'

useRealHashes()

test('work runs so many at once, waits in a bounded queue, and is refused beyond it', async () => {
  const queue = boundedQueue(2, 3)
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
    return 'done'
  }
  const first = [queue(work), queue(work)]
  await Bun.sleep(1)
  const waiting = [queue(work), queue(work), queue(work)]
  const refused = await Promise.allSettled([queue(work), queue(work)])
  expect(refused.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', code: 'auth/busy', extras: { retryAfterSeconds: 2 } } })
  while (release.length > 0) {
    release.shift()?.()
    await Bun.sleep(1)
  }
  expect(await Promise.all([...first, ...waiting])).toEqual(Array(5).fill('done'))
  expect(most).toBe(2)
})

test('work that throws frees its place', async () => {
  const queue = boundedQueue(1, 1)
  await expect(queue(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue(() => Promise.resolve(1))).toBe(1)
})

test('a hash fits its password in any Unicode spelling, no other, and is salted', async () => {
  const [first, second] = [await hashPassword('Ångström-horse'), await hashPassword('Ångström-horse')]
  expect(first).not.toBe(second)
  expect(await verifyPassword('A\u030angstro\u0308m-horse', first)).toBe(true)
  expect(await verifyPassword('ångström-horse', first)).toBe(false)
})

test('no hash and an unusable hash fit no password', async () => {
  for (const hash of [undefined, '', 'none', '$2b$10$abcdefghijklmnopqrstuv'])
    expect(await verifyPassword('anything', hash)).toBe(false)
})
