import { randomBytes } from 'node:crypto'
import { invalid } from '../shared/errors.ts'
import { keyOf, SECRET_PREFIX } from './signature.ts'

const SECRET_BYTES = 32
const LEAST_BYTES = 16

/** A new secret, as the Standard Webhooks specification writes them. */
export function createSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** A secret that a user gave. Throws `webhook/secret` (422) for `whsec_` with anything but base64 of 16 bytes or more behind it. */
export function requireSecret(text: string): string {
  const isWritten = text.startsWith(SECRET_PREFIX)
  const rest = text.slice(SECRET_PREFIX.length)
  if (isWritten && (!/^[A-Za-z0-9+/]+={0,2}$/.test(rest) || keyOf(text).length < LEAST_BYTES))
    throw invalid('webhook/secret', '/secret', `After ${SECRET_PREFIX} comes base64 of at least ${LEAST_BYTES} bytes.`)
  return text
}
