import { openStore, type Reader } from './connection.ts'
import { migrate } from './migrate.ts'

/** All steps take little more where nothing is in the database and nothing on a disk. */
const SLICE_MILLISECONDS = 100

let ours: Promise<Reader> | undefined

/** Gives `work` an empty database in memory with the schema of this release, to compare others with. It is made once: that takes longer than most comparisons. */
export async function withOurSchema<T>(work: (ours: Reader) => Promise<T>): Promise<T> {
  ours ??= makeOurs()
  return work(await ours)
}

async function makeOurs(): Promise<Reader> {
  const { writer } = openStore(':memory:', { durable: false })
  await migrate(writer, undefined, SLICE_MILLISECONDS)
  return writer
}
