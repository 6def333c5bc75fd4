import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeApi } from '#src/docs/document.ts'
import { isFresh, packDocument, publishDocument } from '#src/docs/publish.ts'
import { shareParts } from '#src/docs/share.ts'
import { createRooms } from '#src/server.ts'

const folder = `${mkdtempSync(join(tmpdir(), 'holdfast-publish-'))}/`
afterAll(() => rmSync(folder, { recursive: true }))

test('what the build keeps is the document without its servers, which the start adds', async () => {
  const rooms = await createRooms()
  const { servers, ...built } = JSON.parse(JSON.stringify(shareParts(describeApi(rooms, { basePath: '', publicUrl: null }))))
  const packed = new TextDecoder().decode(Bun.gunzipSync(await packDocument(rooms)))
  expect(JSON.parse(packed)).toEqual(built)
  const reached = { basePath: '/money', publicUrl: 'https://home.example.org' }
  const published = JSON.parse(await publishDocument(createRooms, reached))
  expect(published).toEqual({
    ...built,
    servers: [
      { url: '/money/api/v1', description: 'Where this document comes from' },
      { url: 'https://home.example.org/money/api/v1', description: 'The public address' },
    ],
  })
  expect(servers).toEqual([{ url: '/api/v1', description: 'Where this document comes from' }])
})

test('a built document counts until a source is changed after it', async () => {
  const [built, source] = [`${folder}dist.gz`, `${folder}src/room/routes.ts`]
  mkdirSync(`${folder}src/room`, { recursive: true })
  await Promise.all([source, `${folder}package.json`].map((path) => Bun.write(path, '')))
  for (const path of [source, `${folder}package.json`]) utimesSync(path, 1_000, 1_000)
  expect(isFresh(built, folder)).toBe(false)
  await Bun.write(built, '')
  utimesSync(built, 2_000, 2_000)
  expect(isFresh(built, folder)).toBe(true)
  utimesSync(source, 3_000, 3_000)
  expect(isFresh(built, folder)).toBe(false)
})
