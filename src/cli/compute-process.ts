import { existsSync } from 'node:fs'
import type { Subprocess } from 'bun'
import { type Config, forLoader } from '../config.ts'
import {
  COMPUTE_ROLE,
  type ComputeAbort,
  type ComputeAnswer,
  type ComputeOrder,
  type ComputePreparation,
  type ComputeTurn,
} from './compute-messages.ts'
import { sendMessage } from './message.ts'

/** A compute process as the one that started it sees it. */
export type ComputeProcess = {
  readonly send: (message: ComputeOrder | ComputePreparation | ComputeTurn | ComputeAbort) => void
  readonly kill: () => void
  /** Bytes in memory now; 0 where the system does not say. */
  readonly resident: () => Promise<number>
}

/** What the garbage collector takes for the memory of the machine, in bytes: with less it collects earlier, for a fifth more processor time at most. No bound. */
const MEMORY_TO_PLAN_WITH = 256 * 1024 * 1024

/**
 * How often a function runs, or its loops turn, before it is compiled once more to be as quick as it can; sixteen times the figure of the engine. A cold report over
 * a large ledger ends before such code has earned what compiling it costs; what computes for long reaches it all the same.
 */
const RUNS_BEFORE_LAST_TIER = 1_000_000

/** Starts a process of this executable that does tasks on the data folder of `config`. What is sent before it is ready waits. */
export function startComputeProcess(
  config: Config,
  on: { readonly answer: (message: ComputeAnswer) => void; readonly exit: (how: string) => void },
): ComputeProcess {
  const child: Subprocess = Bun.spawn([...self(), 'serve'], {
    env: {
      ...forLoader(),
      [COMPUTE_ROLE]: '1',
      BUN_JSC_forceRAMSize: String(MEMORY_TO_PLAN_WITH),
      BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: String(RUNS_BEFORE_LAST_TIER),
      // Nobody waits for this process to pause, and collecting beside its work takes processor time from requests to the service.
      BUN_JSC_useConcurrentGC: '0',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'advanced',
    ipc: (message: ComputeAnswer) => on.answer(message),
    onExit: (_, code, signal) => on.exit(signal === null ? `code ${code}` : `signal ${signal}`),
  })
  child.unref()
  const { jwtSecret: _, backup: __, oidc: ___, ...rest } = config
  child.send({ config: rest })
  return {
    send: (message) => sendMessage(child, message),
    kill: () => child.kill('SIGKILL'),
    resident: () => residentOf(child.pid),
  }
}

/** On Linux: the program that this process runs, also where its file was replaced since, by an upgrade or a build. */
const RUNNING = '/proc/self/exe'

/** How this program is started again, the same build. An executable carries its code; else there is the file that it begins with. */
export function self(): string[] {
  const main = new URL('../main.ts', import.meta.url).pathname
  const isExecutable = main.startsWith('/$bunfs/') || Bun.main.startsWith('/$bunfs/')
  if (!isExecutable) return [process.execPath, main]
  return [existsSync(RUNNING) ? RUNNING : process.execPath]
}

const PAGE_BYTES = 4096

/** Bytes of a process in memory now; 0 where the system does not say. */
export async function residentOf(pid: number): Promise<number> {
  const text = await Bun.file(`/proc/${pid}/statm`)
    .text()
    .catch(() => '')
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
}
