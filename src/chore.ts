import type { Config } from './config.ts'
import type { DataFolders } from './context.ts'
import type { Log } from './log.ts'

/** What a chore works with: the data folder, and no service. */
export type ChoreBase = { readonly folders: DataFolders; readonly config: Config; readonly log: Log }

/** How far it is, and when to stop. */
export type ChoreControls = {
  readonly progress: (done: number, fields?: { total?: number | null; note?: string | null }) => void
  readonly signal: AbortSignal
}

/**
 * Work on the whole data folder that may take minutes and hold up the thread that does it. In a service it runs in a process of its own
 * (`cli/chore-process.ts`), which ends with it; in tests and commands where it is called. `input` and what comes out are plain data. A new
 * one is entered in `cli/chore.ts`.
 */
export type Chore<I, O> = {
  readonly name: string
  readonly run: (base: ChoreBase, input: I, controls: ChoreControls) => Promise<O>
}

/** Runs a chore elsewhere. Throws what it throws, and the reason of `signal` when that aborts. */
export type RunChore = <I, O>(chore: Pick<Chore<I, O>, 'name'>, input: I, controls: ChoreControls) => Promise<O>

/** Does a chore in a process of its own where there are such; one that `isSmall` here, in slices, which is done before a process would have started. */
export async function runChore<I, O>(
  base: ChoreBase & { readonly runChore?: RunChore },
  chore: Chore<I, O>,
  input: I,
  controls: ChoreControls,
  isSmall = false,
): Promise<O> {
  if (base.runChore !== undefined && !isSmall) return await base.runChore(chore, input, controls)
  const { folders, config, log } = base
  return await chore.run({ folders, config, log }, input, controls)
}
