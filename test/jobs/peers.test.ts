/** What the processes of one service know of each other's jobs. */
import { expect, test } from 'bun:test'
import {
  abortLive,
  announceOwn,
  closeLive,
  type JobMessage,
  joinPeers,
  openLive,
  ownLiveIds,
  progressOf,
  setProgress,
} from '#src/jobs/live.ts'
import { createMemory } from '#src/memory.ts'

const RUNNING = { state: 'running', done: 3, total: 9, note: null } as const

/** Processes that hear each other at once; `come` adds one. */
function service() {
  const all: { memory: ReturnType<typeof createMemory>; hear: (message: JobMessage) => void }[] = []
  const come = () => {
    const memory = createMemory()
    const send = (message: JobMessage) => {
      for (const other of all) if (other.memory !== memory) other.hear(message)
    }
    all.push({ memory, hear: joinPeers({ memory }, send, () => 'cancelled') })
    return { memory }
  }
  return { come }
}

test('a process that comes later learns how far the jobs of the others are, and may cancel them', () => {
  const { come } = service()
  const first = come()
  const { signal } = openLive(first, 'job', { ...RUNNING, state: 'queued', done: 0 })
  setProgress(first, 'job', RUNNING)
  const second = come()
  expect(progressOf(second, 'job')).toBeUndefined()
  announceOwn(first)
  announceOwn(second)
  expect([progressOf(second, 'job'), ownLiveIds(second)]).toEqual([RUNNING, []])
  abortLive(second, 'job', 'cancelled')
  expect(signal.aborted).toBe(true)
  closeLive(first, 'job', { ...RUNNING, state: 'cancelled' })
  expect(progressOf(second, 'job')).toBeUndefined()
})
