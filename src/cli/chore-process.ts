import type { Subprocess } from 'bun'
import type { ChoreControls, RunChore } from '../chore.ts'
import { type Config, forLoader } from '../config.ts'
import type { Log } from '../log.ts'
import { AppError } from '../shared/errors.ts'
import type { ComputeFault } from './compute-messages.ts'
import { errorOf } from './compute-problems.ts'
import { residentOf, self } from './compute-process.ts'

/** The name in the environment that makes a process of this executable do one chore. */
const CHORE_ROLE = 'HOLDFAST_CHORE'

/** The one message to such a process. The secret of sessions stays where it is. */
export type ChoreOrder = { readonly config: Omit<Config, 'jwtSecret'>; readonly chore: string; readonly input: unknown }
export type ChoreAnswer =
  | { readonly progress: Parameters<ChoreControls['progress']> }
  | { readonly result: unknown }
  | { readonly fault: ComputeFault }

/** More than this an honest archive does not need. */
const MOST_RESIDENT = 1024 * 1024 * 1024
const LOOK_EVERY_MILLISECONDS = 500
/** To remove what it began, after a signal. */
const ENDING_MILLISECONDS = 3_000

/** Runs each chore in a process of its own, of low priority and bounded memory. `close` ends those that run; none is left when it resolves. */
export function createChoreRunner(config: Config, log: Log): { readonly run: RunChore; readonly close: () => Promise<void> } {
  const running = new Set<Subprocess>()
  const run: RunChore = <I, O>(chore: { readonly name: string }, input: I, controls: ChoreControls) => {
    const { promise, resolve, reject } = Promise.withResolvers<O>()
    const child: Subprocess = Bun.spawn([...self(), 'serve'], {
      env: { ...forLoader(), [CHORE_ROLE]: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'advanced',
      ipc: (message: ChoreAnswer) => {
        if ('progress' in message) controls.progress(...message.progress)
        else if ('fault' in message) reject(errorOf(message.fault))
        // Both ends run the same chore of the same executable.
        else resolve(message.result as O)
      },
      onExit: (_, code, signal) => {
        running.delete(child)
        log.debug('a chore ended', { chore: chore.name, code, signal })
        reject(controls.signal.aborted ? controls.signal.reason : ended())
      },
    })
    running.add(child)
    const { jwtSecret: _, ...rest } = config
    child.send({ config: rest, chore: chore.name, input } satisfies ChoreOrder)
    const watching = setInterval(() => void watch(child, reject), LOOK_EVERY_MILLISECONDS)
    const abort = () => end(child)
    controls.signal.addEventListener('abort', abort, { once: true })
    return promise.finally(() => {
      clearInterval(watching)
      controls.signal.removeEventListener('abort', abort)
    })
  }
  const close = async () => {
    const children = [...running]
    children.forEach(end)
    await Promise.all(children.map(({ exited }) => exited))
  }
  return { run, close }
}

async function watch(child: Subprocess, reject: (error: Error) => void): Promise<void> {
  if ((await residentOf(child.pid)) <= MOST_RESIDENT) return
  reject(new AppError('too-large', 'backup/too-large', 'This takes too much memory. Nothing was changed.'))
  child.kill('SIGKILL')
}

function end(child: Subprocess): void {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDING_MILLISECONDS)
  timer.unref()
  void child.exited.then(() => clearTimeout(timer))
}

function ended(): AppError {
  return new AppError(
    'unavailable',
    'backup/ended',
    'The work ended before it was done; the log may say why. Nothing was changed.',
  )
}
