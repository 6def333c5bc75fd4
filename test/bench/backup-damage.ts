/** One damaged byte of an archive after another, at random places that a seed gives. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackArchive } from '#src/backup/unpack.ts'
import { AppError } from '#src/shared/errors.ts'

/** Numbers of 32 bits from a seed (mulberry32): the same on every machine. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Changes one byte of the file, has it unpacked as for a restore, puts the byte back, `times` times. Answers which changes were not refused. */
export async function damage(path: string, times: number, seed: number): Promise<string[]> {
  const next = numbersFrom(seed)
  const { size } = statSync(path)
  const accepted: string[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const [at, difference] = [next() % size, 1 + (next() % 255)]
    const why = await withOneByte(path, at, difference, () => refusalOf(path))
    if (!(why instanceof AppError)) accepted.push(`byte ${at} xor ${difference}: ${why === undefined ? 'unpacked' : String(why)}`)
  }
  return accepted
}

async function withOneByte<T>(path: string, at: number, difference: number, work: () => Promise<T>): Promise<T> {
  const byte = new Uint8Array(1)
  const file = openSync(path, 'r+')
  try {
    readSync(file, byte, 0, 1, at)
    writeSync(
      file,
      byte.map((one) => one ^ difference),
      0,
      1,
      at,
    )
    return await work()
  } finally {
    writeSync(file, byte, 0, 1, at)
    closeSync(file)
  }
}

async function refusalOf(path: string): Promise<unknown> {
  const into = mkdtempSync(join(tmpdir(), 'holdfast-damaged-'))
  try {
    const how = { passphrase: null, room: 2 ** 40, what: 'database', progress: () => {} } as const
    return await unpackArchive(path, into, how).then(
      () => undefined,
      (error: unknown) => error,
    )
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}
