/** Names a state that lives as long as a service, in the room whose state it is. */
export type MemoryKey<T, Given extends readonly unknown[] = []> = {
  readonly name: string
  readonly create: (...given: Given) => T
  /** Ends what the state holds open: timers, workers, processes. */
  readonly close: ((state: T) => void | Promise<void>) | undefined
}

/**
 * What one service, command or compute process remembers beside the database: jobs, sessions, throttles, sources, caches. A room declares its
 * state once (`const budgets = memoryKey('http/budgets', createBudgets)`) and asks for it with `deps.memory.of(budgets)`. No module has a
 * mutable state of its own.
 */
export type Memory = {
  /** The state of a key, created with `given` when it is first needed. Throws Error when the memory is closed and has no such state. */
  readonly of: <T, Given extends readonly unknown[]>(key: MemoryKey<T, Given>, ...given: Given) => T
  /** Closes every state, the newest first. A state that cannot be closed does not keep the others open; the first error is thrown at the end. */
  readonly close: () => Promise<void>
}

export function memoryKey<T, Given extends readonly unknown[] = []>(
  name: string,
  create: (...given: Given) => T,
  close?: (state: T) => void | Promise<void>,
): MemoryKey<T, Given> {
  return { name, create, close }
}

/** An empty memory, to be closed by who creates it. */
export function createMemory(): Memory {
  const states = new Map<object, unknown>()
  const closers: (() => void | Promise<void>)[] = []
  let isClosed = false
  return {
    of: <T, Given extends readonly unknown[]>(key: MemoryKey<T, Given>, ...given: Given): T => {
      // The only writer of an entry is the line below, with what the key itself creates.
      if (states.has(key)) return states.get(key) as T
      if (isClosed) throw new Error(`the memory is closed, and holds no ${key.name}`)
      const state = key.create(...given)
      states.set(key, state)
      if (key.close) closers.push(() => key.close?.(state))
      return state
    },
    close: async () => {
      isClosed = true
      const errors: unknown[] = []
      for (const close of closers.splice(0).reverse()) {
        try {
          await close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
