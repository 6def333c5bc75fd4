import type { Storage } from '#src/storage.ts'

/** A whole database on a disk with room: for what is measured without a service. */
export const CALM_STORAGE: Storage = {
  damage: () => null,
  noteError: () => {},
  check: async () => true,
  checked: async () => {},
  tryWrite: () => {},
  room: async () => Number.MAX_SAFE_INTEGER,
  makeRoom: async () => {},
  refill: async () => {},
}
