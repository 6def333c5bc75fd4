/** What is to be closed and removed when the present test ends, the newest first. `test/setup.ts` does it: a hook that a shared module registers holds for one file only. */
const undone: (() => unknown)[] = []

export function afterwards(undo: () => unknown): void {
  undone.push(undo)
}

export async function undoAll(): Promise<void> {
  for (const undo of undone.splice(0).reverse()) await undo()
}

/** Takes over what is to be undone until now, for who needs it for longer than one test: `afterAll(takeOver())`. */
export function takeOver(): () => Promise<void> {
  const taken = undone.splice(0).reverse()
  return async () => {
    for (const undo of taken) await undo()
  }
}
