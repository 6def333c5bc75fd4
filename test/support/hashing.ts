import { afterAll, beforeAll } from 'bun:test'

const hash = Bun.password.hash.bind(Bun.password)
const verify = Bun.password.verify.bind(Bun.password)

/** The hash that the service verifies where there is no account. No password has it, whatever it costs. */
const NOBODY = /^(\$argon2id\$v=19)\$m=\d+,t=\d+,p=1(\$(?:AQEB){10}AQE\$)/

/** Hashes of passwords cost next to nothing: most tests only need to sign in. */
export function useCheapHashes(): void {
  Bun.password.verify = (password, hash, algorithm) =>
    verify(password, typeof hash === 'string' ? hash.replace(NOBODY, '$1$m=64,t=1,p=1$2') : hash, algorithm)
  Bun.password.hash = (password) => hash(password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
}

/** For files that are about hashing: what the service asks for. */
export function useRealHashes(): void {
  beforeAll(() => {
    Bun.password.hash = hash
    Bun.password.verify = verify
  })
  afterAll(useCheapHashes)
}
