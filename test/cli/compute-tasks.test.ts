import { expect, test } from 'bun:test'
import { TASKS } from '#src/cli/compute.ts'
import type { Task } from '#src/task.ts'

const SOURCES = new URL('../../src/', import.meta.url).pathname

const isTask = (value: unknown): value is Task<never, unknown> =>
  typeof value === 'object' && value !== null && 'name' in value && 'run' in value && typeof value.run === 'function'

test('a compute process can run every task that a room exports', async () => {
  const exported = new Map<string, unknown>()
  for await (const path of new Bun.Glob('**/*.task.ts').scan(SOURCES)) {
    const room: Readonly<Record<string, unknown>> = await import(SOURCES + path)
    for (const value of Object.values(room)) if (isTask(value)) exported.set(value.name, value)
  }
  expect(exported.size).toBeGreaterThan(5)
  const known = await Promise.all(Object.entries(TASKS).map(async ([name, load]) => [name, await load()] as const))
  expect(new Map<string, unknown>(known)).toEqual(exported)
})
