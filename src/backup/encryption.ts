import { damaged, passphraseMissing, passphraseWrong } from './refusals.ts'

/** Two to the power of so much work per try of a passphrase, and 64 MiB of memory. */
const WORK_FACTOR = 16
const AGE = new TextEncoder().encode('age-encryption.org/')

/** Whether a file that begins with `head` is encrypted by age. */
export function isEncrypted(head: Uint8Array): boolean {
  return AGE.every((byte, at) => head[at] === byte)
}

/** The bytes as a file of age (https://age-encryption.org/v1) that opens with the passphrase. */
export async function* encrypted(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array, void> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(WORK_FACTOR)
  encrypter.setPassphrase(passphrase)
  yield* await encrypter.encrypt(streamOf(source))
}

/** What was encrypted. Throws `backup/passphrase` and, for bytes that were changed, `backup/damaged`. */
export async function* decrypted(source: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<Uint8Array, void> {
  if (passphrase === null) throw passphraseMissing()
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const opened = await decrypter.decrypt(streamOf(source)).catch((error: unknown) => {
    throw passphraseWrong(error)
  })
  try {
    yield* opened
  } catch (error) {
    throw damaged('its encryption does not fit', error)
  }
}

/** At the pace of the reader. */
export function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      // None of our sources has bytes in shared memory.
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
