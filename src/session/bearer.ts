import { createHash } from 'node:crypto'

const BYTES = 20
const SHAPE = /^hf_[A-Za-z0-9_-]{27}$/

/** A new token: `hf_` and 160 random bits. */
export function createBearer(): string {
  return `hf_${Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString('base64url')}`
}

/** What is stored of a token, SHA-256 in hexadecimal digits; `undefined` for a text that is no token. */
export function hashBearer(token: string): string | undefined {
  return SHAPE.test(token) ? createHash('sha256').update(token).digest('hex') : undefined
}
