import { expect, test } from 'bun:test'
import { type ComputeLimits, memoryForReports } from '#src/cli/compute-limits.ts'
import type { ComputeAbort, ComputeAnswer, ComputeOrder, ComputeTurn } from '#src/cli/compute-messages.ts'
import { createComputePool } from '#src/cli/compute-pool.ts'
import type { startComputeProcess } from '#src/cli/compute-process.ts'
import { createFairQueue } from '#src/cli/fair-queue.ts'
import type { Ctx } from '#src/context.ts'
import { AppError } from '#src/shared/errors.ts'
import type { Task } from '#src/task.ts'
import { createTestApp } from '#test/support/app.ts'

type Fake = {
  readonly orders: ComputeOrder[]
  readonly prepared: (readonly string[])[]
  /** What it was sent of a task that it does. */
  readonly heard: (ComputeTurn | ComputeAbort)[]
  readonly answer: (message: ComputeAnswer) => void
  readonly exit: (how: string) => void
  isKilled: boolean
  /** It loads, and has not begun with what it was given. */
  readonly isStarting: boolean
  resident: number
}

const task: Task<string, string> = { name: 'test/echo', run: (_, input) => input }

/** A pool whose processes do what the test says. */
async function setUp(limits: Partial<ComputeLimits> = {}, isStarting = false, wanted = task) {
  const { deps } = await createTestApp()
  const fakes: Fake[] = []
  const start: typeof startComputeProcess = (_, on) => {
    const fake: Fake = { orders: [], prepared: [], heard: [], ...on, isKilled: false, isStarting, resident: 0 }
    fakes.push(fake)
    return {
      send: (message) => {
        if ('prepare' in message) {
          fake.prepared.push(message.prepare)
          return
        }
        if ('turn' in message || 'abort' in message) {
          fake.heard.push(message)
          return
        }
        fake.orders.push(message)
        if (!fake.isStarting) fake.answer({ id: message.id, begun: true })
      },
      kill: () => {
        if (!fake.isKilled) queueMicrotask(() => on.exit('signal SIGKILL'))
        fake.isKilled = true
      },
      resident: async () => fake.resident,
    }
  }
  const pool = createComputePool(deps, { limits: { secondAfter: 5, ...limits }, start })
  const ask = (id: number, input: string, signal?: AbortSignal, more: Partial<Ctx> = {}) => {
    const ctx: Ctx = { ...deps, user: { id, username: `user${id}`, isSuperuser: false }, ...more }
    return pool.compute(ctx, wanted, input, signal).catch((error: unknown) => (error instanceof AppError ? error.code : error))
  }
  const done = (fake: Fake | undefined) => {
    const order = fake?.orders.at(-1)
    if (order !== undefined) fake?.answer({ id: order.id, result: order.input })
  }
  return { pool, fakes, ask, done, deps }
}

const inputsOf = (fake: Fake | undefined) => fake?.orders.map((order) => order.input)

test('users take turns: nobody’s second piece comes before another’s first', () => {
  const queue = createFairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.add(1, item)
  for (const item of ['b1', 'b2']) queue.add(2, item)
  queue.add(3, 'c1')
  expect(queue.size()).toBe(6)
  expect(queue.remove(1, 'a2')).toBe(true)
  expect(queue.remove(1, 'a2')).toBe(false)
  const taken = Array.from({ length: 6 }, () => queue.take(() => false))
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a3', 'b2', undefined])
  queue.add(1, 'a4')
  queue.add(2, 'b3')
  expect([queue.take((id) => id === 1), queue.take((id) => id === 1), queue.size(1)]).toEqual(['b3', undefined, 1])
})

test('a process comes with the first task; a second one serves others while the first is busy, one task a user', async () => {
  const { fakes, ask, done } = await setUp()
  const [first, again, other] = [ask(1, 'a1'), ask(1, 'a2'), ask(2, 'b1')]
  expect(fakes.map((fake) => fake.orders.length)).toEqual([1])
  await Bun.sleep(20)
  expect(fakes.map(inputsOf)).toEqual([['a1'], ['b1']])
  done(fakes[1])
  expect(await other).toBe('b1')
  expect(fakes.map(inputsOf)).toEqual([['a1'], ['b1']])
  done(fakes[0])
  expect(await first).toBe('a1')
  done(fakes[0])
  expect(await again).toBe('a2')
})

test('a task whose process dies is done by another, once; then 503, and the next one gets a process again', async () => {
  const { fakes, ask, done } = await setUp()
  const [lost, next] = [ask(1, 'a1'), ask(1, 'a2')]
  fakes[0]?.exit('signal SIGKILL')
  expect(fakes.map(inputsOf)).toEqual([['a1'], ['a1']])
  fakes[1]?.exit('signal SIGKILL')
  expect(await lost).toBe('compute/failed')
  done(fakes[2])
  expect(await next).toBe('a2')
})

test('503 where no process can be started; the next request tries again', async () => {
  const { deps } = await createTestApp()
  const ctx: Ctx = { ...deps, user: { id: 1, username: 'one', isSuperuser: false } }
  let tried = 0
  const pool = createComputePool(deps, {
    start: () => {
      tried += 1
      throw new Error('no more processes')
    },
  })
  for (const round of [1, 2]) {
    const found = await pool.compute(ctx, task, 'a').catch((error: unknown) => error)
    expect([tried, found instanceof AppError ? found.code : found]).toEqual([round, 'compute/failed'])
  }
})

test('503 for a task that takes too long or too much memory; its process ends', async () => {
  const slow = await setUp({ longest: 10 })
  expect(await slow.ask(1, 'a')).toBe('compute/too-long')
  expect(slow.fakes[0]?.isKilled).toBe(true)
  const large = await setUp({ resident: 100 })
  const pending = large.ask(1, 'a')
  if (large.fakes[0]) large.fakes[0].resident = 101
  expect(await pending).toBe('compute/too-large')
})

test('the time of a task begins when its process has loaded what it needs, which has a time of its own', async () => {
  const { fakes, ask, done } = await setUp({ longest: 10 }, true)
  const pending = ask(1, 'a')
  await Bun.sleep(40)
  expect(fakes[0]?.isKilled).toBe(false)
  done(fakes[0])
  expect(await pending).toBe('a')
  const stuck = await setUp({ longestStart: 10 }, true)
  expect(await stuck.ask(1, 'a')).toBe('compute/too-long')
  expect(stuck.fakes[0]?.isKilled).toBe(true)
})

test('what nobody waits for is not begun, and ends when it runs on', async () => {
  const { fakes, ask, done } = await setUp({ abandoned: 10 })
  const [gone, waiting] = [new AbortController(), new AbortController()]
  const [running, queued] = [ask(1, 'a1', gone.signal), ask(1, 'a2', waiting.signal)]
  waiting.abort()
  expect(await queued).toBe('compute/busy')
  gone.abort()
  expect(await running).toBe('compute/busy')
  const next = ask(1, 'a3')
  done(fakes[1])
  expect(await next).toBe('a3')
  expect(fakes.map(inputsOf)).toEqual([['a1'], ['a3']])
})

test('503 compute/busy when too many wait, of one user or of all', async () => {
  const { ask } = await setUp({ waitingOfUser: 2, waiting: 3, secondAfter: 60_000 })
  void ask(1, 'running')
  for (const id of [1, 1]) void ask(id, 'waits')
  expect(await ask(1, 'one too many')).toBe('compute/busy')
  void ask(2, 'waits')
  expect(await ask(3, 'one too many')).toBe('compute/busy')
})

test('a process ends when nothing came for a while, sooner when it holds much', async () => {
  const { fakes, ask, done } = await setUp({ idle: 60_000, soon: 5, residentAtRest: 100 })
  void ask(1, 'a')
  done(fakes[0])
  fakes[0]?.answer({ resident: 99 })
  await Bun.sleep(20)
  expect(fakes[0]?.isKilled).toBe(false)
  void ask(1, 'b')
  done(fakes[0])
  fakes[0]?.answer({ resident: 101 })
  await Bun.sleep(20)
  expect(fakes[0]?.isKilled).toBe(true)
})

test('a process that has read files ends sooner, at once when it has come to hold much', async () => {
  const reading = { ...task, readsFiles: true as const }
  const { fakes, ask, done } = await setUp({ idleAfterReading: 60_000, residentAfterReading: 100 }, false, reading)
  const first = ask(1, 'a')
  done(fakes[0])
  fakes[0]?.answer({ resident: 100 })
  await Bun.sleep(20)
  expect([await first, fakes[0]?.isKilled]).toEqual(['a', false])
  const second = ask(1, 'b')
  done(fakes[0])
  fakes[0]?.answer({ resident: 101 })
  await Bun.sleep(20)
  expect([await second, fakes[0]?.isKilled]).toEqual(['b', true])
  const small = await setUp({ idleAfterReading: 10 }, false, reading)
  void small.ask(1, 'a')
  small.done(small.fakes[0])
  small.fakes[0]?.answer({ resident: 1 })
  await Bun.sleep(40)
  expect(small.fakes[0]?.isKilled).toBe(true)
})

test('a process can be there before its task comes; it ends when none does, or when it never comes to be ready', async () => {
  const { pool, fakes, ask, done } = await setUp({ idle: 10, longestStart: 60_000 })
  pool.prepare([task])
  expect(fakes.map(({ prepared }) => prepared)).toEqual([[['test/echo']]])
  const wanted = ask(1, 'a')
  pool.prepare([task])
  fakes[0]?.answer({ resident: 1 })
  await Bun.sleep(40)
  expect([fakes.length, fakes[0]?.prepared.length, fakes[0]?.isKilled]).toEqual([1, 1, false])
  done(fakes[0])
  expect(await wanted).toBe('a')
  pool.prepare([task])
  fakes[0]?.answer({ resident: 1 })
  await Bun.sleep(40)
  expect([fakes.length, fakes[0]?.prepared.length, fakes[0]?.isKilled]).toEqual([1, 2, true])
  const stuck = await setUp({ longestStart: 10 })
  stuck.pool.prepare([task])
  await Bun.sleep(40)
  expect(stuck.fakes[0]?.isKilled).toBe(true)
})

test('when reports are expected one process is ready for them; it ends when none comes', async () => {
  const { pool, fakes } = await setUp({ idle: 10 })
  pool.expectReports()
  expect(fakes.map(({ prepared }) => prepared)).toEqual([[['portfolio/report']]])
  fakes[0]?.answer({ resident: 1 })
  pool.expectReports()
  expect([fakes.length, fakes[0]?.prepared.length]).toEqual([1, 1])
  await Bun.sleep(40)
  expect(fakes[0]?.isKilled).toBe(true)
})

test('an own plugin that looks too long is stopped, and the caller knows which; one that is done looking is not', async () => {
  const { pool, fakes, done, deps } = await setUp({ longestLook: 20 })
  const heard: unknown[] = []
  const ctx: Ctx = { ...deps, user: { id: 1, username: 'a', isSuperuser: false }, announce: (working) => heard.push(working) }
  const look = { code: 'endless', isLooking: true }
  const ends = pool.compute(ctx, task, 'a')
  const say = (working: typeof look | null) => fakes.at(-1)?.answer({ id: fakes.at(-1)?.orders.at(-1)?.id ?? 0, working })
  say(look)
  expect(await ends.catch((error: AppError) => error.code)).toBe('compute/too-long')
  expect(heard).toEqual([look])
  const goesOn = pool.compute(ctx, task, 'b')
  say(look)
  say(null)
  await Bun.sleep(60)
  say({ code: 'endless', isLooking: false })
  await Bun.sleep(60)
  done(fakes.at(-1))
  expect([await goesOn, heard.length]).toEqual(['b', 4])
})

const writing: Task<string, string> = { ...task, writes: true }
const idOf = (fake: Fake | undefined) => fake?.orders.at(-1)?.id ?? 0

test('a task that writes has its turn when nobody else writes, and others wait for what it writes', async () => {
  const { fakes, ask, done, deps } = await setUp({}, false, writing)
  const order: string[] = []
  const wanted = ask(1, 'a')
  const [fake] = fakes
  const earlier = Promise.withResolvers<void>()
  const before = deps.db.transaction().execute(async () => {
    await earlier.promise
    order.push('before')
  })
  fake?.answer({ id: idOf(fake), turn: 'wanted' })
  await Bun.sleep(10)
  expect(fake?.heard).toEqual([])
  earlier.resolve()
  await before
  await Bun.sleep(10)
  expect(fake?.heard).toEqual([{ turn: idOf(fake) }])
  const after = deps.db.transaction().execute(async () => order.push('after'))
  await Bun.sleep(10)
  order.push('task')
  fake?.answer({ id: idOf(fake), turn: 'over' })
  await after
  expect(order).toEqual(['before', 'task', 'after'])
  done(fake)
  expect(await wanted).toBe('a')
})

test('a turn ends with its task, and with its process; one that comes too late is taken by nobody', async () => {
  const { fakes, ask, done, deps } = await setUp({}, false, writing)
  const isFree = async () =>
    await Promise.race([deps.db.transaction().execute(async () => true), Bun.sleep(200).then(() => false)])
  const [answered, died] = [ask(1, 'a'), ask(1, 'b')]
  fakes[0]?.answer({ id: idOf(fakes[0]), turn: 'wanted' })
  await Bun.sleep(10)
  done(fakes[0])
  expect([await answered, await isFree()]).toEqual(['a', true])
  fakes[0]?.answer({ id: idOf(fakes[0]), turn: 'wanted' })
  await Bun.sleep(10)
  expect(fakes[0]?.heard.length).toBe(2)
  fakes[0]?.exit('signal SIGKILL')
  expect(await isFree()).toBe(true)
  const earlier = Promise.withResolvers<void>()
  const before = deps.db.transaction().execute(async () => await earlier.promise)
  fakes[1]?.answer({ id: idOf(fakes[1]), turn: 'wanted' })
  fakes[1]?.exit('signal SIGKILL')
  earlier.resolve()
  await before
  expect([await died, fakes[1]?.heard, await isFree()]).toEqual(['compute/failed', [], true])
})

test('a task that writes hears that nobody waits for it; while it is its turn it is not stopped, so that it can say what became of it', async () => {
  const { fakes, ask, done } = await setUp({ abandoned: 10 }, false, writing)
  const gone = new AbortController()
  const wanted = ask(1, 'a', gone.signal)
  fakes[0]?.answer({ id: idOf(fakes[0]), turn: 'wanted' })
  await Bun.sleep(10)
  gone.abort()
  await Bun.sleep(40)
  expect([fakes[0]?.heard, fakes[0]?.isKilled]).toEqual([[{ turn: 1 }, { abort: 1 }], false])
  done(fakes[0])
  expect(await wanted).toBe('a')
  const other = new AbortController()
  const reading = ask(1, 'b', other.signal)
  other.abort()
  expect([await reading, fakes[0]?.isKilled]).toEqual(['compute/busy', true])
})

test('how far a task is comes to whoever waits for it', async () => {
  const { fakes, ask, done } = await setUp()
  const heard: unknown[] = []
  const controls = { signal: new AbortController().signal, progress: (...progress: unknown[]) => heard.push(progress) }
  const wanted = ask(1, 'a', undefined, { controls })
  fakes[0]?.answer({ id: idOf(fakes[0]), progress: [3, { total: 5 }] })
  fakes[0]?.answer({ id: idOf(fakes[0]) + 1, progress: [4] })
  done(fakes[0])
  expect([await wanted, heard]).toEqual(['a', [[3, { total: 5 }]]])
})

test('a report may take half of the memory there is, within bounds', () => {
  const mebibytes = (total: number) => memoryForReports(total * 1024 * 1024) / 1024 / 1024
  expect([64, 512, 600, 1024, 1536, 65_536].map(mebibytes)).toEqual([300, 300, 300, 512, 768, 768])
})
