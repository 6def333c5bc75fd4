import { totalmem } from 'node:os'

const MEBIBYTE = 1024 * 1024

/**
 * What a report may take of a machine or container with `total` bytes of memory: half of it, at least 300 MiB and at most 768. All reports over
 * 100,000 transactions need about 350.
 */
export function memoryForReports(total: number): number {
  return Math.min(768 * MEBIBYTE, Math.max(300 * MEBIBYTE, Math.floor(total / 2)))
}

/** The limit of the container, else the memory of the machine. */
const availableMemory = () => process.constrainedMemory() || totalmem()

/** Bounds of what is computed beside the service; milliseconds and bytes. */
export const COMPUTE_LIMITS = {
  /** A second process serves others while the first one is busy for longer than this. */
  secondAfter: 150,
  /** To start a process and to load what a task needs, own plugins too; the time of the task runs from then on. */
  longestStart: 60_000,
  longest: 60_000,
  /** What a task of somebody who has gone may still take. */
  abandoned: 1_000,
  resident: memoryForReports(availableMemory()),
  /** A process of more than this ends as soon as nobody needs it. */
  residentAtRest: 150 * MEBIBYTE,
  /** The same bounds for tasks that read files of users. */
  longestReading: 180_000,
  /** What an own import plugin may take to see whether a file is its own. */
  longestLook: 10_000,
  residentReading: 1024 * MEBIBYTE,
  /** One that has read files and has come to hold this much ends at once: what it holds is of use to nobody. */
  residentAfterReading: 100 * MEBIBYTE,
  idle: 60_000,
  /** The same for one that has read files: reports need none of its importers. */
  idleAfterReading: 20_000,
  soon: 3_000,
  waiting: 500,
  waitingOfUser: 50,
}
export type ComputeLimits = typeof COMPUTE_LIMITS

type Resting = { readonly resident: number; readonly hasRead: boolean; readonly isSpare: boolean }

/** How long a process waits for its next task. `isSpare`: it is the second one. */
export function restMilliseconds(limits: ComputeLimits, { resident, hasRead, isSpare }: Resting): number {
  if (hasRead && resident > limits.residentAfterReading) return 0
  if (isSpare || resident > limits.residentAtRest) return limits.soon
  return hasRead ? limits.idleAfterReading : limits.idle
}
