import type { Db } from '#db/connection.ts'
import type { ChoreControls } from '../chore.ts'
import type { ComputeAbort, ComputeAnswer, ComputeTurn } from './compute-messages.ts'

/** What a compute process says and hears of the task that it does. */
export type ComputeLink = {
  /** The task that is done from now on. */
  readonly begin: (taskId: number) => ChoreControls
  readonly hear: (message: ComputeTurn | ComputeAbort) => void
  /** Does something while nobody else writes. */
  readonly duringTurn: <T>(work: () => Promise<T>) => Promise<T>
}

const TELL_EVERY_MILLISECONDS = 100

export function createLink(answer: (message: ComputeAnswer) => void): ComputeLink {
  let task = { id: 0, ending: new AbortController(), goOn: () => {} }
  /** Tasks that nobody waits for before they have begun. */
  const unwanted = new Set<number>()
  return {
    begin: (id) => {
      const ending = new AbortController()
      task = { id, ending, goOn: () => {} }
      if (unwanted.delete(id)) ending.abort(abandoned())
      return { signal: ending.signal, progress: nowAndThen((...progress) => answer({ id, progress })) }
    },
    hear: (message) => {
      if ('turn' in message && message.turn === task.id) task.goOn()
      if (!('abort' in message)) return
      if (message.abort === task.id) task.ending.abort(abandoned())
      else if (message.abort > task.id) unwanted.add(message.abort)
    },
    duringTurn: async (work) => {
      const { id } = task
      const { promise, resolve } = Promise.withResolvers<void>()
      task.goOn = resolve
      answer({ id, turn: 'wanted' })
      try {
        await promise
        return await work()
      } finally {
        answer({ id, turn: 'over' })
      }
    },
  }
}

function abandoned(): Error {
  return new Error('nobody waits for this task any more')
}

/** Tells what is new at once, and only now and then how far it is. */
function nowAndThen(tell: ChoreControls['progress']): ChoreControls['progress'] {
  let [last, said]: [number, string | null | undefined] = [Number.NEGATIVE_INFINITY, undefined]
  return (done, fields) => {
    const time = performance.now()
    if (fields?.note === said && time - last < TELL_EVERY_MILLISECONDS) return
    last = time
    said = fields?.note
    tell(done, fields)
  }
}

/**
 * The writer of a compute process: a transaction begins when it is its turn, and is rolled back where the service has ended meanwhile, for another may serve
 * the data already.
 */
export function writeInTurns(writer: Db, { duringTurn }: Pick<ComputeLink, 'duringTurn'>, isServed: () => boolean): Db {
  const { within } = writer
  const whenServed: Db['within'] = (work) =>
    duringTurn(() =>
      within(async (tx) => {
        const result = await work(tx)
        if (!isServed()) throw new Error('the service that this process works for has ended')
        return result
      }),
    )
  return Object.assign(writer, { within: whenServed })
}
