import type { JobMessage } from '../jobs/live.ts'
import type { HeardMessage, PeerMessage } from '../peers.ts'

/** Set in the environment of a worker: which one it is, from 1. */
export const WORKER_ROLE = 'HOLDFAST_WORKER'

/** `ready`: it listens; `left`: its port has been left to another. The rest is for the other workers. */
export type FromWorker = 'ready' | 'left' | JobMessage | PeerMessage

/** `retire`: leave the port to the process that began to listen last, number so and so of those on it. */
export type ToWorker = { readonly retire: number } | JobMessage | HeardMessage
