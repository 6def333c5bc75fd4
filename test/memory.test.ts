import { expect, test } from 'bun:test'
import { createMemory, memoryKey } from '#src/memory.ts'

test('a state is created when it is first needed, once per memory', () => {
  let created = 0
  const key = memoryKey('test/counts', (start: number) => {
    created += 1
    return { count: start }
  })
  const [one, other] = [createMemory(), createMemory()]
  expect(created).toBe(0)
  one.of(key, 3).count += 1
  expect(one.of(key, 99)).toEqual({ count: 4 })
  expect(other.of(key, 0)).toEqual({ count: 0 })
  expect(created).toBe(2)
})

test('two keys of one name are two states', () => {
  const memory = createMemory()
  const keys = [memoryKey('test/list', (): string[] => []), memoryKey('test/list', (): string[] => [])] as const
  memory.of(keys[0]).push('a')
  expect(memory.of(keys[1])).toEqual([])
})

test('a state of nothing is remembered too', () => {
  let created = 0
  const key = memoryKey('test/nothing', () => {
    created += 1
    return undefined
  })
  const memory = createMemory()
  memory.of(key)
  memory.of(key)
  expect(created).toBe(1)
})

test('closing closes every state that was created, the newest first, once; an error keeps none open', async () => {
  const closed: string[] = []
  const keys = ['a', 'b', 'c', 'never'].map((name) =>
    memoryKey(
      name,
      () => name,
      async (state) => {
        if (state === 'b') throw new Error('cannot be closed')
        closed.push(state)
      },
    ),
  )
  const memory = createMemory()
  for (const key of keys.slice(0, 3)) memory.of(key)
  await expect(memory.close()).rejects.toThrow('cannot be closed')
  expect(closed).toEqual(['c', 'a'])
  await memory.close()
  expect(closed).toEqual(['c', 'a'])
})

test('a closed memory answers with what it has, and creates nothing', async () => {
  const [had, unasked] = [memoryKey('test/had', () => 1), memoryKey('test/unasked', () => 2)]
  const memory = createMemory()
  memory.of(had)
  await memory.close()
  expect(memory.of(had)).toBe(1)
  expect(() => memory.of(unasked)).toThrow('the memory is closed, and holds no test/unasked')
})
