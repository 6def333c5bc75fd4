/** Hears what a connection does. Called within the work itself: it must be quick, and never throws. */
export type DatabaseWatch = {
  /** A statement has run: its text without values, and how long. */
  readonly ran: (text: string, milliseconds: number) => void
  /** A transaction wants the writer; what it returns is called when it has it. */
  readonly waits: () => () => void
}

/** Does something with a text of SQL and says how long it took. */
export function timed<T>(watch: DatabaseWatch | undefined, text: string, work: () => T): T {
  if (watch === undefined) return work()
  const began = performance.now()
  try {
    return work()
  } finally {
    watch.ran(text, performance.now() - began)
  }
}

/** The same of work that lets others have their turn. */
export async function timedLong(watch: DatabaseWatch | undefined, text: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  try {
    await work()
  } finally {
    watch?.ran(text, performance.now() - began)
  }
}
