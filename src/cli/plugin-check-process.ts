import { forLoader } from '../config.ts'
import { residentOf, self } from './compute-process.ts'
import type { CheckMessage, CheckOrder } from './plugin-check-messages.ts'

const MEBIBYTE = 1024 * 1024
/** What an importer may take; milliseconds and bytes. The service has the same bounds. */
const LIMITS = { look: 10_000, work: 180_000, resident: 1024 * MEBIBYTE }
const WATCH_MILLISECONDS = 200

/** Checks one importer and hears what is found; answers why it did not come to its end, `undefined` when it did. */
export type RunCheck = (order: CheckOrder, hear: (message: CheckMessage) => void) => Promise<string | undefined>

/** In a process of its own, which is ended when it takes too long or too much memory. */
export async function runApart(
  order: CheckOrder,
  hear: (message: CheckMessage) => void,
  limits: typeof LIMITS = LIMITS,
): Promise<string | undefined> {
  let doing = 'starting'
  let isEnded = false
  let stopped: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const child = Bun.spawn([...self(), 'plugins', 'check-one'], {
    // What an importer prints goes where faults go, so that it never gets among the outcome.
    ...{ env: forLoader(), stdio: ['ignore', 2, 2], serialization: 'advanced' },
    ipc: (message: CheckMessage) => {
      hear(message)
      if ('end' in message) isEnded = true
      if (!('begin' in message)) return
      doing = message.begin
      clearTimeout(timer)
      const most = message.isLook ? limits.look : limits.work
      timer = setTimeout(() => stop(`it took longer than ${most / 1000} seconds`), most)
    },
  })
  const stop = (why: string) => {
    stopped ??= why
    child.kill('SIGKILL')
  }
  const watch = setInterval(async () => {
    if ((await residentOf(child.pid)) > limits.resident) stop(`it took more than ${limits.resident / MEBIBYTE} MiB of memory`)
  }, WATCH_MILLISECONDS)
  child.send(order)
  const code = await child.exited
  clearTimeout(timer)
  clearInterval(watch)
  return isEnded ? undefined : `While ${doing}: ${stopped ?? `its process ended with ${code}`}.`
}
