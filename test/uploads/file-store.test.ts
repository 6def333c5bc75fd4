import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataFolders } from '#src/context.ts'
import { openFolders } from '#src/folders.ts'
import { openStored, receiveFile, removeStored, sweepFolder, sweepTemporary } from '#src/uploads/file-store.service.ts'

const SOON = new Date(Date.now() + 60_000)
const ID = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
let folders: DataFolders
beforeEach(() => {
  folders = openFolders(mkdtempSync(join(tmpdir(), 'holdfast-store-')))
})
afterEach(() => rmSync(folders.root, { recursive: true, force: true }))

async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const [index, size] of sizes.entries()) yield new Uint8Array(size).fill(65 + index)
}
const everything = () => [...readdirSync(folders.temporary), ...readdirSync(folders.uploads)]

test('rule: a file arrives whole, with its size, its SHA-256 and its first 4 KiB', async () => {
  const file = await receiveFile(folders, chunks(3000, 3000, 0, 100_000))
  const expected = Buffer.concat([Buffer.alloc(3000, 65), Buffer.alloc(3000, 66), Buffer.alloc(100_000, 68)])
  expect(file.size).toBe(106_000)
  expect(file.sha256).toBe(new Bun.CryptoHasher('sha256').update(expected).digest('hex'))
  expect(Buffer.from(file.head).equals(expected.subarray(0, 4096))).toBe(true)
  expect(readFileSync(file.path).equals(expected)).toBe(true)
})

test('rule: an empty file has no head and can be stored', async () => {
  const file = await receiveFile(folders, chunks())
  expect(file).toMatchObject({
    size: 0,
    head: new Uint8Array(0),
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  await file.keep(folders.uploads, ID)
  expect(everything()).toEqual([ID])
})

test('rule: a stored file is in its place and nowhere else', async () => {
  const file = await receiveFile(folders, chunks(10))
  expect(readdirSync(folders.uploads)).toEqual([])
  await file.keep(folders.uploads, ID)
  await file.discard()
  expect(everything()).toEqual([ID])
  expect(await (await openStored(folders.uploads, ID))?.text()).toBe('A'.repeat(10))
  await removeStored(folders.uploads, ID)
  await removeStored(folders.uploads, ID)
  expect(await openStored(folders.uploads, ID)).toBeUndefined()
})

test('rule: a discarded file leaves nothing, however often it is discarded', async () => {
  const file = await receiveFile(folders, chunks(10))
  await file.discard()
  await file.discard()
  expect(everything()).toEqual([])
})

test('rule: a stream that breaks leaves nothing', async () => {
  async function* broken() {
    yield new Uint8Array(200_000)
    throw new Error('line cut')
  }
  await expect(receiveFile(folders, broken())).rejects.toThrow('line cut')
  expect(everything()).toEqual([])
})

test('rule: a full disk is ENOSPC and leaves nothing', async () => {
  const name = '0190a6b4-5d7e-4c3e-8a51-2f6f0c3c9b12'
  symlinkSync('/dev/full', join(folders.temporary, name))
  const spy = spyOn(crypto, 'randomUUID').mockReturnValue(name)
  try {
    await expect(receiveFile(folders, chunks(200_000, 200_000))).rejects.toMatchObject({ code: 'ENOSPC' })
  } finally {
    spy.mockRestore()
  }
  expect(everything()).toEqual([])
})

test('rule: a file that cannot be moved leaves nothing', async () => {
  const file = await receiveFile(folders, chunks(10))
  await expect(file.keep(join(folders.root, 'nowhere'), ID)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(everything()).toEqual([])
})

test('rule: a sweep removes ids without a row and nothing else', async () => {
  const other = '0190a6b4-5d7e-7c3e-8a51-000000000000'
  for (const name of [ID, other, 'README.txt']) writeFileSync(join(folders.uploads, name), 'x')
  mkdirSync(join(folders.uploads, '0190a6b4-5d7e-7c3e-8a51-111111111111'))
  expect(await sweepFolder(folders.uploads, new Set([ID]), SOON)).toEqual([other])
  expect(readdirSync(folders.uploads).sort()).toEqual(['0190a6b4-5d7e-7c3e-8a51-111111111111', ID, 'README.txt'].sort())
})

test('rule: nothing in the temporary folder survives a start', async () => {
  await receiveFile(folders, chunks(10))
  mkdirSync(join(folders.temporary, 'half-a-backup'))
  writeFileSync(join(folders.temporary, 'half-a-backup', 'x'), 'x')
  await sweepTemporary(folders, SOON)
  expect(everything()).toEqual([])
})
