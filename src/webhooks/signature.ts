import { createHmac } from 'node:crypto'

/** What is signed: `timestamp` in seconds since 1970, of this attempt. */
export type Signed = { readonly id: string; readonly timestamp: number; readonly body: string }

/** How a secret begins that is base64 of its key. */
export const SECRET_PREFIX = 'whsec_'

/** The key of a secret: `whsec_...` is base64 of it, any other text is the key itself (UTF-8). */
export function keyOf(secret: string): Buffer {
  const isWritten = secret.startsWith(SECRET_PREFIX)
  return isWritten ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64') : Buffer.from(secret, 'utf8')
}

/** The value of `webhook-signature`: `v1,` and the HMAC-SHA-256 over `id.timestamp.body` in base64, as the Standard Webhooks specification has it. */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
