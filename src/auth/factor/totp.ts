import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { NAME } from '../../shared/version.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** Codes of the interval before and after count, too: clocks differ. */
const WINDOW = 1

/** A new secret, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an authenticator app reads: the `otpauth://` address, and the same as a QR code (SVG). */
export function describeSecret(secret: string, username: string): { uri: string; qrSvg: string } {
  const uri = new TOTP({ issuer: NAME, label: username, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).toString()
  return { uri, qrSvg: renderSVG(uri, { ecc: 'M', pixelSize: 1, border: 4 }) }
}

/** The interval (30 s each, counted since 1970) that a code of six digits belongs to, near `time`; `undefined` for a wrong one. */
export function stepOf(secret: string, code: string, time: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
  const timestamp = time.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
