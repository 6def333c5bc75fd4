import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'

const CODES = 10
/** 80 random bits: too many for guessing, also of who has the hashes. */
const BYTES = 10

/** Ten codes such as `k3vq-7tzb-mm2x-wq5c`, each for one sign-in. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const text = new Secret({ size: BYTES }).base32.toLowerCase()
    return text.match(/.{4}/g)?.join('-') ?? text
  })
}

/** What is stored of a code of a user; letter case, spaces and hyphens do not matter. */
export function hashRecoveryCode(userId: number, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(`${userId}:${plain}`).digest('hex')
}
