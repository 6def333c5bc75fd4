import { createHmac } from 'node:crypto'
import type { TestApp, TestUser } from '#test/support/app.ts'
import { PASSWORD } from '#test/support/app.ts'

const HASH = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })

/** A user who can sign in by PASSWORD. */
export async function createSignable(app: TestApp, username: string): Promise<TestUser> {
  const user = await app.createUser({ username })
  await app.store.writer.updateTable('user').set({ password_hash: HASH }).where('id', '=', user.id).execute()
  return user
}

/** The code of a secret (base32) at an instant, by RFC 4226 and RFC 6238, written for the tests. */
export function codeAt(secret: string, time: Date): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** A six-digit code that is none of those around `time`. */
export function wrongCode(secret: string, time: Date): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, new Date(time.getTime() + seconds * 1000)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '666666'
}
