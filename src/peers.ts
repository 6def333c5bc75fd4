import type { Deps } from './context.ts'
import { memoryKey } from './memory.ts'

/** What one process of a service says to its siblings: some of these, each under the name of who hears it. */
export type PeerMessage = {
  /** `auth/throttle`: guesses and registrations. */
  readonly throttle?: unknown
  /** `http/budget`: what users have running, and how much they have requested. */
  readonly budget?: unknown
  /** An `Idempotency-Key` is claimed or free again: should this process die, it is freed for it. */
  readonly claim?: { readonly userId: number; readonly key: string; readonly isHeld: boolean }
}

/** What a process hears, with the process id of who says it. */
export type HeardMessage = PeerMessage & {
  readonly from: number
  /** A process has come, and knows nothing yet: everybody says what they know. */
  readonly joined?: true
  /** It is no more: what it had running has ended. */
  readonly left?: true
}

type Send = (message: PeerMessage) => void
const peers = memoryKey('peers', (): { send: Send | undefined } => ({ send: undefined }))

/** Whether this process is one of several. */
export function hasPeers({ memory }: Pick<Deps, 'memory'>): boolean {
  return memory.of(peers).send !== undefined
}

/** Says something to the other processes of the service; nothing where there are none. */
export function tellPeers({ memory }: Pick<Deps, 'memory'>, message: PeerMessage): void {
  memory.of(peers).send?.(message)
}

/** Makes this process one of several, which `send` reaches. */
export function setPeers({ memory }: Pick<Deps, 'memory'>, send: Send): void {
  memory.of(peers).send = send
}
