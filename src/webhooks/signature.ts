import { createHmac } from 'node:crypto'

/** What is signed: `timestamp` in seconds since 1970, of this attempt. */
export type Signed = { readonly id: string; readonly timestamp: number; readonly body: string }

const PREFIX = 'whsec_'

/**
 * The value of `webhook-signature`: `v1,` and the HMAC-SHA-256 over `id.timestamp.body` in base64, as the Standard Webhooks specification has it.
 * A secret `whsec_...` is base64 of the key, any other text is the key itself (UTF-8).
 */
export function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
