import { AppError } from '../shared/errors.ts'
import type { ComputeFault } from './compute-messages.ts'

/** What was thrown in a compute process. */
export function errorOf(fault: ComputeFault): Error {
  if ('kind' in fault) return new AppError(fault.kind, fault.code, fault.detail, fault.extras)
  const error = new Error(fault.message)
  if (fault.stack !== undefined) error.stack = fault.stack
  if (fault.system !== undefined) Object.assign(error, { code: fault.system })
  return error
}

/** The same as a message. */
export function faultOf(error: unknown): ComputeFault {
  if (error instanceof AppError) {
    const { cause: _, ...extras } = error.extras
    return { kind: error.kind, code: error.code, detail: error.detail, extras }
  }
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, system: undefined }
  return { message: error.message, stack: error.stack, system: 'code' in error ? String(error.code) : undefined }
}

const unavailable = (code: string, detail: string, retryAfterSeconds: number) =>
  new AppError('unavailable', `compute/${code}`, detail, { retryAfterSeconds })
export const busy = () => unavailable('busy', 'Too many reports are being computed; try again in a moment.', 5)
export const failed = () => unavailable('failed', 'The computation ended before it was done; try again in a moment.', 2)
export const tooLong = () =>
  unavailable('too-long', 'This takes too long to compute. Ask for fewer days, brokers or details.', 60)
export const tooLarge = () =>
  unavailable('too-large', 'This takes too much memory to compute. Ask for fewer days, brokers or details.', 60)
