import type { JobMessage } from '../jobs/live.ts'
import type { HeardMessage, PeerMessage } from '../peers.ts'

/** Set in the environment of a worker: which one it is, from 1. */
export const WORKER_ROLE = 'HOLDFAST_WORKER'

/**
 * `ready`: it listens; `left`: its port has been left to another. `exchange`: it would put other data in place; `committed`, `given-up`: it did, or not;
 * `closed`: it has closed the data. The rest is for the other workers.
 */
export type FromWorker = 'ready' | 'left' | ExchangeStep | JobMessage | PeerMessage
export type ExchangeStep = 'exchange' | 'committed' | 'given-up' | 'closed'

/** `retire`: leave the port to the process that began to listen last, number so and so of those on it. `exchange`: close the data, or open those of now. */
export type ToWorker =
  | { readonly retire: number }
  | { readonly exchange: 'granted' | 'refused' | 'close' | 'open' }
  | JobMessage
  | HeardMessage
