import { afterAll, beforeAll } from 'bun:test'

const hash = Bun.password.hash.bind(Bun.password)

/** Hashes of passwords cost next to nothing: most tests only need to sign in. */
export function useCheapHashes(): void {
  Bun.password.hash = (password) => hash(password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
}

/** For files that are about hashing: what the service asks for. */
export function useRealHashes(): void {
  beforeAll(() => {
    Bun.password.hash = hash
  })
  afterAll(useCheapHashes)
}
