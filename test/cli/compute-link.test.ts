import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openReader, openWriter } from '#db/connection.ts'
import { createLink, writeInTurns } from '#src/cli/compute-link.ts'
import type { ComputeAnswer } from '#src/cli/compute-messages.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'

test('a task says how far it is: what is new at once, numbers now and then, always of itself', () => {
  const said: ComputeAnswer[] = []
  const link = createLink((message) => void said.push(message))
  const { progress } = link.begin(7)
  progress(0, { note: 'reading' })
  for (let row = 0; row < 1_000; row++) progress(row, { total: 1_000, note: 'writing' })
  expect(said.length).toBeLessThan(20)
  expect(said.slice(0, 2)).toEqual([
    { id: 7, progress: [0, { note: 'reading' }] },
    { id: 7, progress: [0, { total: 1_000, note: 'writing' }] },
  ])
})

test('only what is meant for the task at hand is heard', async () => {
  const said: ComputeAnswer[] = []
  const link = createLink((message) => void said.push(message))
  const { signal: first } = link.begin(1)
  const { signal } = link.begin(2)
  link.hear({ abort: 1 })
  expect([first.aborted, signal.aborted]).toEqual([false, false])
  let isDone = false
  const work = link.duringTurn(async () => {
    isDone = true
  })
  link.hear({ turn: 1 })
  await Bun.sleep(5)
  expect([isDone, said]).toEqual([false, [{ id: 2, turn: 'wanted' }]])
  link.hear({ turn: 2 })
  await work
  link.hear({ abort: 2 })
  expect([isDone, signal.aborted, said.at(-1)]).toEqual([true, true, { id: 2, turn: 'over' }])
  link.hear({ abort: 3 })
  expect([link.begin(3).signal.aborted, link.begin(4).signal.aborted]).toEqual([true, false])
})

test('a transaction of a compute process is begun in its turn, and stands nowhere once the service has ended', async () => {
  const { folder } = await createTestApp()
  const path = join(folder, 'holdfast.db')
  const { reader, close } = openReader(path)
  afterwards(close)
  const events: string[] = []
  const duringTurn = async <T>(work: () => Promise<T>) => {
    events.push('turn')
    return await work().finally(() => events.push('over'))
  }
  let isServed = true
  const writer = writeInTurns(openWriter(path), { duringTurn }, () => isServed)
  const put = (key: string) =>
    writer.within(async (tx) => {
      events.push(key)
      await tx.insertInto('setting').values({ key, value: '1', updated_at: '2024-01-01', updated_by: null }).execute()
    })
  await put('served')
  isServed = false
  expect(await put('alone').catch((error: Error) => error.message)).toContain('has ended')
  const keys = (await reader.selectFrom('setting').select('key').where('key', 'in', ['served', 'alone']).execute()).map(
    ({ key }) => key,
  )
  expect([keys, events]).toEqual([['served'], ['turn', 'served', 'over', 'turn', 'alone', 'over']])
  await writer.destroy()
})
