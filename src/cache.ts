import { mayRollBack } from '#db/snapshot.ts'
import type { Deps } from './context.ts'
import { memoryKey } from './memory.ts'

/** One kind of computation, and how much of it may be remembered, in units of its own. */
export type CachePolicy<T> = {
  readonly name: string
  readonly most: number
  readonly sizeOf: (value: T, inputs: CacheInputs) => number
  /** Called once with each value that is remembered no longer, also at the end of the service. */
  readonly dispose?: (value: T) => void
}

/** What a value was computed from, compared by identity: element by element, and a list among them again element by element. */
export type CacheInputs = readonly unknown[]

type Entry = { readonly inputs: CacheInputs; readonly value: unknown; readonly size: number }
type Store = { readonly entries: Map<string, Entry>; size: number }

type AnyPolicy = { readonly dispose?: (value: never) => void }

/** What is remembered between requests, by policy. */
export type Caches = Map<AnyPolicy, Store>

export function createCaches(): Caches {
  return new Map()
}

const ofService = memoryKey('caches', createCaches, (caches) => {
  for (const [policy, { entries }] of caches) for (const entry of entries.values()) policy.dispose?.(valueIn(entry))
  caches.clear()
})

/**
 * The caches of the service, shared by all its connections: what is read from the database goes in with its change counters as inputs, so that
 * writes of other processes count as well. A transaction may yet be rolled back: it gets empty ones of its own.
 */
export function cachesOf({ reader, memory }: Pick<Deps, 'reader' | 'memory'>): Caches {
  return mayRollBack(reader) ? createCaches() : memory.of(ofService)
}

/**
 * What `make` computes from `inputs`, computed again only when one of them is another object. `previous` = what was remembered under this key,
 * from other inputs. The least recently used values of the policy are removed first.
 */
export function cached<T>(
  caches: Caches,
  policy: CachePolicy<T>,
  key: string,
  inputs: CacheInputs,
  make: (previous: T | undefined) => T,
): T {
  const known = recall(caches, policy, key, inputs)
  if (known !== undefined) return known.value
  const value = make(previousOf(caches, policy, key))
  remember(caches, policy, key, inputs, value)
  return value
}

/** The same of what has to be read. */
export async function cachedLoad<T>(
  caches: Caches,
  policy: CachePolicy<T>,
  key: string,
  inputs: CacheInputs,
  load: (previous: T | undefined) => Promise<T>,
): Promise<T> {
  const known = recall(caches, policy, key, inputs)
  if (known !== undefined) return known.value
  const value = await load(previousOf(caches, policy, key))
  remember(caches, policy, key, inputs, value)
  return value
}

/** What is remembered of these inputs; it counts as used. */
export function recall<T>(caches: Caches, policy: CachePolicy<T>, key: string, inputs: CacheInputs): { value: T } | undefined {
  const store = caches.get(policy)
  const entry = store?.entries.get(key)
  if (store === undefined || entry === undefined || !areSame(entry.inputs, inputs)) return undefined
  store.entries.delete(key)
  store.entries.set(key, entry)
  return { value: valueIn(entry) }
}

/** Puts a value behind all others, and removes the first ones while all together are too much; the newest always stays. */
export function remember<T>(caches: Caches, policy: CachePolicy<T>, key: string, inputs: CacheInputs, value: T): void {
  const store = caches.get(policy) ?? { entries: new Map<string, Entry>(), size: 0 }
  caches.set(policy, store)
  const size = policy.sizeOf(value, inputs)
  evict(store, policy, key)
  store.size += size
  store.entries.set(key, { inputs, value, size })
  for (const oldest of store.entries.keys()) {
    if (oldest === key || store.size <= policy.most) return
    evict(store, policy, oldest)
  }
}

function evict<T>(store: Store, policy: CachePolicy<T>, key: string): void {
  const entry = store.entries.get(key)
  if (entry === undefined) return
  store.entries.delete(key)
  store.size -= entry.size
  policy.dispose?.(valueIn(entry))
}

function previousOf<T>(caches: Caches, policy: CachePolicy<T>, key: string): T | undefined {
  const entry = caches.get(policy)?.entries.get(key)
  return entry && valueIn(entry)
}

/** Only `remember` writes entries, under the policy that says their type. */
function valueIn<T>(entry: Entry): T {
  return entry.value as T
}

function areSame(a: CacheInputs, b: CacheInputs): boolean {
  return a.length === b.length && a.every((one, index) => isSame(one, b[index]))
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
