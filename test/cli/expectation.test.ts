import { expect, test } from 'bun:test'
import { createExpectation } from '#src/cli/expectation.ts'
import { createLog } from '#src/log.ts'

function world(fails = false) {
  const lines: string[] = []
  const log = createLog({ level: 'info', format: 'json', write: (line) => lines.push(line) })
  const prepared = Promise.withResolvers<void>()
  const counts = { started: 0, prepared: 0 }
  const start = () => {
    counts.started++
  }
  const prepare = async () => {
    counts.prepared++
    setImmediate(prepared.resolve)
    if (fails) throw new Error('no such room')
  }
  return { ...createExpectation(log, start, prepare), counts, lines, prepared: prepared.promise }
}

test('each who comes in has a process started; what receives reports is loaded once, not at once', async () => {
  const { expect: somebody, counts, lines, prepared } = world()
  somebody()
  somebody()
  expect(counts).toEqual({ started: 2, prepared: 0 })
  await prepared
  somebody()
  await Bun.sleep(150)
  expect(counts).toEqual({ started: 3, prepared: 1 })
  expect(lines).toEqual([])
})

test('what cannot be loaded is logged and harms nobody; nothing is loaded after the end', async () => {
  const failing = world(true)
  failing.expect()
  await failing.prepared
  expect(failing.lines.join()).toContain('no such room')
  const ending = world()
  ending.expect()
  ending.stop()
  await Bun.sleep(150)
  expect(ending.counts).toEqual({ started: 1, prepared: 0 })
})
