import type { Ctx } from './context.ts'

/**
 * Work that may take long, named so that another process can do it: `input` and what comes out are plain data (texts, numbers, bigints, byte
 * arrays, arrays, maps, objects of them). `run` only reads, and may be synchronous all the way; one that `writes` does so in transactions, each of which
 * waits for the turn of the service.
 *
 * To move work out of the process that answers requests: export a `Task` from `<noun>.task.ts` of its room, enter its name in
 * `cli/compute.ts`, and call `runTask(ctx, task, input, signal)` where it was done before. In the service it then runs in a compute process
 * (`cli/compute-pool.ts`), which has its own read connection, all plugins, a lower priority and a bound of time and memory; in tests and
 * commands it runs where it is called. AppErrors come back as they were thrown.
 */
export type Task<I, O> = {
  readonly name: string
  readonly run: (ctx: Ctx, input: I) => O | Promise<O>
  /** It reads files of users: it may take longer and more memory than what is computed from the ledger. */
  readonly readsFiles?: true
  /** It writes, in transactions and nowhere else. */
  readonly writes?: true
  /** It asks for no rate and no price: the plugins that know some are not loaded for it, unless it calls `loadSources`. */
  readonly needsNoSources?: true
  /** The codes of the importers that it needs for an input, where it needs no others. */
  readonly importersFor?: (input: I) => readonly string[] | undefined
}

/** Runs a task elsewhere. Throws `compute/busy` when too many wait, `compute/too-long`, `compute/too-large`, `compute/failed`. */
export type Compute = <I, O>(ctx: Ctx, task: Task<I, O>, input: I, signal?: AbortSignal) => Promise<O>

/** Has a process that does these tasks ready soon, where none is, with all that they need loaded. */
export type PrepareCompute = (tasks: readonly Pick<Task<never, unknown>, 'name'>[]) => void

/** Does a task in a compute process where there is one; nobody waits for it any more when `signal` aborts. */
export async function runTask<I, O>(ctx: Ctx, task: Task<I, O>, input: I, signal?: AbortSignal): Promise<O> {
  return ctx.compute === undefined || ctx.reader.isTransaction
    ? await task.run(ctx, input)
    : await ctx.compute(ctx, task, input, signal)
}
