import { expect, test } from 'bun:test'
import { ReportRefusal } from '#plugins/kit/refusal.ts'
import { listZipNames } from '#plugins/kit/zip.ts'
import { zeros, zip, zip64 } from '#test/uploads/samples.ts'

const MIB = 1024 * 1024

/** Counts what is read of it. */
class Counted extends Blob {
  taken = 0
  override slice(start = 0, end = this.size, type?: string): Blob {
    this.taken += end - start
    return super.slice(start, end, type)
  }
}

const counted = (content: Uint8Array) => new Counted([new Uint8Array(content)])
const fault = (content: Uint8Array) =>
  listZipNames(counted(content)).then(
    () => 'none',
    (error) => (error instanceof ReportRefusal ? error.code : String(error)),
  )

test('of a large archive only the end and the directory are read', async () => {
  const file = counted(zip({ 'a.bin': zeros(20 * MIB), 'b/c.csv': 'x' }))
  expect(await listZipNames(file)).toEqual(['a.bin', 'b/c.csv'])
  expect(file.taken).toBeLessThan(MIB / 4)
})

test('names are those of the directory, in its order, also by ZIP64; none in an empty archive', async () => {
  expect(await listZipNames(counted(zip({ 'b.csv': 'x', 'ä/a.csv': '' })))).toEqual(['b.csv', 'ä/a.csv'])
  expect(await listZipNames(counted(zip64({ 'a.csv': 'x' })))).toEqual(['a.csv'])
  expect(await listZipNames(counted(zip({})))).toEqual([])
})

test('a directory of more than 4 MiB is refused before it is read', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `${index}${'x'.repeat(12_000)}`)
  const file = counted(zip(Object.fromEntries(names.map((name) => [name, '']))))
  const refusal = await listZipNames(file).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ReportRefusal)
  expect(refusal).toMatchObject({ code: 'zip-bomb', message: 'The directory of the archive is larger than 4 MiB.' })
  expect(file.taken).toBeLessThan(MIB / 4)
})

const manyNames = (count: number) => zip(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, ''])))

test('thousands of entries are gone through with pauses for others; more than 10,000 are refused', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  expect(await listZipNames(counted(manyNames(10_000)))).toHaveLength(10_000)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
  expect(await fault(manyNames(10_001))).toBe('zip-bomb')
})

test('an archive that is cut off, or that two programs would read differently, is refused', async () => {
  const whole = zip({ 'a.csv': 'x', 'b.csv': 'y' })
  expect(await fault(whole.subarray(0, whole.length - 5))).toBe('damaged-zip')
  expect(await fault(Buffer.concat([whole, Buffer.from('more')]))).toBe('damaged-zip')
  expect(await fault(zip({ '../a.csv': 'x' }))).toBe('unsafe-name')
})
