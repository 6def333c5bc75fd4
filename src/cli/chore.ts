import { setPriority } from 'node:os'
import type { Chore, ChoreControls } from '../chore.ts'
import { folderNames } from '../folders.ts'
import type { ChoreAnswer, ChoreOrder } from './chore-process.ts'
import { faultOf } from './compute-problems.ts'
import { EXIT, ExitError } from './exit.ts'
import { openLog } from './open-log.ts'

/** Every chore, by its name; loaded when it is done. */
const CHORES: Readonly<Record<string, () => Promise<Chore<never, unknown>>>> = {
  'backup/make': () => import('../backup/make.chore.ts').then((room) => room.makeChore),
  'backup/copy': () => import('../backup/copy.chore.ts').then((room) => room.copyChore),
  'backup/verify': () => import('../backup/verify.chore.ts').then((room) => room.verifyChore),
  'backup/stage': () => import('../backup/stage.chore.ts').then((room) => room.stageChore),
}

/** Requests go first. */
const PRIORITY = 10

/** Does the one chore that the process which started this one sends, and ends with it. Throws ExitError when nobody sends any. */
export function chore(): void {
  const send = process.send?.bind(process)
  if (!send) throw new ExitError(EXIT.usage, 'Processes for chores are started by the service itself.')
  const ending = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort(new Error('ended by a signal')))
  process.on('disconnect', () => process.exit(EXIT.ok))
  setPriority(PRIORITY)
  process.on('message', (order: ChoreOrder) => void run(order, (answer) => void send(answer), ending.signal))
}

async function run(
  { config, chore, input }: ChoreOrder,
  answer: (message: ChoreAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  const tell: ChoreControls['progress'] = (...progress) => {
    signal.throwIfAborted()
    answer({ progress })
  }
  try {
    const one = await CHORES[chore]?.()
    if (one === undefined) throw new Error(`there is no chore ${chore}`)
    const full = { ...config, jwtSecret: '' }
    const base = { folders: folderNames(config.dataDir), config: full, log: openLog(full) }
    // What a chore takes is what the service sent it.
    const result = await one.run(base, input as never, { signal, progress: tell })
    answer({ result })
  } catch (error) {
    answer({ fault: faultOf(signal.aborted ? signal.reason : error) })
  }
  setTimeout(() => process.exit(EXIT.ok), 0)
}
