/** Why the program ends: the numbers of sysexits.h where there is one. */
export const EXIT = {
  ok: 0,
  /** A check found something, a command was refused. */
  failed: 1,
  usage: 64,
  /** The data are damaged or of a newer release. */
  data: 65,
  /** There is no installation in the data folder. */
  noData: 66,
  /** The address is taken. */
  unavailable: 69,
  /** A fault of the program. */
  internal: 70,
  /** The data folder cannot be made or written. */
  storage: 73,
  /** Another process serves this data folder. */
  locked: 75,
  /** The environment has faults. */
  config: 78,
} as const

/** Ends the program with one sentence for the user and an exit code. */
export class ExitError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.exitCode = exitCode
  }
}
