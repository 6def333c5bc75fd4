import type { Server } from 'bun'
import type { Deps } from '../context.ts'
import type { Log } from '../log.ts'
import { AppError } from '../shared/errors.ts'
import { EXIT } from './exit.ts'
import type { Gate } from './gate.ts'

type Steps = {
  readonly gate: Gate
  readonly log: Log
  /** Answers what is under way and closes the data. */
  readonly close: () => Promise<void>
  /** Opens the data of now and everything that works with them. */
  readonly open: () => Promise<void>
}

/**
 * How a process serves other data than before without ending: requests wait, those under way are answered, the data are closed and opened
 * again. When they cannot be opened the process ends: the next start has the same to do.
 */
export function createChangeOver({ gate, log, close, open }: Steps): NonNullable<Deps['changeOver']> {
  const change = async () => {
    try {
      await close()
      await open()
      log.info('serving other data')
      gate.release()
    } catch (error) {
      log.error('the restored data cannot be served; start the service again', { error })
      log.flush()
      process.exit(EXIT.internal)
    }
  }
  return async (commit) => {
    if (!gate.hold())
      throw new AppError('unavailable', 'backup/not-serving', 'This process is leaving. Try again.', { retryAfterSeconds: 2 })
    try {
      await commit()
    } catch (error) {
      gate.release()
      throw error
    }
    setTimeout(() => void change(), 0)
  }
}

const LOOK_AGAIN_MILLISECONDS = 10

/** Resolves when only requests that are held back are left. */
export async function areAnswered(server: Server<undefined>, gate: Gate): Promise<void> {
  while (server.pendingRequests > gate.waiting()) await Bun.sleep(LOOK_AGAIN_MILLISECONDS)
}
