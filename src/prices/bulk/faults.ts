import type { Fault } from '../../shared/errors.ts'

/** So many faults are named at once; the others are counted. */
const MAX_FAULTS = 100

/** The faults of a long list: the first ones, and how many there are. */
export type Faults = {
  readonly list: readonly Fault[]
  readonly total: () => number
  readonly add: (pointer: string, detail: string) => void
}

export function createFaults(): Faults {
  const list: Fault[] = []
  let total = 0
  const add = (pointer: string, detail: string) => {
    total += 1
    if (list.length < MAX_FAULTS) list.push({ pointer, detail })
  }
  return { list, total: () => total, add }
}
