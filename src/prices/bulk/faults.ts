import type { Fault } from '../../shared/errors.ts'

/** So many faults are named at once; the others are counted. */
const MAX_FAULTS = 100

/** The faults of a long list: the first ones, and how many there are. */
export type Faults = {
  readonly list: readonly Fault[]
  readonly total: () => number
  readonly add: (pointer: string, detail: string) => void
  /** Empty ones that say where they are in the same way. */
  readonly another: () => Faults
}

/** `isFile`: pointers are `/line` or `/line/column` of a file, and sentences name both. */
export function createFaults(isFile: boolean): Faults {
  const list: Fault[] = []
  let total = 0
  const add = (pointer: string, detail: string) => {
    total += 1
    if (list.length < MAX_FAULTS) list.push({ pointer, detail: isFile ? detailAt(pointer, detail) : detail })
  }
  return { list, total: () => total, add, another: () => createFaults(isFile) }
}

/** The sentence of a fault of a file, which begins with the line and the column that its pointer names. */
export function detailAt(pointer: string, detail: string): string {
  const [, line, column] = pointer.split('/')
  if (line === undefined || line === '') return detail
  return column === undefined ? `Line ${line}: ${detail}` : `Line ${line}, column ${column}: ${detail}`
}
